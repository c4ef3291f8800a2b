import { readAttribute } from '../../lib/markup/html-tokens.ts';
import { ownMark } from './shortcodes/gallery.ts';

type Attributes = Readonly<Record<string, unknown>>;
type Change = (html: string) => string;

/**
 * Saved blocks that act in browsers, or show something that no text may hold: what becomes of their HTML. Marks begin with `ownMark`, by which they are known
 * as ours when texts are cleaned; what they start is told nothing, and shows or hides what is there. Undefined: the block stays as it was saved.
 */
export function actingChange(name: string, attributes: Attributes): Change | undefined {
  switch (name) {
    case 'core/accordion':
      return markFirst(
        `data-behaviour="${ownMark}accordion"${attributes.autoclose === true ? ` data-autoclose="${ownMark}"` : ''}`,
      );
    case 'core/tabs':
      return markFirst(
        `data-behaviour="${ownMark}tabs" data-tab="${ownMark}${activeTab(attributes.activeTabIndex)}"`,
      );
    case 'core/image':
      return lightboxChange(attributes.lightbox);
    case 'core/file':
      return attributes.displayPreview === true
        ? (html) => previewFrame(html, attributes.previewHeight)
        : undefined;
    default:
      return undefined;
  }
}

/** Writes marks into the first opening tag. */
function markFirst(marks: string): Change {
  let done = false;
  return (html) => {
    if (done) return html;
    return html.replace(/^(\s*<[a-z]+)(?=[\s>])/, (start) => {
      done = true;
      return `${start} ${marks}`;
    });
  };
}

function activeTab(index: unknown): number {
  return typeof index === 'number' && Number.isInteger(index) && index > 0 && index < 100 ? index : 0;
}

/** Editors say of a picture that it opens, or that it does not; of others the site does. */
function lightboxChange(lightbox: unknown): Change | undefined {
  const enabled =
    typeof lightbox === 'object' && lightbox !== null ? (lightbox as Attributes).enabled : undefined;
  if (typeof enabled !== 'boolean') return undefined;
  return (html) => {
    const marked = html.replace(/<img(?=\s)/, `<img data-lightbox="${ownMark}${enabled ? '' : 'never'}"`);
    return enabled ? marked.replace(/^(\s*<figure\s[^<>]*?\bclass=")/, '$1wp-lightbox-container ') : marked;
  };
}

/** Heights that a preview may have, in CSS pixels. */
const heights = { least: 100, usual: 600, most: 2000 };

/** `object` runs what it likes; a frame shows a document as well. Whose it may be is decided where addresses are known (`content-html.ts`). */
function previewFrame(html: string, height: unknown): string {
  return html.replace(/<object\s[^<>]*>\s*<\/object>/, (tag) => {
    const [src, label] = [readAttribute(tag, 'data'), readAttribute(tag, 'aria-label')];
    if (!src) return '';
    const pixels =
      typeof height === 'number' && Number.isFinite(height)
        ? Math.min(heights.most, Math.max(heights.least, Math.round(height)))
        : heights.usual;
    return `<iframe class="wp-block-file__embed" src="${quoted(src)}" title="${quoted(label || 'PDF')}" style="width:100%;height:${pixels}px"></iframe>`;
  });
}

/** As it was written, entities and all, between other quotes. */
const quoted = (value: string) => value.replaceAll('"', '&quot;').replaceAll('<', '&lt;');
