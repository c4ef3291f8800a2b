import { startOf } from '../../lib/cut-text.ts';
import { escapeHtml, htmlToText } from '../../lib/plain-text.ts';
import { writeClosing, writeOpening } from '../../lib/markup/block-markup.ts';
import { isRecord } from '../../lib/records.ts';

/** The block markup of a widget, or the reason why it is left out. A `note` with markup asks the user to check it. */
export type ConvertedWidget =
  | { readonly markup: string; readonly note?: string }
  | { readonly markup?: undefined; readonly note: string };

/** Where a widget goes, and where files of its address are now. */
interface Surroundings {
  readonly isInFooter: boolean;
  /** The address of an imported file by its old one; undefined: it was not imported. */
  readonly fileOf: (url: string) => string | undefined;
}

type Instance = Readonly<Record<string, unknown>>;
type Convert = (widget: Fields, around: Surroundings) => ConvertedWidget;

/** UTF-16 units of a setting; longer ones make a widget too large for each page. */
const maxText = 100_000;

/** Settings of a widget, which old plugins store as any type. */
class Fields {
  readonly #instance: Instance;

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  text(key: string, max = maxText): string {
    const value = this.#instance[key];
    return typeof value === 'string' || typeof value === 'number' ? startOf(String(value), max).trim() : '';
  }

  line(key: string): string {
    return htmlToText(this.text(key, 200));
  }

