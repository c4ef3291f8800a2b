import { nameCookie } from '../../lib/name-cookie.ts';

/**
 * Opens the log-in form over the page. For logged-in users, shows their name and links to the profile. Markup: the
 * block `account-link`; without scripts it links to the form.
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

/** Returns the name of the logged-in user, or '' for visitors. */
export function signedInName(): string {
  const value =
    document.cookie
      .split('; ')
      .find((pair) => pair.startsWith(`${nameCookie}=`))
      ?.slice(nameCookie.length + 1) ?? '';
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
