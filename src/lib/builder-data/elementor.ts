import { isRecord } from '../records.ts';
import { WidgetSettings, imageIn, wordsInSettings } from './widget-settings.ts';
import { listWidgetMarkup } from './list-widgets.ts';
import type { DataSources, Part, PartImage } from './parts.ts';
import {
  noSources,
  isRealLink,
  button,
  heading,
  images,
  linkTo,
  list,
  player,
  quote,
  rich,
} from './parts.ts';

/** Longest `_elementor_data` that is read, in UTF-16 units. */
const maxData = 8_000_000;
const maxDepth = 100;
const maxElements = 20_000;
const maxColumns = 6;
/** Depth from which elements are written in sequence, so that blocks don't exceed the nesting limit of documents. */
const maxColumnDepth = 12;

/** Parses the data, which an importer may have escaped once more. Undefined when invalid. */
function parse(json: string): readonly unknown[] | undefined {
  if (json.length > maxData || !/^\s*\[/.test(json)) return undefined;
  for (const text of json.startsWith('[{\\"') ? [json.replaceAll(/\\(.)/gs, '$1')] : [json]) {
    try {
      const data: unknown = JSON.parse(text);
      if (Array.isArray(data)) return data;
    } catch {
      // Not JSON: shows nothing.
    }
  }
  return undefined;
}

/** The parts of a page built with Elementor (`_elementor_data`), in order. */
export function elementorParts(
  json: string,
  { templates }: Pick<DataSources, 'templates'> = noSources,
): Part[] {
  const data = parse(json);
  if (!data) return [];
  let room = maxElements;
  const parsed = new Map<string, readonly unknown[]>();
  const open = new Set<string>();
  /** The parts of a template; undefined when it is unknown or already open. */
  const readTemplate = (id: string, depth: number): Part[] | undefined => {
    const found = templates.get(id);
    if (found === undefined || open.has(id)) return undefined;
    const elements = parsed.get(id) ?? parse(found) ?? [];
    parsed.set(id, elements);
    open.add(id);
    const parts = read(elements, depth + 1).flat();
    open.delete(id);
    return parts;
  };
  const read = (elements: unknown, depth: number): Part[][] => {
    if (!Array.isArray(elements) || depth > maxDepth) return [];
    const found: Part[][] = [];
    for (const element of elements) {
      if (room-- <= 0) break;
      found.push(isRecord(element) ? readOne(element, depth) : []);
    }
    return found;
  };
  const readOne = (element: Readonly<Record<string, unknown>>, depth: number): Part[] => {
    const own = (key: string) => (Object.hasOwn(element, key) ? element[key] : undefined);
    const settings = new WidgetSettings(own('settings'));
    if (['hide_desktop', 'hide_tablet', 'hide_mobile'].every((key) => settings.text(key) !== '')) return [];
    const inner = read(own('elements'), depth + 1);
    const type = own('widgetType');
    if (own('elType') === 'widget' || (typeof type === 'string' && type !== '')) {
      const name = typeof type === 'string' ? type : '';
      const template = templateIdOf(name, own('templateID'), settings);
      const shown = template === undefined ? undefined : readTemplate(template, depth);
      if (shown) return shown;
      const markup = listWidgetMarkup(name, settings);
      return markup === undefined ? widgetParts(name, settings, inner) : [{ kind: 'markup', markup }];
    }
    const background = settings.image('background_image');
    const columns = inner.filter((parts) => parts.length > 0);
    if (columns.length === 0)
      return background && settings.text('background_background') !== ''
        ? [{ kind: 'images', images: [background] }]
        : [];
    const isRow = own('elType') === 'section' || settings.text('flex_direction').startsWith('row');
    const isBeside = isRow && depth < maxColumnDepth && columns.length > 1 && columns.length <= maxColumns;
    return isBeside ? [{ kind: 'columns', columns }] : inner.flat();
  };
  return read(data, 0).flat();
}

const templateShortcode = /^\[elementor-template\s+id=["']?(\d{1,13})["']?\s*\/?\]$/;

function templateIdOf(type: string, globalId: unknown, settings: WidgetSettings): string | undefined {
  if (type === 'template') return settings.text('template_id');
  if (type === 'global')
    return typeof globalId === 'number' ? String(globalId) : settings.text('templateID') || asText(globalId);
  return type === 'shortcode' ? templateShortcode.exec(settings.text('shortcode'))?.[1] : undefined;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

export function* templateIdsIn(json: string): Generator<string> {
  const named =
    /"template_?id"\s?:\s?"?([1-9]\d{0,12})\b|\[elementor-template\s{1,5}id=\\?["']?([1-9]\d{0,12})\b/gi;
  for (const [, byWidget = '', byShortcode = ''] of json.matchAll(named)) yield byWidget || byShortcode;
}

/** Returns what a widget shows; `inner` are the parts of each nested element. */
type WidgetReader = (settings: WidgetSettings, inner: readonly (readonly Part[])[]) => Part[];

function video(s: WidgetSettings): Part[] {
  const type = s.text('video_type', 'type') || 'youtube';
  const hosted = s.url('external_url', 'hosted_url');
  const url = type === 'hosted' ? hosted : s.url(`${type}_url`, 'url', 'source') || hosted;
  return [...player(url), ...rich(s.text('caption'))];
}

function picture(s: WidgetSettings): Part[] {
  const found = s.image('image');
  if (!found) return [];
  const caption =
    s.text('caption_source') === 'custom' || s.get('caption_source') === undefined ? s.text('caption') : '';
  const link = s.text('link_to') === 'custom' || s.get('link_to') === undefined ? s.url('link') : '';
  return images({ ...found, ...(caption === '' ? {} : { caption }), ...(isRealLink(link) ? { link } : {}) });
}

const box: WidgetReader = (s) => [
  ...images(s.image('image', 'graphic_image', 'bg_image')),
  ...heading(s.text('title_text', 'title'), s.text('title_size', 'title_tag') || 'h3', s.url('link')),
  ...rich(s.text('description_text', 'description')),
  ...button(s.text('button', 'button_text'), s.url('link')),
  ...rich(s.text('ribbon_title')),
];

const galleryOf = (value: unknown): PartImage[] =>
  (Array.isArray(value) ? value : [])
    .slice(0, 1000)
    .map((one) => imageIn(one, 0))
    .filter((one) => one !== undefined);

function gallery(s: WidgetSettings): Part[] {
  const own = ['wp_gallery', 'carousel', 'gallery'].flatMap((key) => galleryOf(s.get(key)));
  return [
    ...images(...own),
    ...s
      .items('galleries')
      .flatMap((one) => [
        ...heading(one.text('gallery_title')),
        ...images(...galleryOf(one.get('multiple_gallery'))),
      ]),
  ];
}

const tabs: WidgetReader = (s, inner) => {
  const items = s.items('tabs');
  if (items.length === 0) return inner.flat();
  return items.flatMap((item, index) => [
    ...heading(item.text('tab_title')),
    ...rich(item.text('tab_content')),
    ...(inner[index] ?? []),
  ]);
};

const accordion: WidgetReader = (s, inner) => {
  const items = [...s.items('tabs'), ...s.items('items')];
  if (items.length === 0) return inner.flat();
  return items.flatMap((item, index): Part[] => {
    const summary = item.text('tab_title', 'item_title', 'title');
    const parts = [...rich(item.text('tab_content', 'content')), ...(inner[index] ?? [])];
    return summary === '' ? parts : [{ kind: 'details', summary, parts }];
  });
};

const testimonials: WidgetReader = (s) =>
  s
    .items('slides')
    .flatMap((one) => [
      ...images(one.image('image')),
      ...quote(one.text('content'), one.text('name'), one.text('title')),
    ]);

const slides: WidgetReader = (s) =>
  s
    .items('slides')
    .flatMap((one) => [
      ...images(one.image('background_image', 'image')),
      ...heading(one.text('heading', 'title'), 'h2'),
      ...rich(one.text('description', 'content')),
      ...button(one.text('button_text'), one.url('link')),
    ]);

const mediaCarousel: WidgetReader = (s) =>
  s
    .items('slides')
    .flatMap((one) => [
      ...images(one.image('image')),
      ...player(one.url('video', 'youtube_url', 'vimeo_url')),
      ...rich(one.text('caption')),
    ]);

const priceTable: WidgetReader = (s) => [
  ...heading(s.text('heading'), s.text('heading_tag') || 'h3'),
  ...rich(s.text('sub_heading')),
  ...rich(priceOf(s)),
  ...list(s.items('features_list').map((item) => item.text('item_text'))),
  ...button(s.text('button_text'), s.url('link')),
  ...rich(s.text('footer_additional_info')),
  ...rich(s.text('ribbon_title')),
];

const currencies: ReadonlyMap<string, string> = new Map([
  ['dollar', '$'],
  ['euro', '€'],
  ['pound', '£'],
  ['yen', '¥'],
  ['rupee', '₨'],
  ['indian_rupee', '₹'],
  ['franc', '₣'],
  ['krona', 'kr'],
  ['real', 'R$'],
]);

function priceOf(s: WidgetSettings): string {
  const price = s.text('price');
  const symbol =
    s.text('currency_symbol') === 'custom'
      ? s.text('currency_symbol_custom')
      : (currencies.get(s.text('currency_symbol')) ?? '');
  return price === '' ? '' : [`${symbol}${price}`, s.text('period')].filter((one) => one !== '').join(' ');
}

const priceList: WidgetReader = (s) =>
  list(
    s.items('price_list').map((item) => {
      const title = linkTo(item.text('title'), item.url('link'));
      return [
        [title && `<strong>${title}</strong>`, item.text('price')].filter((one) => one !== '').join(' '),
        item.text('item_description'),
      ]
        .filter((one) => one !== '')
        .join('<br>');
    }),
  );

const nothing: WidgetReader = () => [];

/** Widgets of Elementor and Elementor Pro by `widgetType`. Others are read by `wordsInSettings`. */
const readers: ReadonlyMap<string, WidgetReader> = new Map(
  Object.entries<WidgetReader>({
    heading: (s) => heading(s.text('title'), s.text('header_size') || 'h2', s.url('link')),
    'e-heading': (s) => heading(s.text('title'), s.text('tag') || 'h2', s.url('link')),
    'text-editor': (s) => rich(s.text('editor')),
    'e-paragraph': (s) => rich(s.text('paragraph')),
    image: picture,
    'e-image': picture,
    'image-box': box,
    'icon-box': box,
    'call-to-action': box,
    button: (s) => button(s.text('text'), s.url('link')),
    'e-button': (s) => button(s.text('text'), s.url('link')),
    video,
    'e-youtube': video,
    'e-self-hosted-video': video,
    'image-gallery': gallery,
    'image-carousel': gallery,
    gallery,
    tabs,
    'nested-tabs': tabs,
    accordion,
    toggle: accordion,
    'nested-accordion': accordion,
    testimonial: (s) => [
      ...images(s.image('testimonial_image')),
      ...quote(s.text('testimonial_content'), s.text('testimonial_name'), s.text('testimonial_job')),
    ],
    'testimonial-carousel': testimonials,
    reviews: testimonials,
    slides,
    'media-carousel': mediaCarousel,
    'icon-list': (s) => list(s.items('icon_list').map((item) => linkTo(item.text('text'), item.url('link')))),
    counter: (s) =>
      rich(
        [`${s.text('prefix')}${s.text('ending_number')}${s.text('suffix')}`, s.text('title')]
          .filter((one) => one !== '')
          .join(' '),
      ),
    progress: (s) => rich([s.text('title'), s.text('inner_text')].filter((one) => one !== '').join(': ')),
    alert: (s) => [
      ...rich(s.text('alert_title') && `<strong>${s.text('alert_title')}</strong>`),
      ...rich(s.text('alert_description')),
    ],
    html: (s) => [{ kind: 'text', html: s.text('html') }],
    shortcode: (s) => (s.text('shortcode') === '' ? [] : [{ kind: 'shortcode', text: s.text('shortcode') }]),
    audio: (s) => player(s.url('link')),
    blockquote: (s) => quote(s.text('blockquote_content'), s.text('author_name')),
    'flip-box': (s) => [
      ...images(s.image('image')),
      ...heading(s.text('title_text_a')),
      ...rich(s.text('description_text_a')),
      ...heading(s.text('title_text_b')),
      ...rich(s.text('description_text_b')),
      ...button(s.text('button_text'), s.url('link')),
    ],
    'price-table': priceTable,
    'price-list': priceList,
    'animated-headline': (s) =>
      heading(
        [
          s.text('before_text'),
          s.text('highlighted_text') || (s.text('rotating_text').split('\n')[0] ?? ''),
          s.text('after_text'),
        ]
          .filter((one) => one !== '')
          .join(' '),
        s.text('tag') || 'h3',
        s.url('link'),
      ),
    divider: (s) => rich(s.text('look') === 'line_text' ? s.text('text') : ''),
    google_maps: (s) => rich(s.text('address')),
    'code-highlight': (s) => {
      const code = s.text('code').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      return code === ''
        ? []
        : [{ kind: 'text', html: `<pre class="wp-block-code"><code>${code}</code></pre>` }];
    },
    hotspot: (s) => [
      ...picture(s),
      ...s
        .items('hotspot')
        .flatMap((one) => [...rich(one.text('hotspot_label')), ...rich(one.text('hotspot_tooltip_content'))]),
    ],
    lottie: (s) => rich(s.text('caption')),
    'text-path': (s) => rich(linkTo(s.text('text'), s.url('link'))),
    rating: nothing,
    spacer: nothing,
    'menu-anchor': nothing,
    icon: nothing,
    sidebar: nothing,
    'nav-menu': nothing,
    'mega-menu': nothing,
    search: nothing,
    'search-form': nothing,
    'share-buttons': nothing,
    'social-icons': nothing,
    'post-info': nothing,
    'post-navigation': nothing,
    'post-comments': nothing,
    'author-box': nothing,
    breadcrumbs: nothing,
    login: nothing,
    form: nothing,
    countdown: nothing,
    'table-of-contents': nothing,
    'read-more': nothing,
    'site-logo': nothing,
    sitemap: nothing,
    'progress-tracker': nothing,
    'paypal-button': nothing,
    'stripe-button': nothing,
    'facebook-button': nothing,
  }),
);

/** Parts of a widget; unknown widgets are searched for text, pictures and links. */
function widgetParts(type: string, settings: WidgetSettings, inner: readonly (readonly Part[])[]): Part[] {
  const reader = readers.get(type);
  if (reader) return reader(settings, inner);
  // Theme parts: the surrounding page already shows them.
  if (/^(?:theme-|woocommerce-|wc-|e-form)/.test(type)) return inner.flat();
  if (type.startsWith('wp-widget-')) {
    const [own = settings] = [settings.get('wp')]
      .filter((wp) => wp !== undefined)
      .map((wp) => settings.nested(wp));
    return [...heading(own.text('title')), ...rich(own.text('text', 'content'))];
  }
  return [...wordsInSettings(settings), ...inner.flat()];
}
