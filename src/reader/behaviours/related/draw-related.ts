import type { RelatedConfig, RelatedItem, RelatedList } from '../../../blocks/site-related/related-item.ts';
import { fetchedNodes } from '../../islands/fetched.ts';
import { headlineLevel, titleLevel, plateOf } from '../../../lib/cards.ts';
import { textDirection } from '../../../lib/bidi.ts';

function element(
  name: string,
  classNames: readonly string[],
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = document.createElement(name);
  const names = classNames.filter(Boolean).join(' ');
  if (names) made.className = names;
  made.append(...children);
  return made;
}

function atLevel(made: HTMLElement, level: number | undefined): HTMLElement {
  if (level !== undefined) made.ariaLevel = String(level);
  return made;
}

function directed(made: HTMLElement): HTMLElement {
  const direction = textDirection(made.textContent, document.dir === 'rtl');
  if (direction) made.dir = direction;
  return made;
}

function linkTo(
  { url, rel, url_meta: meta }: RelatedItem,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const link = element('a', ['jp-relatedposts-post-a', className], ...children) as HTMLAnchorElement;
  link.href = url;
  if (rel) link.rel = rel;
  Object.assign(link.dataset, { origin: meta.origin, position: meta.position });
  return link;
}

/** Hides a duplicate of the title's link from keyboard and screen readers. */
function second(link: HTMLElement): HTMLElement {
  link.tabIndex = -1;
  link.ariaHidden = 'true';
  return link;
}

function pictureOf(item: RelatedItem): HTMLElement {
  const { src, width, height, srcset, sizes, alt_text: alt } = item.img ?? {};
  if (!src) return second(linkTo(item, 'jp-relatedposts-post-aoverlay'));
  const image = element('img', ['jp-relatedposts-post-img']);
  const attributes = {
    loading: 'lazy',
    alt: alt ?? '',
    width,
    height,
    sizes,
    srcset,
    'data-plate': plateOf(item.title),
    src,
  };
  for (const [name, value] of Object.entries(attributes))
    if (value || name === 'alt') image.setAttribute(name, String(value));
  return second(linkTo(item, '', image));
}

/** Text of an HTML string; nothing in it loads or runs. */
function plain(html: string): string {
  return fetchedNodes(html).textContent ?? '';
}

function itemOf(
  item: RelatedItem,
  index: number,
  { show_thumbnails: visual, show_date: dated, show_context: withContext }: RelatedList,
  config: RelatedConfig,
): HTMLElement {
  const kind = !visual ? '' : item.img?.src ? 'jp-relatedposts-post-thumbs' : 'jp-relatedposts-post-nothumbs';
  const made = element('div', [
    'jp-relatedposts-post',
    `jp-relatedposts-post${index}`,
    kind,
    ...(item.classes ?? []),
  ]);
  Object.assign(made.dataset, { postId: item.id, postFormat: item.format });
  if (visual && !item.img?.src) made.dataset.plate = plateOf(item.title);
  if (visual) made.append(pictureOf(item));
  made.append(
    directed(
      atLevel(
        element(config.heading, ['jp-relatedposts-post-title'], linkTo(item, '', item.title)),
        titleLevel(config),
      ),
    ),
  );
  if (visual) made.append(directed(element('p', ['jp-relatedposts-post-excerpt'], plain(item.excerpt))));
  if (dated) made.append(element('p', ['jp-relatedposts-post-date'], item.date));
  if (withContext && item.context) made.append(element('p', ['jp-relatedposts-post-context'], item.context));
  return made;
}

function show(root: HTMLElement, list: RelatedList, config: RelatedConfig): void {
  const view = list.show_thumbnails ? 'visual' : 'minimal';
  const items = element(
    'div',
    ['jp-relatedposts-items', `jp-relatedposts-items-${view}`, `jp-relatedposts-${list.layout}`],
    ...list.items.map((item, index) => itemOf(item, index, list, config)),
  );
  root.replaceChildren(
    ...(config.headline
      ? [
          atLevel(
            element('h3', ['jp-relatedposts-headline', 'section-title'], element('em', [], config.headline)),
            headlineLevel,
          ),
        ]
      : []),
    items,
  );
  root.hidden = false;
}

function asPreviewed(
  list: RelatedList,
  config: RelatedConfig,
  customize: Customizer,
): { list: RelatedList; config: RelatedConfig } {
  const say = <Value>(name: string, value: Value) =>
    (customize(`related_posts_${name}`)?.get() ?? value) as Value;
  return {
    list: {
      ...list,
      show_thumbnails: say('show_thumbnails', list.show_thumbnails),
      show_date: say('show_date', list.show_date),
      show_context: say('show_context', list.show_context),
      layout: say('layout', list.layout),
    },
    config: { headline: say('headline', config.headline), heading: say('heading', config.heading) },
  };
}

/** Shows a list in its hidden container; in the customizer's preview, again whenever its partial refreshes. */
export function drawRelated(
  root: HTMLElement,
  list: RelatedList,
  config: RelatedConfig,
  customize: Customizer | undefined,
): void {
  if (!customize) return show(root, list, config);
  const redraw = () => {
    const previewed = asPreviewed(list, config, customize);
    show(root, previewed.list, previewed.config);
  };
  customize.selectiveRefresh?.bind('partial-content-rendered', ({ partial }) => {
    if (partial?.id === 'related_posts') redraw();
  });
  redraw();
}

/** The preview's `window.wp.customize`. Its requests carry our flag `{provider}rpcustomize`. */
export interface Customizer {
  (setting: string): { get(): unknown } | undefined;
  readonly selectiveRefresh?: {
    bind(event: string, listener: (placement: { readonly partial?: { readonly id: string } }) => void): void;
  };
}
