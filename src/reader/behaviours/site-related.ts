import type { Customizer } from './related/draw-related.ts';

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
 * Counts clicks on related posts (`#jp-relatedposts`) and fetches them if the server left the container empty and
 * hidden. Config: `{"headline": "Related", "heading": "h4"}`. Markup: blocks/site-related/view.tsx.
 */
export async function start(root: HTMLElement, config: unknown): Promise<void> {
  tidyAddress();
  for (const type of ['click', 'auxclick']) root.addEventListener(type, track);
  const { customize } = (window as { wp?: { customize?: Customizer } }).wp ?? {};
  if (!customize && root.querySelector('.jp-relatedposts-post')) return;
  const { fillRelated } = await import('./related/fill-related.ts');
  await fillRelated(root, config, customize);
}
