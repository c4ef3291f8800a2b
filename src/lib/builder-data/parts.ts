import { escapeHtml, htmlToText } from '../plain-text.ts';
import { writeClosing, writeOpening } from '../markup/block-markup.ts';
import { videoAt } from '../video.ts';

/** A picture by URL, or by its attachment's id at the old site if there is no URL. */
export interface PartImage {
  readonly url: string;
  readonly oldId?: string;
  readonly alt?: string;
  readonly caption?: string;
  readonly link?: string;
}

/** A piece of a page in a builder's data or in fields. `html` is not cleaned; rendering cleans it like any content. */
export type Part =
  | { readonly kind: 'heading'; readonly level: number; readonly html: string; readonly link?: string }
  | { readonly kind: 'paragraph' | 'text'; readonly html: string }
  | { readonly kind: 'images'; readonly images: readonly PartImage[] }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'button'; readonly html: string; readonly link: string }
  | { readonly kind: 'embed'; readonly url: string }
  | {
      readonly kind: 'file';
      readonly url: string;
      readonly as: 'audio' | 'video' | 'download';
      readonly name: string;
    }
  | { readonly kind: 'quote'; readonly html: string; readonly cite: string }
  | { readonly kind: 'details'; readonly summary: string; readonly parts: readonly Part[] }
  | { readonly kind: 'columns'; readonly columns: readonly (readonly Part[])[] }
  | { readonly kind: 'shortcode'; readonly text: string }
  | { readonly kind: 'posts'; readonly ids: readonly number[] }
  | { readonly kind: 'markup'; readonly markup: string };

export interface KnownItem {
  readonly id: number;
  readonly file?: {
    readonly url: string;
    readonly mimeType: string;
    readonly alt: string;
    readonly caption: string;
    readonly title: string;
  };
}

/** A term or user of this site. `url` is root-relative, or empty when there is no page. */
export interface KnownName {
  readonly name: string;
  readonly url: string;
}

/** Database rows that ids in the data refer to. */
export interface DataSources {
  /** By the id at the old site. */
  readonly items: ReadonlyMap<string, KnownItem>;
  /** ACF field types (`wysiwyg`, `image`), by field key; only exports that include the field groups have them. */
  readonly fieldTypes: ReadonlyMap<string, string>;
  /** Taxonomies of ACF fields that choose terms, by field key. */
  readonly taxonomies: ReadonlyMap<string, string>;
  /** Terms by taxonomy and id at the old site (`category:3`), and users by id. */
  readonly terms: ReadonlyMap<string, KnownName>;
  readonly users: ReadonlyMap<string, KnownName>;
  readonly templates: ReadonlyMap<string, string>;
  /** Texts of posts that builders show within others, by id at the old site. */
  readonly globals: ReadonlyMap<string, string>;
}

export const noSources: DataSources = {
  items: new Map(),
  fieldTypes: new Map(),
  taxonomies: new Map(),
  terms: new Map(),
  users: new Map(),
  templates: new Map(),
  globals: new Map(),
};

/** Longest markup rendered from one post's data, in UTF-16 units. */
const maxMarkup = 1_000_000;

/** Removes comments, so that data can't contain blocks. An unclosed comment removes the rest. Linear in time. */
export function withoutComments(html: string): string {
  if (!html.includes('<!--')) return html;
  let text = '';
  let from = 0;
  for (;;) {
    const start = html.indexOf('<!--', from);
    if (start === -1) return text + html.slice(from);
    text += html.slice(from, start);
    const end = html.indexOf('-->', start + 4);
    if (end === -1) return text;
    from = end + 3;
  }
}

/** Removing one comment can join the halves of another. */
function safeHtml(html: string): string {
  let safe = html;
  for (let pass = 0; pass < 3 && safe.includes('<!--'); pass++) safe = withoutComments(safe);
  return safe.replaceAll('<!--', '&lt;!--');
}

const blockLevel =
  /<(?:p|div|h[1-6]|ul|ol|table|blockquote|figure|section|article|pre|hr|iframe|form|dl)[\s>/]/i;
export const isBlockHtml = (html: string): boolean => blockLevel.test(html) || /\n\s*\n/.test(html);

export const isRealLink = (url: string): boolean => url !== '' && !/^#?$/.test(url.trim());

function block(name: string, attributes: Readonly<Record<string, unknown>>, html: string): string {
  return `${writeOpening(name, attributes, false)}\n${html}\n${writeClosing(name)}`;
}

const linked = (html: string, link: string | undefined) =>
  link !== undefined && isRealLink(link) && !/<a[\s>]/i.test(html)
    ? `<a href="${escapeHtml(link)}">${html}</a>`
    : html;

