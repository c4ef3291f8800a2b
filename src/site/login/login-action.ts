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
import { mostApplicationPasswords } from '../../modules/users/application-password.ts';
import { readerCount, readerText } from '../../modules/settings/definitions/translations.ts';
import { PortraitError } from '../../modules/portraits/portraits.ts';
import { readerTexts } from '../../languages/en.ts';
import type { ReaderText } from '../../languages/en.ts';
import { InvalidInputError, TooManyRequestsError } from '../../lib/errors.ts';
import type { BroadsheetError } from '../../lib/errors.ts';
import { fillIn } from '../../lib/messages.ts';

/** What an action of `/wp-login.php` works with. */
export interface LoginContext {
  readonly site: Site;
  readonly settings: Settings;
  /** What stands in the address. */
  readonly query: URLSearchParams;
  /** Text fields of the form that was sent; empty for GET. A field sent twice counts once, with its last value. */
  readonly fields: ReadonlyMap<string, string>;
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  /** Who is signed in already. */
  readonly signedIn: SignedIn | undefined;
}

/** What somebody is told, and which fields are at fault. */
export interface Told {
  readonly kind: 'done' | 'problem';
  readonly text: string;
  readonly fields?: readonly string[];
}

/** What an action answers: a page of the site, or another address. */
export type LoginReply =
  | {
      readonly kind: 'page';
      readonly title: string;
      readonly told?: Told | undefined;
      readonly form: ReactNode;
      readonly status?: number;
    }
  | { readonly kind: 'redirect'; readonly to: string; readonly setCookies?: readonly string[] };

/** One action of `/wp-login.php`, in a file named like it. */
export interface LoginAction {
  /** As on the wire; the first is its name, others are WordPress' further ones. */
  readonly names: readonly string[];
  get(context: LoginContext): Promise<LoginReply>;
  /** What is thrown in the words of the site stands on the page of `get`, with what was typed. */
  post(context: LoginContext): Promise<LoginReply>;
  /** Where the page is shown to which a fault belongs. */
  refused(context: LoginContext, told: Told): Promise<LoginReply>;
}

/** A field, without what no database holds and no form sends. */
export function field({ fields }: Pick<LoginContext, 'fields'>, name: string, longest = 2000): string {
  return startOf((fields.get(name) ?? '').replaceAll('\0', ''), longest);
}

/** Where people who have signed in find what is theirs. */
export const profilePath = '/wp-admin/profile.php';

/** Where people set up what they show beside their password. */
export const secondFactorPath = '/wp-admin/second-factor.php';

/** Page shown after logging in inside a frame of the newsroom. Unlike pages below `/wp-admin/`, the site may frame it. */
export const signedInPath = '/wp-login.php?action=signed-in';

/** Where somebody signs in who was going to this address of the site. */
export function signInAgain(back: string): string {
  return `/wp-login.php?redirect_to=${encodeURIComponent(back)}&reauth=1`;
}

/** Where somebody begins who said nothing else. */
export function homeOf(actor: Actor | undefined): string {
  return actor && mayEditSomething(actor) ? '/wp-admin/' : profilePath;
}

/** What everybody's sign-in needs of a request. */
export function signInOf({ site, headers, ip }: LoginContext): Pick<SignIn, 'caller' | 'place' | 'deviceOf'> {
  return {
    caller: callerOf(ip),
    place: { ip, userAgent: headers['user-agent'] ?? '' },
    deviceOf: (userId) => site.sessions.deviceOf(headers.cookie, userId),
  };
}

/** What fields are called on a page, by their names. */
export type FieldLabels = Readonly<Record<string, ReaderText>>;

/** A fault in words for who sent the form. `labels`: of fields that a command says something about in words of its own. */
export function toldOf(error: BroadsheetError, settings: Settings, labels: FieldLabels = {}): Told {
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

/** Whether what was thrown is in the words of the site: its code is then the wording's name. */
const isInWords = ({ code }: BroadsheetError) => Object.hasOwn(readerTexts, code);

/** What commands and readers of forms say in English, to programs as well. */
const words: ReadonlyMap<string, (settings: Settings) => string> = new Map([
  [
    'too_many_passwords',
    (settings: Settings) => fillIn(readerText(settings, 'account_programs_many'), mostApplicationPasswords),
  ],
  [
    'rest_application_password_not_found',
    (settings: Settings) => readerText(settings, 'account_program_gone'),
  ],
  ['disk', (settings: Settings) => readerText(settings, 'error_unavailable')],
]);

/** The same as a sentence alone, in the language of the site. */
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
