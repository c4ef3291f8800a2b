import { writeOpening } from '../markup/block-markup.ts';
import type { WidgetSettings } from './widget-settings.ts';
import { listShapes, postWords } from './list-widgets.ts';
import type { DataSources, Part, PartImage } from './parts.ts';
import { isRealLink, button, heading, images, linkTo, list, player, quote, rich } from './parts.ts';
import { wordsInSettings } from './widget-settings.ts';

/** Resolves URLs and pictures that settings refer to by ids of the old site. */
class Reader {
  readonly settings: WidgetSettings;
  readonly #sources: DataSources;

  constructor(settings: WidgetSettings, sources: DataSources) {
    this.settings = settings;
    this.#sources = sources;
  }

  text(...keys: readonly string[]): string {
    return this.settings.text(...keys);
  }

  /** `post: 12` refers to a post of the old site. */
  url(...keys: readonly string[]): string {
    return panelsLink(this.settings.url(...keys), this.#sources);
  }

  /** An attachment by id, or the fallback picture while it is missing. */
  image(key: string): PartImage | undefined {
    return panelsImage(this.settings.get(key), this.text(`${key}_fallback`));
  }

  file(idKey: string, ...addressKeys: readonly string[]): Part[] {
    const known = this.#sources.items.get(this.text(idKey))?.file;
    return player(known?.url ?? this.settings.url(...addressKeys));
  }

  items(key: string): Reader[] {
    return this.settings.items(key).map((item) => new Reader(item, this.#sources));
  }

  in(key: string): Reader {
    return new Reader(this.settings.nested(this.settings.get(key)), this.#sources);
  }
}

export function panelsLink(url: string, sources: DataSources): string {
  const id = /^post:\s{0,5}(\d{1,13})$/.exec(url)?.[1];
  if (id === undefined) return url;
  const item = sources.items.get(id);
  return item?.file?.url ?? (item ? `/?p=${item.id}` : '');
}

/** A picture by attachment id or by URL, to which SiteOrigin appends the size (`#1920x1135`). */
export function panelsImage(value: unknown, fallback = ''): PartImage | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  if (/^[1-9]\d{0,12}$/.test(text)) return { url: '', oldId: text };
  const url = (/^(?:https?:)?\/\//i.test(text) ? text : fallback).replace(/#\d{1,5}x\d{1,5}$/, '');
  return url === '' ? undefined : { url };
}

const pictureWith = (image: PartImage | undefined, more: Partial<PartImage>): PartImage | undefined =>
  image && { ...image, ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== '')) };

type WidgetReader = (s: Reader) => Part[];

const nothing: WidgetReader = () => [];
const titled = (s: Reader): Part[] => heading(s.text('title'));
const text: WidgetReader = (s) => [...titled(s), ...rich(s.text('text', 'content'))];
const buttonIn = (s: Reader, key: string): Part[] => button(s.in(key).text('text'), s.in(key).url('url'));

const picture: WidgetReader = (s) => {
  const isTitleShown = !/^(?:hidden)?$/.test(s.text('title_position'));
  const image = pictureWith(s.image('image'), {
    alt: s.text('alt') || s.text('title'),
    caption: isTitleShown ? s.text('title') : '',
    link: realLink(s.url('url')),
  });
  return images(image);
};
const realLink = (url: string): string => (isRealLink(url) ? url : '');

const pictures =
  (key: string): WidgetReader =>
  (s) => [
    ...titled(s),
    ...images(
      ...s
        .items(key)
        .map((one) =>
          pictureWith(one.image('image'), { alt: one.text('alt', 'title'), link: realLink(one.url('url')) }),
        ),
    ),
  ];

const video: WidgetReader = (s) => {
  const own = s.in('video');
  const isHosted = s.text('host_type') === 'self';
  const found = isHosted
    ? own.file('self_video', 'self_video_fallback', 'external_video')
    : own.file('', 'external_video', 'self_video_fallback');
  return [
    ...titled(s),
    ...(found.length > 0 ? found : s.file('self_video', 'external_video', 'video', 'url')),
  ];
};

const headline: WidgetReader = (s) =>
  ['headline', 'sub_headline'].flatMap((key) => {
    const one = s.in(key);
    return heading(
      one.text('text'),
      one.text('tag') || (key === 'headline' ? 'h2' : 'h3'),
      one.url('destination_url'),
    );
  });

const features: WidgetReader = (s) => [
  ...titled(s),
  ...s
    .items('features')
    .flatMap((one) => [
      ...images(pictureWith(one.image('icon_image'), { alt: one.text('icon_title') })),
      ...heading(one.text('title'), 'h3', one.url('more_url')),
      ...rich(one.text('text')),
      ...rich(linkTo(one.text('more_text'), one.url('more_url'))),
    ]),
];

const slides: WidgetReader = (s) => [
  ...titled(s),
  ...s.items('frames').flatMap((one) => {
    const background = one.in('background');
    const films = [...one.items('background_videos'), ...background.items('videos')];
    return [
      ...images(
        pictureWith(one.image('background_image') ?? background.image('image'), {
          link: realLink(one.url('url') || background.url('url')),
        }),
      ),
      ...images(one.image('foreground_image')),
      ...films.flatMap((film) => film.file('file', 'url')),
      ...rich(one.text('content')),
      ...one.items('buttons').flatMap((each) => buttonIn(each, 'button')),
    ];
  }),
];

const disclosures =
  (key: string): WidgetReader =>
  (s) => [
    ...titled(s),
    ...s.items(key).flatMap((one): Part[] => {
      const summary = one.text('title');
      const parts = rich(one.text('content_text', 'content', 'text'));
      return summary === '' ? parts : [{ kind: 'details', summary, parts }];
    }),
  ];

const prices: WidgetReader = (s) => [
  ...titled(s),
  ...s
    .items('columns')
    .flatMap((one) => [
      ...images(one.image('image')),
      ...heading(one.text('title')),
      ...rich(one.text('subtitle')),
      ...rich([one.text('price'), one.text('per')].filter((value) => value !== '').join(' ')),
      ...list(one.items('features').map((feature) => feature.text('text'))),
      ...button(one.text('button'), one.url('url')),
    ]),
];

const testimonials: WidgetReader = (s) => [
  ...titled(s),
  ...s
    .items('testimonials')
    .flatMap((one) => [
      ...images(one.image('image')),
      ...quote(one.text('text'), linkTo(one.text('name'), one.url('url')), one.text('location')),
    ]),
];

const networks: WidgetReader = (s) => [
  ...titled(s),
  ...list(
    s
      .items('networks')
      .map((one) => (isRealLink(one.url('url')) ? linkTo(one.text('name'), one.url('url')) : '')),
  ),
];

const mediaFile: WidgetReader = (s) => [
  ...titled(s),
  ...s.file('attachment_id', 'url', 'mp4', 'm4v', 'webm', 'ogv', 'mp3', 'ogg'),
];

/** Widgets by `shortName`; others are read by `wordsInSettings`. */
const readers: ReadonlyMap<string, WidgetReader> = new Map(
  Object.entries<WidgetReader>({
    editor: text,
    text,
    blackstudiotinymce: text,
    customhtml: (s) => [...titled(s), ...rich(s.text('content'))],
    html: (s) => [...titled(s), ...rich(s.text('html', 'content', 'text'))],
    image: picture,
    mediaimage: (s) => [
      ...titled(s),
      ...images(
        pictureWith(panelsImage(s.settings.get('attachment_id'), s.url('url')), {
          alt: s.text('alt'),
          caption: s.text('caption'),
          link: realLink(s.url('link_url')),
        }),
      ),
    ],
    mediavideo: mediaFile,
    mediaaudio: mediaFile,
    mediagallery: (s) => {
      const ids = s.settings.get('ids');
      const found = Array.isArray(ids) ? ids : s.text('ids').split(',');
      return [...titled(s), ...images(...found.slice(0, 1000).map((id) => panelsImage(id)))];
    },
    imagegrid: pictures('images'),
    simplemasonry: pictures('items'),
    button: (s) => button(s.text('text'), s.url('url')),
    buttongrid: (s) =>
      s
        .items('buttons')
        .flatMap((one) => [...buttonIn(one, 'widget'), ...button(one.text('text'), one.url('url'))]),
    cta: (s) => [
      ...heading(s.text('title')),
      ...rich(s.text('sub_title', 'subtitle')),
      ...buttonIn(s, 'button'),
    ],
    headline,
    video,
    features,
    hero: slides,
    slider: slides,
    layoutslider: slides,
    embeddedvideo: (s) => s.file('', 'video', 'url'),
    accordion: disclosures('panels'),
    tabs: disclosures('tabs'),
    pricetable: prices,
    testimonials,
    testimonial: (s) => [
      ...images(s.image('image')),
      ...quote(s.text('text'), linkTo(s.text('name'), s.url('url')), s.text('location')),
    ],
    socialmediabuttons: networks,
    googlemap: (s) => rich(s.in('map_center').text('address') || s.text('map_center')),
    icon: nothing,
    contactform: nothing,
    taxonomy: nothing,
    categories: nothing,
    archives: nothing,
    calendar: nothing,
    meta: nothing,
    pages: nothing,
    links: nothing,
    navmenu: nothing,
    search: nothing,
    tagcloud: nothing,
    recentcomments: nothing,
    rss: nothing,
  }),
);

/** `SiteOrigin_Widget_Editor_Widget` and `WP_Widget_Text` become `editor` and `text`; names of other vendors stay complete. */
const shortName = (name: string): string =>
  lastName(name)
    .replace(/^(?:siteorigin_(?:panels_)?widgets?|wp_widget)_|_widget$/gi, '')
    .replaceAll('_', '')
    .toLowerCase();

/** The class without its namespace, whose backslashes may be doubled. */
const lastName = (name: string): string => name.slice(0, 200).split('\\').at(-1) ?? '';

export function panelsWidgetParts(name: string, settings: WidgetSettings, sources: DataSources): Part[] {
  const reader = readers.get(shortName(name));
  if (reader) return reader(new Reader(settings, sources));
  const readUrl = (url: string) => panelsLink(url, sources);
  return wordsInSettings(settings, { isNested: true, readUrl, readImage: panelsImage });
}

/** Placeholder block for list widgets of SiteOrigin or WordPress; compiling replaces it with Broadsheet's list. */
export const panelsListBlock = 'siteorigin-widget/list';

const subjects: ReadonlySet<string> = new Set(postWords);
const shapes: ReadonlySet<string> = new Set([...listShapes, 'loop', 'recent', 'latest', 'magazine']);
const neutral: ReadonlySet<string> = new Set([
  'site',
  'origin',
  'siteorigin',
  'widget',
  'widgets',
  'panels',
  'wp',
  'lsow',
  'sow',
  'so',
  'the',
]);

export function isPanelsListName(name: string): boolean {
  const words = lastName(name)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !neutral.has(word));
  return (
    words.some((word) => subjects.has(word)) && words.every((word) => subjects.has(word) || shapes.has(word))
  );
}

/** A query string by SiteOrigin's query builder. */
const postsQuery = /(?:^|&)(?:post_type|posts_per_page|orderby|tax_query|post__in)=/;
/** The list widget with the fewest settings. */
const plainList = 'SiteOrigin_Panels_Widgets_PostLoop';
const maxSettings = 20_000;

function hasQuery(settings: Readonly<Record<string, unknown>>): boolean {
  const query = Object.hasOwn(settings, 'posts') ? settings.posts : undefined;
  return typeof query === 'string' && query.length < maxSettings && postsQuery.test(query);
}

/** A block that replaces a list of posts; undefined for any other widget. */
export function panelsListMarkup(
  name: string,
  settings: Readonly<Record<string, unknown>>,
): string | undefined {
  if (!isPanelsListName(name) && !hasQuery(settings)) return undefined;
  const values = Object.fromEntries(Object.entries(settings).filter(([key]) => key !== 'constructor'));
  return writeOpening(
    panelsListBlock,
    {
      class: isPanelsListName(name) ? lastName(name) : plainList,
      settings: JSON.stringify(values).length > maxSettings ? {} : values,
    },
    true,
  );
}
