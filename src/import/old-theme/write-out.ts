import { parseShortcodeAttributes } from '../../lib/shortcodes/attributes.ts';
import type { ShortcodeAttributes } from '../../lib/shortcodes/attributes.ts';
import { scanShortcodes } from '../../lib/shortcodes/scan.ts';
import { splice } from '../../lib/markup/html-tokens.ts';
import { builderModules } from '../../lib/shortcodes/builders.ts';
import { fieldsOf, gallery, heading, writePiece } from '../../lib/shortcodes/modules.ts';
import type { Part } from '../../lib/shortcodes/modules.ts';
import { titleText, writtenText } from './composer-values.ts';

type Attributes = ShortcodeAttributes['named'];

const raw: ReadonlySet<string> = new Set(['vc_raw_html', 'vc_raw_js']);

/** Elements written as the server renders them (`lib/shortcodes/builders.ts`). */
const asShown: ReadonlySet<string> = new Set([
  'vc_custom_heading',
  'vc_text_separator',
  'vc_toggle',
  'vc_tta_section',
  'vc_tab',
  'vc_accordion_tab',
  'vc_cta',
  'vc_single_image',
  'vc_gallery',
  'vc_images_carousel',
  'vc_video',
  'vc_btn',
  'vc_button',
]);

/** Galleries, with the attribute that lists their pictures. */
const galleries: Readonly<Record<string, string>> = {
  vc_media_grid: 'include',
  vc_masonry_media_grid: 'include',
};

interface Wrapper {
  readonly before: string;
  readonly after: string;
}

function wrapperOf(name: string, attributes: Attributes): Wrapper | undefined {
  const ids = Object.hasOwn(galleries, name) ? attributes[galleries[name] ?? ''] : undefined;
  if (ids !== undefined) {
    const html = written([gallery('ids')(fieldsOf({ ids }))]);
    return html === '' ? undefined : { before: html, after: '' };
  }
  if (name === 'td_block_text_with_title') {
    const title = heading('title')(fieldsOf({ title: titleText(attributes.custom_title) }));
    return title && { before: written([title]), after: '' };
  }
  const module = asShown.has(name) ? builderModules.get(name) : undefined;
  if (!module || (name === 'vc_custom_heading' && attributes.source === 'post_title')) return undefined;
  const fields = fieldsOf(attributes);
  const [before, after] = [module.before, module.after].map((parts = []) =>
    written(parts.map((part) => part(fields))),
  );
  if (!before && !after) return undefined;
  const shown = before ?? '';
  return {
    before: name === 'vc_images_carousel' ? shown.replace('[gallery ', `[gallery ${asSlider} `) : shown,
    after: after ?? '',
  };
}

const asSlider = 'td_select_gallery_slide="slide"';

const written = (pieces: readonly ReturnType<Part>[]): string =>
  pieces
    .flatMap((piece) => piece ?? [])
    .map((piece) => writePiece(piece.kind === 'button' ? { ...piece, kind: 'link' } : piece))
    .join('\n\n');

/** An element's attributes as HTML or a known shortcode; undefined when there is nothing to write. */
export function attributesHtml(name: string, attributes: Attributes): string | undefined {
  const wrapper = wrapperOf(name, attributes);
  return wrapper && [wrapper.before, wrapper.after].filter((html) => html !== '').join('\n\n');
}

const mayHold = /\[(?:vc_|td_block_text_with_title)/;

/**
 * Writes out content that page builder elements hold in attributes or base64: HTML, headings, pictures, films and
 * links. Everything else stays unchanged, byte for byte.
 */
export function writtenOut(content: string): string {
  if (!mayHold.test(content)) return content;
  const tokens = scanShortcodes(content).filter(({ kind }) => kind === 'drop');
  const edits = tokens.flatMap(({ name, closing, text, start, end, closedAt }, index) => {
    if (closing) return [];
    const next = tokens[index + 1];
    if (raw.has(name)) {
      if (next?.name !== name || !next.closing) return [];
      const held = content.slice(end, next.start).replace(/<\/?p>|<br\s*\/?>|\s/g, '');
      const html = writtenText(held);
      return html === held ? [] : [{ start, end: next.end, text: html }];
    }
    const wrapper = wrapperOf(name, parseShortcodeAttributes(text.replace(/\/\s*$/, '')).named);
    if (!wrapper) return [];
    if (wrapper.after === '' || closedAt === undefined) {
      const all = [wrapper.before, wrapper.after].filter((html) => html !== '').join('\n\n');
      return [{ start, end, text: `\n\n${all}\n\n` }];
    }
    return [
      { start, end, text: `\n\n${wrapper.before}\n\n` },
      { start: closedAt, end: closedAt, text: `\n\n${wrapper.after}\n\n` },
    ];
  });
  return splice(
    content,
    edits.toSorted((a, b) => a.start - b.start),
  );
}
