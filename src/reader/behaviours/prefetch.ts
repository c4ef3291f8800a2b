import type { PageConfig, PrefetchConfig } from '../islands/page-config.ts';

const hoverDelay = 150;
/** In force whatever the list says. */
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

/** The address to fetch ahead, without its fragment; undefined where the specification's rules (section 5), or being there already, forbid it. */
function addressOf(link: HTMLAnchorElement, { local_url, ignore_list }: PrefetchConfig): string | undefined {
  const written = link.getAttribute('href')?.trim();
  if (!written || written === '#' || /\s/.test(written) || addsToCart(link)) return undefined; // what holds spaces is no address
  const { protocol, host, pathname, href, hash } = link; // the parser of URLs would throw at `http://999.1.1.1/`
  if (!/^https?:$/.test(protocol) || host !== new URL(local_url).host || isIgnored(pathname, ignore_list))
    return undefined;
  const address = hash ? href.slice(0, -hash.length) : href;
  return address === location.href.split('#')[0] ? undefined : address;
}

/**
 * Adds a prefetch hint for the link under a mouse that rests on it for 150 ms. Never for readers who save data.
 *
 * Markup: `<body data-late="prefetch">`, and `prefetch` in the page's config.
 */
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
  // The mouse woke this code on its way, and may rest on a link by now.
  enter(document.querySelector('a:hover'));
}
