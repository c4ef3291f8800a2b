import type { Customizer } from './related/draw-related.ts';

function tidyAddress(): void {
  const { pathname, search, hash } = location;
  const query = search
    .slice(1)
    .split('&')
    .filter((parameter) => !/^relatedposts_[a-z]+=\d+$/i.test(parameter))
    .join('&');
  if (query !== search.slice(1))
    history.replaceState(history.state, '', pathname + (query && `?${query}`) + hash);
}

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
 * Counts clicks on related posts and fetches them if the server left the container empty and hidden. Markup:
 * blocks/site-related/view.tsx.
 * @example `<div id="jp-relatedposts" data-behaviour="site-related" data-config="…" data-exclude="5,9">`, config
 * `{"headline": "Related", "heading": "h4"}`
 */
export async function start(root: HTMLElement, config: unknown): Promise<void> {
  tidyAddress();
  for (const type of ['click', 'auxclick']) root.addEventListener(type, track);
  const { customize } = (window as { wp?: { customize?: Customizer } }).wp ?? {};
  if (!customize && root.querySelector('.jp-relatedposts-post')) return;
  const { fillRelated } = await import('./related/fill-related.ts');
  await fillRelated(root, config, customize);
}
