import { logOutUrl } from '../../../lib/account-urls.ts';
import { signedInTexts } from '../../../lib/comment-texts.ts';
import type { SignedInText } from '../../../lib/comment-texts.ts';

/** Fields that the server fills from the user's account. */
const theirs =
  '.comment-note,.comment-form-author,.comment-form-email,.comment-form-url,.comment-form-cookies-consent';

/** Shows as whom the user comments and hides the fields for visitors; `''` restores the form for visitors. */
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
