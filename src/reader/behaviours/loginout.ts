import { signedInName } from './account-link.ts';

/**
 * Turns the log-in link into a log-out link for logged-in users. Markup: the block `core/loginout`; without scripts
 * `/wp-login.php` redirects logged-in users.
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
    // Unchanged nodes stay in the page: re-inserting them would drop focus from fields and clicks on buttons.
    if (isIn === wasIn) return;
    wasIn = isIn;
    root.classList.toggle('logged-in', isIn);
    root.classList.toggle('logged-out', !isIn);
    root.classList.toggle('has-login-form', !isIn && hasForm);
    root.replaceChildren(...(isIn ? [wayOut] : wayIn));
  };
  show();
  addEventListener('pageshow', ({ persisted }) => persisted && show());
}
