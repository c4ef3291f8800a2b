import { nameCookie } from '../../lib/name-cookie.ts';

/**
 * Opens the form by which people sign in over the page; of who is signed in it shows the name, and leads to the profile.
 *
 * Markup: the block `account-link`; without this the link leads to the form.
 */
export function start(root: HTMLElement, config: unknown): void {
  const link = root as HTMLAnchorElement;
  const { close, opens } = config as { readonly close: string; readonly opens: boolean };
  const [label, form] = [link.textContent, link.href];
  const show = () => {
    const name = signedInName();
    link.textContent = name || label;
    link.href = name ? '/wp-admin/profile.php' : form;
    link.ariaHasPopup = !opens || name || location.pathname === link.pathname ? null : 'dialog';
  };
  show();
  // Back from where somebody signed in or out.
  addEventListener('pageshow', ({ persisted }) => persisted && show());
  link.addEventListener('click', (event) => {
    if (link.ariaHasPopup === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    import('./account/dialog.ts')
      .then(({ openAccount }) => openAccount(link, form, close))
      .catch((error: unknown) => {
        console.warn('The form did not open here:', error);
        location.assign(form);
      });
  });
}

/** The name of who is signed in; '' for nobody. */
export function signedInName(): string {
  const value =
    document.cookie
      .split('; ')
      .find((pair) => pair.startsWith(`${nameCookie}=`))
      ?.slice(nameCookie.length + 1) ?? '';
  try {
    return decodeURIComponent(value);
  } catch {
    return ''; // somebody else's cookie
  }
}
