/** Fields whose last values the server keeps in cookies for those who ticked the box (site/replies/comments/remember.ts). */
const remembered = [
  ['author', 'comment_author_broadsheet'],
  ['email', 'comment_author_email_broadsheet'],
  ['url', 'comment_author_url_broadsheet'],
] as const;

/** Fills in who the reader is; here and not on the server, since the page is the same for everybody. */
export function fillFromCookies(form: HTMLFormElement): void {
  let found = false;
  for (const [name, cookie] of remembered) {
    const field = form.querySelector<HTMLInputElement>(`#${name}`);
    const value = document.cookie
      .split('; ')
      .find((pair) => pair.startsWith(`${cookie}=`))
      ?.slice(cookie.length + 1);
    if (!field || value === undefined) continue;
    found = true;
    if (field.value === '') field.value = decode(value);
  }
  const consent = form.querySelector<HTMLInputElement>('#wp-comment-cookies-consent');
  if (found && consent) consent.checked = true;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return ''; // somebody else's cookie
  }
}
