import { isSlideAddress } from '../../lib/urls.ts';

/**
 * Restricts links in a smart list to valid addresses of other pages; links with `target="_blank"` or `download` keep
 * their default.
 * @example `<ol data-late="smart-list" data-held>`
 */
export function start(list: HTMLElement): void {
  list.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    if (!link || link.target === '_blank' || link.hasAttribute('download')) return;
    const address = link.getAttribute('href')?.trim() ?? '';
    if (/^(?:mailto|tel|sms):/i.test(address)) return;
    if (link.href === location.href || !isSlideAddress(address, location.origin)) event.preventDefault();
  });
}