type PartOf<Kind extends Part['kind']> = Extract<Part, { readonly kind: Kind }>;

function headingBlock(part: PartOf<'heading'>): string {
  const { level } = part;
  const html = linked(safeHtml(part.html), part.link);
  return block(
    'core/heading',
    level === 2 ? {} : { level },
    `<h${level} class="wp-block-heading">${html}</h${level}>`,
  );
}

function buttonBlock(part: PartOf<'button'>): string {
  const link = `<a class="wp-block-button__link wp-element-button" href="${escapeHtml(part.link)}">${safeHtml(part.html)}</a>`;
  return block(
    'core/buttons',
    {},
    `<div class="wp-block-buttons">${block('core/button', {}, `<div class="wp-block-button">${link}</div>`)}</div>`,
  );
}

function fileBlock(part: PartOf<'file'>): string {
  const url = escapeHtml(part.url);
  if (part.as === 'video')
    return block(
      'core/video',
      {},
      `<figure class="wp-block-video"><video controls src="${url}"></video></figure>`,
    );
  if (part.as === 'audio')
    return block(
      'core/audio',
      {},
      `<figure class="wp-block-audio"><audio controls src="${url}"></audio></figure>`,
    );
  return block('core/paragraph', {}, `<p><a href="${url}">${escapeHtml(part.name || part.url)}</a></p>`);
}

function quoteBlock(part: PartOf<'quote'>): string {
  const text = safeHtml(part.html);
  const inner = isBlockHtml(text)
    ? block('core/freeform', {}, text)
    : block('core/paragraph', {}, `<p>${text}</p>`);
  const cite = part.cite === '' ? '' : `<cite>${safeHtml(part.cite)}</cite>`;
  return block('core/quote', {}, `<blockquote class="wp-block-quote">${inner}${cite}</blockquote>`);
}

class Writer {
  readonly #sources: DataSources;
  #room = maxMarkup;

  constructor(sources: DataSources) {
    this.#sources = sources;
  }

  all(parts: readonly Part[]): string {
    const written: string[] = [];
    for (const part of parts) {
      if (this.#room <= 0) break;
      const markup = this.#one(part);
      if (markup === '') continue;
      if (part.kind !== 'columns' && part.kind !== 'details') this.#room -= markup.length;
      if (this.#room < 0) break;
      written.push(markup);
    }
    return written.join('\n\n');
  }

  #one(part: Part): string {
    switch (part.kind) {
      case 'heading':
        return headingBlock(part);
      case 'paragraph':
        return block('core/paragraph', {}, `<p>${safeHtml(part.html)}</p>`);
      case 'text':
        return block('core/freeform', {}, safeHtml(part.html));
      case 'images':
        return this.#images(part.images);
      case 'list': {
        const items = part.items.map((html) => block('core/list-item', {}, `<li>${safeHtml(html)}</li>`));
        return items.length === 0
          ? ''
          : block('core/list', {}, `<ul class="wp-block-list">${items.join('')}</ul>`);
      }
      case 'button':
        return buttonBlock(part);
      case 'embed': {
        const wrapper = `<div class="wp-block-embed__wrapper">\n${escapeHtml(part.url)}\n</div>`;
        return block('core/embed', { url: part.url }, `<figure class="wp-block-embed">${wrapper}</figure>`);
      }
      case 'file':
        return fileBlock(part);
      case 'quote':
        return quoteBlock(part);
      case 'details':
        return this.#details(part);
      case 'columns':
        return this.#columns(part);
      case 'shortcode':
        return block('core/shortcode', {}, safeHtml(part.text));
      case 'posts':
        return part.ids.length === 0
          ? ''
          : writeOpening(
              'broadsheet/post-list',
              {
                style: 'compact',
                td_column_number: 1,
                post_ids: part.ids.join(','),
                limit: Math.min(part.ids.length, 50),
              },
              true,
            );
      case 'markup':
        return part.markup;
    }
  }

  #details(part: PartOf<'details'>): string {
    const inner = this.all(part.parts);
    if (inner === '')
      return block(
        'core/heading',
        { level: 3 },
        `<h3 class="wp-block-heading">${safeHtml(part.summary)}</h3>`,
      );
    return block(
      'core/details',
      {},
      `<details class="wp-block-details"><summary>${safeHtml(part.summary)}</summary>${inner}</details>`,
    );
  }

