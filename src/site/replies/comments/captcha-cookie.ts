/** Holds the pass of a captcha from its verification to the comment; sent to the comment form's address only. */
export const captchaCookie = 'broadsheet_captcha';
const path = '/wp-comments-post.php';

/** A `Set-Cookie` header with a pass; no script can read it. */
export function captchaCookieHeader(pass: string, lifeMs: number, secure: boolean): string {
  return `${captchaCookie}=${pass}; Path=${path}; Max-Age=${Math.round(lifeMs / 1000)}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}
