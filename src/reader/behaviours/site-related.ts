import type { Customizer } from './related/draw-related.ts';

/** Takes what a clicked link carried out of the address bar: nobody wants to share it. */
function tidyAddress(): void {
  const { pathname, search, hash } = location;
  const kept = search
    .slice(1)
    .split('&')
    .filter((parameter) => !/^relatedposts_[a-z]+=\d+$/i.test(parameter))
    .join('&');
  if (kept !== search.slice(1))
    history.replaceState(history.state, '', pathname + (kept && `?${kept}`) + hash);
}

/** Lets the clicked link say where it was clicked; all others stay as they are. */
function track({ target }: Event): void {
  const link = (target as Element).closest<HTMLAnchorElement>('a.jp-relatedposts-post-a');
  if (!link) return;
  const { origin = '', position = '' } = link.dataset;
  const url = new URL(link.href);
  for (const [name, value] of [
    ['hit', '1'],
    ['origin', origin],
    ['position', position],
  ])
    url.searchParams.set(`relatedposts_${name}`, value ?? '');
  link.href = url.href;
}

/**
 * The site's related posts: counts clicks on them, and fetches them where the server left the container empty.
 *
 * Markup: `<div id="jp-relatedposts" data-behaviour="site-related" data-config="…" data-exclude="5,9">` with `{"headline": "Related", "heading": "h4"}` under
 * that id with the posts inside (blocks/site-related/view.tsx), or empty and `hidden`.
 */
export async function start(root: HTMLElement, config: unknown): Promise<void> {
  tidyAddress();
  for (const type of ['click', 'auxclick']) root.addEventListener(type, track);
  const { customize } = (window as { wp?: { customize?: Customizer } }).wp ?? {};
  if (!customize && root.querySelector('.jp-relatedposts-post')) return;
  const { fillRelated } = await import('./related/fill-related.ts');
  await fillRelated(root, config, customize);
}
