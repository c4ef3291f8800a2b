import { logOutUrl } from '../../../lib/account-urls.ts';
import { signedInTexts } from '../../../lib/comment-texts.ts';
import type { SignedInText } from '../../../lib/comment-texts.ts';

/** What the server takes from the account of who is signed in. */
const theirs =
  '.comment-note,.comment-form-author,.comment-form-email,.comment-form-url,.comment-form-cookies-consent';

/** Says as whom one comments, where a form is the same for everybody, and asks for no name; with `''` it is everybody's again. */
export function showSignedIn(
  form: HTMLFormElement,
  name: string,
  replaced: Partial<Record<SignedInText, string>> = {},
): void {
  form.querySelector('.logged-in-as')?.remove();
  for (const part of form.querySelectorAll<HTMLElement>(theirs)) part.hidden = name !== '';
  if (name === '') return;
  const texts = { ...signedInTexts, ...replaced };
  const [line, leave] = [document.createElement('p'), document.createElement('a')];
  line.className = 'logged-in-as';
  leave.href = logOutUrl(location.pathname + location.search);
  leave.textContent = texts.comment_log_out;
  line.append(`${texts.comment_logged_in_as.replace('%s', () => name)} `, leave);
  form.prepend(line);
}
