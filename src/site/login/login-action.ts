import type { IncomingHttpHeaders } from 'node:http';
import type { ReactNode } from 'react';
import type { Settings } from '../../modules/settings/settings.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import type { Site } from '../pages/site.ts';
import { startOf } from '../../lib/start-of.ts';

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
