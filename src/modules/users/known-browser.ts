import { createHash } from 'node:crypto';
import type { Reader } from '../../kernel/db/open-database.ts';
import { cookieNamed } from '../../lib/cookies.ts';
import type { Signer } from '../../lib/keys.ts';
import { listPasskeys } from './passkey.ts';
import { findCodeApp } from './second-factor.ts';

/** How an account came to know a browser: somebody was let in there, by all steps that it takes; or chose its password there by a link, one of them. */
export type KnownBy = 'sign-in' | 'link';

export const knownBrowserCookie = 'broadsheet_device';
/** Accounts that one browser is known to: whose was used least lately goes first. */
const mostAccounts = 5;
const purpose = 'device';
const joint = '~';
/** Account, how, and what it was let in by. */
const marked = /^([1-9]\d{0,14})([.!])([\w-]{16})$/;
const signs: Readonly<Record<KnownBy, string>> = { 'sign-in': '.', link: '!' };

/** What somebody shows who signs in: another text once their password, app or passkeys are others, so that browsers known by the former ones are strangers. */
async function shownBy(read: Reader, userId: number): Promise<string | undefined> {
  const [user, app, passkeys] = await Promise.all([
    read.selectFrom('user').select('password_hash').where('id', '=', userId).executeTakeFirst(),
    findCodeApp(read, userId),
    listPasskeys(read, userId),
  ]);
  if (!user) return undefined;
  const all = [
    userId,
    user.password_hash,
    app?.secret ?? '',
    ...passkeys.map(({ credential }) => credential).toSorted(),
  ];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 16);
}

function marksIn(signer: Signer, cookieHeader: string | undefined): RegExpExecArray[] {
  const marks =
    signer.unseal(purpose, cookieNamed(cookieHeader, knownBrowserCookie) ?? '')?.split(joint) ?? [];
  return marks.map((mark) => marked.exec(mark)).filter((mark) => mark !== null);
}

/** How a browser is known to an account by its `Cookie` header; undefined: not, or not any more. Costs no query where the account is not named. */
export async function findKnownBrowser(
  read: Reader,
  signer: Signer,
  cookieHeader: string | undefined,
  userId: number,
): Promise<KnownBy | undefined> {
  const mark = marksIn(signer, cookieHeader).find(([, id]) => id === String(userId));
  if (!mark || mark[3] !== (await shownBy(read, userId))) return undefined;
  return mark[2] === signs.link ? 'link' : 'sign-in';
}

/** The value of the cookie by which a browser is known to an account from now on, beside those that it was known to. */
export async function markKnownBrowser(
  read: Reader,
  signer: Signer,
  cookieHeader: string | undefined,
  { userId, by }: { readonly userId: number; readonly by: KnownBy },
): Promise<string> {
  const others = marksIn(signer, cookieHeader)
    .filter(([, id]) => id !== String(userId))
    .map(([mark]) => mark);
  const own = `${userId}${signs[by]}${(await shownBy(read, userId)) ?? ''}`;
  return signer.seal(purpose, [own, ...others].slice(0, mostAccounts).join(joint));
}
