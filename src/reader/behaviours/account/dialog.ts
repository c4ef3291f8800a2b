import { fetchedPage } from '../../islands/fetched-page.ts';
import { announce, accountPage } from '../../islands/page-config.ts';
import { svg } from '../drawing/svg.ts';

const section = 'main#content>.account';

let isOpen = false;

/**
 * Shows an account page or form (`site/login/account-page.tsx`) in a dialog; focus returns to `opener` on close.
 * Rejects when loading fails; does nothing while a dialog is open.
 */
export async function openAccount(opener: HTMLElement, address: string, close: string): Promise<void> {
  if (isOpen) return;
  isOpen = true;
  const dialog = document.createElement('dialog');
  dialog.className = 'account-dialog';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'account-close';
  button.ariaLabel = close;
  button.append(
    svg(
      {
        viewBox: '0 0 16 16',
        width: 16,
        height: 16,
        fill: 'none',
        stroke: 'currentColor',
        'stroke-width': 2,
      },
      { d: 'm2.5 2.5 11 11m0-11-11 11' },
    ),
  );
  button.addEventListener('click', () => dialog.close());

  const show = async (page: string) => {
    const fetched = await fetchedPage(page);
    const form = fetched.page.querySelector(section);
    if (!form) throw new Error(`${page} holds no form.`);
    form.querySelector('.account-home')?.remove();
    dialog.replaceChildren(button, document.adoptNode(form));
    dialog.ariaLabel = form.querySelector('h1')?.textContent ?? '';
    announce(
      dialog,
      fetched.partsFor((name) => name === 'account-form' || name === 'passkey' || name === 'report-form'),
    );
    dialog.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
  };
  await show(address).catch((error: unknown) => {
    isOpen = false;
    throw error;
  });
  // A text selection that ends outside the dialog also fires a click there; that must not close it.
  let beganBeside = false;
  dialog.addEventListener('pointerdown', (event) => void (beganBeside = isBeside(dialog, event)));
  dialog.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('.account-ways a,.account-send a');
    if (link && link.pathname === new URL(address).pathname && !event.metaKey && !event.ctrlKey) {
      event.preventDefault();
      show(link.href).catch(() => location.assign(link.href));
    } else if (beganBeside && event.target === dialog && isBeside(dialog, event)) dialog.close();
  });
  dialog.addEventListener(accountPage, (event) => {
    const next = new URL((event as CustomEvent<string>).detail, location.href);
    if (next.pathname !== new URL(address).pathname) return;
    event.preventDefault();
    show(next.href).catch(() => location.assign(next));
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    isOpen = false;
    // The browser restores focus, except when the menu around the link has closed: then the button of that menu gets
    // it.
    if (document.activeElement === document.body)
      (opener.checkVisibility() ? opener : opensAround(opener))?.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
}

const opensAround = (inside: HTMLElement): HTMLElement | null =>
  document.querySelector(
    `[popovertarget="${CSS.escape(inside.closest('[popover]')?.id ?? '')}"]:not([popovertargetaction])`,
  );

function isBeside(dialog: HTMLElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
