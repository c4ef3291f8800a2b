import type { TypedComment } from '../../../modules/comments/submission.ts';

/** WordPress' names with our own ending; read by reader/behaviours/comments/remembered.ts, so not hidden from scripts. */
const cookieOf = {
  author: 'comment_author_broadsheet',
  email: 'comment_author_email_broadsheet',
  url: 'comment_author_url_broadsheet',
} as const;
/** Nearly a year, as in WordPress. */
export const rememberedSeconds = 30_000_000;

/** `Set-Cookie` headers that keep who commented for the next time; without consent, those that forget it. */
export function rememberCookies(
  typed: Pick<TypedComment, keyof typeof cookieOf>,
  consent: boolean,
  secure: boolean,
): string[] {
  return (['author', 'email', 'url'] as const).map((field) => {
    const value = consent ? encodeURIComponent(typed[field].trim().toWellFormed()) : '';
    return `${cookieOf[field]}=${value}; Path=/; Max-Age=${value === '' ? 0 : rememberedSeconds}; SameSite=Lax${secure ? '; Secure' : ''}`;
  });
}
