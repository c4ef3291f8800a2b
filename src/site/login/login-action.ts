import type { IncomingHttpHeaders } from 'node:http';
import type { ReactNode } from 'react';
import type { Settings } from '../../modules/settings/settings.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import type { Site } from '../pages/site.ts';
import { startOf } from '../../lib/cut-text.ts';
import type { SignIn } from '../../modules/accounts/sign-in.ts';
import { mayEditSomething } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { callerOf } from '../../lib/request-headers.ts';
import { maxApplicationPasswords } from '../../modules/users/application-password.ts';
import { readerCount, readerText } from '../../modules/settings/definitions/translations.ts';
import { PortraitError } from '../../modules/portraits/portraits.ts';
import { readerTexts } from '../../languages/en.ts';
import type { ReaderText } from '../../languages/en.ts';
import { InvalidInputError, TooManyRequestsError } from '../../lib/errors.ts';
import type { BroadsheetError } from '../../lib/errors.ts';
import { fillIn } from '../../lib/messages.ts';

export interface LoginContext {
  readonly site: Site;
  readonly settings: Settings;
  readonly query: URLSearchParams;
  /** As sent; empty for GET. Of a repeated field, the last value. */
  readonly fields: ReadonlyMap<string, string>;
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  readonly signedIn: SignedIn | undefined;
}

export interface Notice {
  readonly kind: 'done' | 'problem';
  readonly text: string;
  readonly fields?: readonly string[];
}

export type LoginReply =
  | {
      readonly kind: 'page';
      readonly title: string;
      readonly notice?: Notice | undefined;
      readonly form: ReactNode;
      readonly status?: number;
    }
  | { readonly kind: 'redirect'; readonly to: string; readonly setCookies?: readonly string[] };

export interface LoginAction {
  /** Values of `action`; the first is its name, the others are WordPress' aliases. */
  readonly names: readonly string[];
  get(context: LoginContext): Promise<LoginReply>;
  /** Localized errors are shown on the page of `get`, together with the input. */
  post(context: LoginContext): Promise<LoginReply>;
  refused(context: LoginContext, notice: Notice): Promise<LoginReply>;
}

/** A field's value without NUL, which databases reject and no form sends, cut to `longest` characters. */
export function field({ fields }: Pick<LoginContext, 'fields'>, name: string, longest = 2000): string {
  return startOf((fields.get(name) ?? '').replaceAll('\0', ''), longest);
}

export const profilePath = '/wp-admin/profile.php';

export const secondFactorPath = '/wp-admin/second-factor.php';

/** Page shown after logging in inside a frame of the newsroom. Unlike pages below `/wp-admin/`, the site may frame it. */
export const signedInPath = '/wp-login.php?action=signed-in';

export function signInAgain(back: string): string {
  return `/wp-login.php?redirect_to=${encodeURIComponent(back)}&reauth=1`;
}

/** Where a user lands after logging in without a return address. */
export function homeOf(actor: Actor | undefined): string {
  return actor && mayEditSomething(actor) ? '/wp-admin/' : profilePath;
}

export function signInOf({ site, headers, ip }: LoginContext): Pick<SignIn, 'caller' | 'place' | 'deviceOf'> {
  return {
    caller: callerOf(ip),
    place: { ip, userAgent: headers['user-agent'] ?? '' },
    deviceOf: (userId) => site.sessions.deviceOf(headers.cookie, userId),
  };
}

export type FieldLabels = Readonly<Record<string, ReaderText>>;

/** The localized message for an error. `labels`: of fields for which commands only have English messages. */
export function noticeOf(error: BroadsheetError, settings: Settings, labels: FieldLabels = {}): Notice {
  const text =
    error instanceof TooManyRequestsError
      ? readerCount(settings, 'account_too_fast', error.retryAfter)
      : error instanceof PortraitError
        ? fillIn(readerText(settings, error.text), ...error.given)
        : saidOf(error, settings, labels);
  return { kind: 'problem', text, fields: wrongFields(error) };
}

const wrongFields = (error: BroadsheetError) =>
  error instanceof InvalidInputError ? Object.keys(error.fields) : [];

/** Whether an error's message is localized: its code is then a string's name. */
const isInWords = ({ code }: BroadsheetError) => Object.hasOwn(readerTexts, code);

/** Localized messages for error codes whose own message is English, as for programs. */
const words: ReadonlyMap<string, (settings: Settings) => string> = new Map([
  [
    'too_many_passwords',
    (settings: Settings) => fillIn(readerText(settings, 'account_programs_many'), maxApplicationPasswords),
  ],
  [
    'rest_application_password_not_found',
    (settings: Settings) => readerText(settings, 'account_program_gone'),
  ],
  ['disk', (settings: Settings) => readerText(settings, 'error_unavailable')],
]);

export function saidOf(error: BroadsheetError, settings: Settings, labels: FieldLabels = {}): string {
  if (isInWords(error)) return error.message;
  const label = wrongFields(error)
    .map((name) => labels[name.split('.', 1)[0] ?? ''])
    .find((one) => one !== undefined);
  if (label !== undefined)
    return fillIn(readerText(settings, 'account_field_wrong'), readerText(settings, label));
  return (
    words.get(error.code)?.(settings) ??
    readerText(settings, error.status === 401 || error.status === 403 ? 'account_refused' : 'error_request')
  );
}
