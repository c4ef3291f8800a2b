import { isSlideAddress } from '../../lib/urls.ts';

/**
 * What links in a smart list do: those with a target of their own or a download as the browser has it; any other only when it leads somewhere else, to an
 * address that is valid.
 *
 * Markup: `<ol data-late="smart-list" data-held>`.
 */
export function start(list: HTMLElement): void {
  list.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    if (!link || link.target === '_blank' || link.hasAttribute('download')) return;
    const address = link.getAttribute('href')?.trim() ?? '';
    // A letter or a call goes nowhere.
    if (/^(?:mailto|tel|sms):/i.test(address)) return;
    if (link.href === location.href || !isSlideAddress(address, location.origin)) event.preventDefault();
  });
}