  isOn(key: string): boolean {
    return ['1', 'on', 'true', 'yes'].includes(String(this.#instance[key]).toLowerCase());
  }

  number(key: string, fallback: number, max: number): number {
    const value = Number(this.text(key));
    return Number.isSafeInteger(value) && value > 0 ? Math.min(value, max) : fallback;
  }

  url(key: string): string {
    const url = this.text(key, 2000);
    return /^(?:https?:)?\/\/[^\s"<>]+$/i.test(url) ? url : '';
  }
}

const block = (name: string, attributes: Instance = {}): string =>
  writeOpening(
    name,
    Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined && value !== '')),
    true,
  );
const saved = (name: string, html: string, attributes: Instance = {}): string =>
  `${writeOpening(name, attributes, false)}\n${html}\n${writeClosing(name)}`;
/** With the class of the headings of lists, so that looks style both alike. */
const heading = (title: string): string[] =>
  title === ''
    ? []
    : [
        saved('core/heading', `<h2 class="wp-block-heading section-title">${escapeHtml(title)}</h2>`, {
          className: 'section-title',
        }),
      ];
/** A widget is one block: several are grouped, because areas separate their blocks. */
function titled(widget: Fields, ...markup: readonly string[]): ConvertedWidget {
  const blocks = [...heading(widget.line('title')), ...markup];
  const [only = ''] = blocks;
  return {
    markup:
      blocks.length < 2
        ? only
        : saved('core/group', `<div class="wp-block-group">${blocks.join('\n\n')}</div>`),
  };
}
const leftOut =
  (note: string): Convert =>
  () => ({ note });

/** HTML that a paragraph can contain; other HTML becomes an HTML block. */
const inlineOnly =
  /^(?:[^<]|<\/?(?:a|abbr|b|br|cite|code|em|i|mark|s|small|span|strong|sub|sup|u)\b[^>]{0,1000}>)*$/i;

function textBlocks(text: string): string[] {
  if (text === '') return [];
  if (!inlineOnly.test(text)) return [saved('core/html', text)];
  return text
    .split(/\n[ \t\r]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => saved('core/paragraph', `<p>${part.replace(/\r?\n/g, '<br>')}</p>`));
}

function image(widget: Fields, { fileOf }: Surroundings): ConvertedWidget {
  const old = widget.url('url');
  if (old === '') return { note: 'It names no picture.' };
  const url = fileOf(old);
  const picture = `<img src="${escapeHtml(url ?? old)}" alt="${escapeHtml(widget.line('alt'))}"/>`;
  const link = widget.url('link_url');
  const caption = htmlToText(widget.text('caption', 2000));
  const html = `<figure class="wp-block-image">${link === '' ? picture : `<a href="${escapeHtml(link)}">${picture}</a>`}${
    caption === '' ? '' : `<figcaption class="wp-element-caption">${escapeHtml(caption)}</figcaption>`
  }</figure>`;
  return {
    ...titled(widget, saved('core/image', html)),
    ...(url === undefined ? { note: `Its picture was not imported, and is still loaded from ${old}.` } : {}),
  } as ConvertedWidget;
}

const player =
  (kind: 'audio' | 'video'): Convert =>
  (widget, { fileOf }) => {
    const old = ['url', 'mp3', 'mp4', 'webm', 'ogg', 'm4v'].map((key) => widget.url(key)).find(Boolean) ?? '';
    if (old === '') return { note: 'It names no file.' };
    const html = `<figure class="wp-block-${kind}"><${kind} controls src="${escapeHtml(fileOf(old) ?? old)}"></${kind}></figure>`;
    return titled(widget, saved(`core/${kind}`, html));
  };

const converters: Readonly<Record<string, Convert>> = {
  block: (widget) => {
    const markup = widget.text('content');
    return markup === '' ? { note: 'It is empty.' } : { markup };
  },
  search: (widget) =>
    titled(
      widget,
      block('core/search', {
        label: widget.line('title') || undefined,
        showLabel: false,
        buttonUseIcon: true,
      }),
    ),
  categories: (widget) =>
    titled(
      widget,
      block('core/categories', {
        showPostCounts: widget.isOn('count') || undefined,
        showHierarchy: widget.isOn('hierarchical') || undefined,
        displayAsDropdown: widget.isOn('dropdown') || undefined,
      }),
    ),
  archives: (widget) =>
    titled(
      widget,
      block('core/archives', {
        showPostCounts: widget.isOn('count') || undefined,
        displayAsDropdown: widget.isOn('dropdown') || undefined,
      }),
    ),
  'recent-posts': (widget) => ({
    markup: block('broadsheet/post-list', {
      style: 'compact',
      custom_title: widget.line('title') || 'translation_latest',
      limit: widget.number('number', 5, 20),
      td_column_number: 1,
      show_excerpt: false,
      show_category: false,
      show_meta: widget.isOn('show_date'),
    }),
  }),
  'recent-comments': (widget) =>
    titled(
      widget,
      block('core/latest-comments', {
        commentsToShow: widget.number('number', 5, 20),
        displayAvatar: false,
        displayExcerpt: false,
      }),
    ),
  tag_cloud: (widget) =>
    titled(
      widget,
      block('core/tag-cloud', {
        taxonomy: widget.line('taxonomy') === 'category' ? 'category' : undefined,
        showTagCounts: widget.isOn('count') || undefined,
      }),
    ),
  text: (widget) => titled(widget, ...textBlocks(widget.text('text'))),
  custom_html: (widget) => titled(widget, saved('core/html', widget.text('content'))),
  media_image: image,
  media_audio: player('audio'),
  media_video: player('video'),
  media_gallery: leftOut('Its pictures are named by numbers of the old site only.'),
  nav_menu: (widget, { isInFooter }) => ({
    markup: block('broadsheet/nav-menu', {
      location: isInFooter ? 'footer' : 'primary',
      style: 'list',
      label: widget.line('title') || undefined,
      show_label: widget.line('title') === '' ? undefined : true,
      depth: 1,
    }),
    note: 'Check its menu: the file names it by a number of the old site only.',
  }),
  rss: (widget) => {
    const url = widget.url('url');
    if (url === '') return { note: 'It names no feed.' };
    return titled(
      widget,
      block('core/rss', {
        feedURL: url,
        itemsToShow: widget.number('items', 10, 20),
        displayExcerpt: widget.isOn('show_summary') || undefined,
        displayAuthor: widget.isOn('show_author') || undefined,
        displayDate: widget.isOn('show_date') || undefined,
      }),
    );
  },
  pages: (widget) => titled(widget, block('core/page-list')),
  calendar: (widget) => titled(widget, block('core/calendar')),
  meta: leftOut('Links to log in and to feeds are part of the header and footer here.'),
  links: leftOut('The site has no link manager.'),
};

/** The kind of a widget by its id, such as `recent-posts-2`. */
export const widgetKind = (id: string): string => id.replace(/-\d+$/, '');

/** Converts a widget of WordPress by its id and settings. */
export function convertWidget(id: string, instance: unknown, around: Surroundings): ConvertedWidget {
  const kind = widgetKind(id);
  const convert = Object.hasOwn(converters, kind) ? converters[kind] : undefined;
  if (!convert) return { note: 'There is no block for this kind of widget.' };
  if (!isRecord(instance)) return { note: 'Its settings can’t be read.' };
  if (Object.values(instance).some((value) => typeof value === 'string' && value.length > maxText))
    return { note: `It has more than ${maxText} characters.` };
  return convert(new Fields(instance), around);
}
