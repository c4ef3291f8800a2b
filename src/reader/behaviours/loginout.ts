import { signedInName } from './account-link.ts';

/**
 * Makes the way in the way out, for who is signed in.
 *
 * Markup: the block `core/loginout`; without this `/wp-login.php` sends on who is signed in already.
 */
export function start(root: HTMLElement, config: unknown): void {
  const { logOut, url } = config as { readonly logOut: string; readonly url: string };
  const [wayIn, hasForm] = [[...root.childNodes], root.classList.contains('has-login-form')];
  const wayOut = document.createElement('a');
  wayOut.rel = 'nofollow';
  wayOut.href = url;
  wayOut.textContent = logOut;
  let wasIn = false;
  const show = () => {
    const isIn = signedInName() !== '';
    // What is as it was stays in the page: put in anew, a field loses who types there, and a button its click.
    if (isIn === wasIn) return;
    wasIn = isIn;
    root.classList.toggle('logged-in', isIn);
    root.classList.toggle('logged-out', !isIn);
    root.classList.toggle('has-login-form', !isIn && hasForm);
    root.replaceChildren(...(isIn ? [wayOut] : wayIn));
  };
  show();
  // Back from where somebody signed in or out.
  addEventListener('pageshow', ({ persisted }) => persisted && show());
}
