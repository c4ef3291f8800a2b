import type { PageConfig, PrefetchConfig } from '../islands/page-config.ts';

const hoverDelay = 150;
const alwaysIgnored = ['wp-admin', 'wp-login.php'];

function isIgnored(path: string, list: readonly string[]): boolean {
  const [, first = ''] = path.split('/');
  return (
    alwaysIgnored.includes(first) ||
    list.some((entry) => !alwaysIgnored.includes(entry) && (path.includes(entry) || entry.includes(path)))
  );
}

function addsToCart({ href, dataset }: HTMLAnchorElement): boolean {
  return (
    href.includes('add-to-cart=') ||
    ['product_id', 'quantity', 'product_sku'].every((name) => name in dataset)
  );
}

/** The address to prefetch, without its fragment; undefined if the rules (specification, section 5) exclude it or it is the current page. */
function addressOf(link: HTMLAnchorElement, { local_url, ignore_list }: PrefetchConfig): string | undefined {
  const written = link.getAttribute('href')?.trim();
  if (!written || written === '#' || /\s/.test(written) || addsToCart(link)) return undefined; // an address with spaces is invalid
  const { protocol, host, pathname, href, hash } = link; // `new URL` would throw for `http://999.1.1.1/`
  if (!/^https?:$/.test(protocol) || host !== new URL(local_url).host || isIgnored(pathname, ignore_list))
    return undefined;
  const address = hash ? href.slice(0, -hash.length) : href;
  return address === location.href.split('#')[0] ? undefined : address;
}

/** Adds a prefetch hint for a link on which the mouse rests for 150 ms. Inactive for readers with data saver. */
export function start(root: HTMLElement, _config: unknown, { prefetch }: PageConfig): void {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  if (!prefetch || connection?.saveData) return;
  const fetched = new Set<string>();
  let hovered: HTMLAnchorElement | null = null;
  let timer = 0;

  const leave = () => {
    clearTimeout(timer);
    hovered = null;
  };
  const enter = (link: HTMLAnchorElement | null) => {
    if (link === hovered) return;
    leave();
    hovered = link;
    const address = link && addressOf(link, prefetch);
    if (!address || fetched.has(address)) return;
    timer = window.setTimeout(() => {
      fetched.add(address);
      const hint = document.createElement('link');
      hint.rel = 'prefetch';
      hint.href = address;
      document.head.append(hint);
    }, hoverDelay);
  };
  root.addEventListener('mouseover', ({ target }) => enter((target as Element).closest('a')));
  root.addEventListener('mouseout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && hovered?.contains(relatedTarget))) leave();
  });
  // The mouse may already rest on a link when this code loads.
  enter(document.querySelector('a:hover'));
}
