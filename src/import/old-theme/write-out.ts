import { parseShortcodeAttributes } from '../../lib/shortcodes/attributes.ts';
import type { ShortcodeAttributes } from '../../lib/shortcodes/attributes.ts';
import { scanShortcodes } from '../../lib/shortcodes/scan.ts';
import { splice } from '../../lib/markup/splice.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { writtenText } from './composer-values.ts';

type Attributes = ShortcodeAttributes['named'];

/** Elements that hold HTML in base64. */
const raw: ReadonlySet<string> = new Set(['vc_raw_html', 'vc_raw_js']);

/** HTML, or a shortcode that is known here, for what an element says by its attributes; undefined where that is nothing. */
const elements: Readonly<Record<string, (attributes: Attributes) => string | undefined>> = {
  vc_custom_heading: ({ source = '', text, font_container: font = '' }) =>
    source === 'post_title' ? undefined : heading(text, Number(/(?:^|\|)tag:h([1-6])/.exec(font)?.[1] ?? 2)),
  vc_text_separator: ({ title }) => heading(title),
  vc_toggle: ({ title }) => heading(title),
  vc_tta_section: ({ title }) => heading(title),
  vc_tab: ({ title }) => heading(title),
  vc_accordion_tab: ({ title }) => heading(title),
  vc_cta: ({ h2 }) => heading(h2, 2),
  td_block_text_with_title: ({ custom_title: title }) => heading(title),
  vc_single_image: ({ image = '', source = '', custom_src: address = '' }) =>
    source === 'external_link'
      ? isAddress(address)
        ? `<img src="${escapeHtml(address)}" alt="">`
        : undefined
      : gallery(image, 'columns="1" size="full"'),
  vc_gallery: ({ images = '' }) => gallery(images),
  vc_images_carousel: ({ images = '' }) => gallery(images, 'td_select_gallery_slide="slide"'),
  vc_media_grid: ({ include = '' }) => gallery(include),
  vc_masonry_media_grid: ({ include = '' }) => gallery(include),
  vc_video: ({ link = '' }) => (isAddress(link) ? `[embed]${link.trim()}[/embed]` : undefined),
  vc_btn: ({ title = '', link = '' }) => button(title, decoded(/(?:^|\|)url:([^|]*)/.exec(link)?.[1] ?? '')),
  vc_button: ({ title = '', href = '' }) => button(title, href),
};

/** What an element says by its attributes, as HTML or as a shortcode that is known here; undefined: nothing, or it is none of these. */
export function saidOf(name: string, attributes: Attributes): string | undefined {
  return Object.hasOwn(elements, name) ? elements[name]?.(attributes) : undefined;
}

const mayHold = /\[(?:vc_|td_block_text_with_title)/;

/**
 * A text with what elements of the page builder say otherwise than between their tags: HTML in base64, headings, pictures, films and links in attributes. All
 * else stays as it is, byte for byte.
 */
export function writtenOut(content: string): string {
  if (!mayHold.test(content)) return content;
  const tokens = scanShortcodes(content).filter(({ kind }) => kind === 'drop');
  return splice(
    content,
    tokens.flatMap(({ name, closing, text, start, end }, index) => {
      if (closing) return [];
      const next = tokens[index + 1];
      if (raw.has(name)) {
        if (next?.name !== name || !next.closing) return [];
        const held = content.slice(end, next.start).replace(/<\/?p>|<br\s*\/?>|\s/g, '');
        const html = writtenText(held);
        return html === held ? [] : [{ start, end: next.end, text: html }];
      }
      const said = saidOf(name, parseShortcodeAttributes(text.replace(/\/\s*$/, '')).named);
      return said === undefined ? [] : [{ start, end, text: `\n\n${said}\n\n` }];
    }),
  );
}

/** The builder writes quotes and brackets in attributes by signs of its own. */
const plain = (text = '') => text.replaceAll('``', '"').replaceAll('`{`', '[').replaceAll('`}`', ']').trim();

function heading(words: string | undefined, level = 3): string | undefined {
  const text = plain(words);
  const shown = Math.max(2, level); // the title of the article has the first level
  return text === '' ? undefined : `<h${shown}>${text}</h${shown}>`;
}

function gallery(ids: string, more = ''): string | undefined {
  const list = ids
    .split(',')
    .map((id) => id.trim())
    .filter((id) => /^[1-9]\d{0,12}$/.test(id));
  return list.length === 0 ? undefined : `[gallery ids="${list.join(',')}"${more === '' ? '' : ` ${more}`}]`;
}

function button(title: string, address: string): string | undefined {
  const words = plain(title);
  return words === '' || !isAddress(address)
    ? undefined
    : `<p><a href="${escapeHtml(address.trim())}">${words}</a></p>`;
}

const isAddress = (text: string) => /^(?:https?:\/\/|\/(?!\/))[^\s<>"'[\]]+$/i.test(text.trim());

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a per cent sign that is one
  }
}