  #columns(part: PartOf<'columns'>): string {
    const columns = part.columns.map((parts) => this.all(parts)).filter((markup) => markup !== '');
    if (columns.length < 2) return columns.join('');
    const inner = columns.map((markup) =>
      block('core/column', {}, `<div class="wp-block-column">${markup}</div>`),
    );
    return block('core/columns', {}, `<div class="wp-block-columns">${inner.join('\n')}</div>`);
  }

  #images(images: readonly PartImage[]): string {
    const found = images.flatMap((image) => {
      const known = image.oldId === undefined ? undefined : this.#sources.items.get(image.oldId);
      const url = image.url || known?.file?.url || '';
      return url === ''
        ? []
        : [
            {
              ...image,
              url,
              id: image.url === '' ? known?.id : undefined,
              alt: image.alt || known?.file?.alt || '',
            },
          ];
    });
    const written = found.map(({ url, id, alt, caption = '', link = '' }) => {
      const image = `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}"${id === undefined ? '' : ` class="wp-image-${id}"`}/>`;
      const text =
        caption === '' ? '' : `<figcaption class="wp-element-caption">${safeHtml(caption)}</figcaption>`;
      return block(
        'core/image',
        id === undefined ? {} : { id },
        `<figure class="wp-block-image">${linked(image, link)}${text}</figure>`,
      );
    });
    if (written.length < 2) return written.join('');
    const classes = 'wp-block-gallery has-nested-images columns-default is-cropped';
    return block(
      'core/gallery',
      { linkTo: 'none' },
      `<figure class="${classes}">${written.join('\n')}</figure>`,
    );
  }
}

/** Block markup of parts, in order. Markup beyond a million characters is left out. */
export function writeParts(parts: readonly Part[], sources: DataSources): string {
  return new Writer(sources).all(parts);
}

/** The plain texts of parts, in order, without empty ones. */
export function textsOf(parts: readonly Part[]): string[] {
  return parts
    .flatMap((part): string[] => {
      switch (part.kind) {
        case 'heading':
        case 'paragraph':
        case 'text':
        case 'button':
          return [part.html];
        case 'list':
          return [...part.items];
        case 'quote':
          return [part.html, part.cite];
        case 'details':
          return [part.summary, ...textsOf(part.parts)];
        case 'columns':
          return part.columns.flatMap(textsOf);
        default:
          return [];
      }
    })
    .map(htmlToText)
    .filter((text) => text !== '');
}

/** A heading by its tag name; a paragraph for any other tag. */
export const heading = (html: string, tag = 'h3', link = ''): Part[] => {
  if (html === '') return [];
  const level = /^h([1-6])$/i.exec(tag)?.[1];
  // The first level is reserved for the page's title.
  return level === undefined
    ? rich(link === '' ? html : `<a href="${link.replaceAll('"', '&quot;')}">${html}</a>`)
    : [{ kind: 'heading', level: Math.max(2, Number(level)), html, ...(isRealLink(link) ? { link } : {}) }];
};

export const rich = (html: string): Part[] =>
  html === '' ? [] : [isBlockHtml(html) ? { kind: 'text', html } : { kind: 'paragraph', html }];

export const button = (html: string, link: string): Part[] =>
  html === '' ? [] : isRealLink(link) ? [{ kind: 'button', html, link }] : [{ kind: 'paragraph', html }];

export const images = (...found: readonly (PartImage | undefined)[]): Part[] => {
  const known = found.filter((image) => image !== undefined);
  return known.length === 0 ? [] : [{ kind: 'images', images: known }];
};

export const list = (items: readonly string[]): Part[] => {
  const filled = items.filter((item) => item !== '');
  return filled.length === 0 ? [] : [{ kind: 'list', items: filled }];
};

export const linkTo = (html: string, link: string): string =>
  html !== '' && isRealLink(link) && !/<a[\s>]/i.test(html)
    ? `<a href="${link.replaceAll('"', '&quot;')}">${html}</a>`
    : html;

export function quote(html: string, ...by: readonly string[]): Part[] {
  const cite = by.filter((one) => one !== '').join(', ');
  return html === '' ? rich(cite) : [{ kind: 'quote', html, cite }];
}

/** A video or audio file by its address: the built-in player, or an embed. */
export function player(url: string): Part[] {
  if (!/^(?:https?:)?\/\//i.test(url)) return [];
  if (videoAt(url)) return [{ kind: 'embed', url }];
  if (/\.(?:mp4|m4v|webm|ogv|mov)(?:[?#]|$)/i.test(url))
    return [{ kind: 'file', url, as: 'video', name: '' }];
  if (/\.(?:mp3|m4a|ogg|oga|wav|flac)(?:[?#]|$)/i.test(url))
    return [{ kind: 'file', url, as: 'audio', name: '' }];
  return [{ kind: 'embed', url }];
}
