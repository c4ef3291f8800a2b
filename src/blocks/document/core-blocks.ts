import { z } from 'zod';
import { embedFigure, embedLink, playlistPlayer, playlistTrack } from './players.ts';
import { inFirstTag, intoFirstTag, isEmptyButton, shownClasses } from './shown-classes.ts';
import { htmlTokens, readAttribute } from '../../lib/markup/html-tokens.ts';
import type { ParsedBlock } from '../../lib/markup/block-markup.ts';
import { ownMark } from './shortcodes/gallery.ts';
import { readFootnotes } from '../../modules/posts/meta.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { fillIn } from '../../lib/messages.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { cssOf, supportAttributes, wrapperProps } from '../core/block-supports.ts';
import type { TextWords } from './content-env.ts';

type Attributes = Readonly<Record<string, unknown>>;

/**
 * A block of WordPress that is more than its saved HTML: what comes before and behind that, and what becomes of it. No word saved is ever left out but of what
 * WordPress shows nothing.
 */
export interface CoreOutput {
  readonly before?: string;
  readonly after?: string;
  readonly change?: (html: string) => string;
}

type SavedBlock = Pick<ParsedBlock, 'name' | 'attributes' | 'parts'>;

/**
 * What becomes of the saved HTML of a core block. Undefined: it is the block's output as it is (those that WordPress renders on the server mostly have none,
 * and show nothing). `around`: the block in which it stands.
 */
export function renderCoreBlock(
  { name, attributes, parts }: SavedBlock,
  around: SavedBlock | undefined,
): CoreOutput | undefined {
  const html = () => parts.filter((part) => typeof part === 'string').join('');
  if (name === 'core/embed' || name.startsWith('core-embed/')) return renderEmbed(attributes, html());
  if (name === 'videopress/video') return { change: linkVideoPress };
  if (name === 'core/playlist-track') return { before: playlistTrack(attributes, around?.attributes ?? {}) };
  if (name === 'core/footnotes') return { before: footnotesPlace(attributes) };
  if (
    (name === 'core/button' && isEmptyButton(html())) ||
    (name === 'core/image' && isWithoutPicture(html()))
  )
    return { change: () => '' };
  const shown = name === 'core/playlist' ? playlistPlayer(parts) : shownClasses(name, attributes, parts);
  const acting =
    actingChange(name, attributes) ??
    (name === 'core/cover' && attributes.backgroundType === 'embed-video' ? linkAddress : undefined);
  const change = shown && acting ? (saved: string) => acting(shown(saved)) : (shown ?? acting);
  return change && { change };
}

/** The same with these classes, by which some screens hide or style it; those of what the server renders are put in with that. */
export function addedClasses(
  output: CoreOutput | undefined,
  classes: readonly string[],
): CoreOutput | undefined {
  if (classes.length === 0) return output;
  if (output?.before?.includes('<')) return { ...output, before: inFirstTag(output.before, classes) };
  const [change, hide] = [output?.change, intoFirstTag(classes)];
  return { ...output, change: change ? (html) => hide(change(html)) : hide };
}

/** Of a picture without an address WordPress shows nothing, nor its caption. */
function isWithoutPicture(html: string): boolean {
  const image = htmlTokens(html).find(({ kind, name }) => kind === 'open' && name === 'img');
  return image === undefined || !readAttribute(html.slice(image.start, image.end), 'src');
}

/** Core blocks whose HTML is written as classic content: paragraphs and shortcodes are made from lines. */
export const classicBlocks: ReadonlySet<string> = new Set(['', 'core/freeform', 'core/shortcode']);

function renderEmbed(attributes: Attributes, html: string): CoreOutput | undefined {
  const url = text(attributes.url);
  if (html.trim() === '') return url === '' ? undefined : { before: embedFigure(url) };
  return { change: html.includes(embedWrapper) ? linkAddress : linkBareAddress };
}

const embedWrapper = '<div class="wp-block-embed__wrapper">';

/** The address stands alone in the wrapper; what else is there (a caption, a saved player) stays. */
function linkAddress(html: string): string {
  const [before, ...behind] = html.split(embedWrapper);
  if (behind.length === 0) return html;
  const linked = behind
    .join(embedWrapper)
    .replace(
      /^(\s*)(https?:\/\/[^\s<>"]+)(\s*<\/div>)/,
      (_, space: string, address: string, end: string) =>
        space + embedLink(address.replaceAll('&amp;', '&')) + end,
    );
  return before + embedWrapper + linked;
}

/** The first editor with blocks saved no wrapper, and some programs write none: the address stands alone at the beginning of the figure. */
function linkBareAddress(html: string): string {
  return html.replace(
    /^(\s*<figure\b[^<>]*>)\s*(https?:\/\/[^\s<>"]+)\s*(?=<)/,
    (_, figure: string, address: string) =>
      `${figure}${embedWrapper}${embedLink(address.replaceAll('&amp;', '&'))}</div>`,
  );
}

/** The block for films of Jetpack and WordPress.com saves their address alone, as embeds do. */
function linkVideoPress(html: string): string {
  return html.replace(
    /(<div class="jetpack-videopress-player__wrapper">\s*)(https?:\/\/[^\s<>"]+)(?=\s*<\/div>)/,
    (_, before: string, address: string) => before + embedLink(address.replaceAll('&amp;', '&')),
  );
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

type ActingAttributes = Readonly<Record<string, unknown>>;
type Change = (html: string) => string;

/**
 * Saved blocks that act in browsers, or show something that no text may hold: what becomes of their HTML. Marks begin with `ownMark`, by which they are known
 * as ours when texts are cleaned; what they start is told nothing, and shows or hides what is there. Undefined: the block stays as it was saved.
 */
function actingChange(name: string, attributes: ActingAttributes): Change | undefined {
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
    typeof lightbox === 'object' && lightbox !== null ? (lightbox as ActingAttributes).enabled : undefined;
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

const settingsOf = z.object(supportAttributes);

/** The empty list that stands for the footnotes block until `withFootnotesList` fills it. */
function footnotesPlace(attributes: Readonly<Record<string, unknown>>): string {
  const { id, className, style } = wrapperProps('core/footnotes', settingsOf.parse(attributes));
  const css = style ? cssOf(style as Readonly<Record<string, unknown>>) : '';
  return `<ol class="${escapeHtml(className)}"${id === undefined ? '' : ` id="${escapeHtml(id)}"`}${css === '' ? '' : ` style="${escapeHtml(css)}"`}></ol>`;
}

const places = /(<ol class="wp-block-footnotes[ "][^<>]*>)<\/ol>/g;

/**
 * Fills the first footnotes block of a text with the list, as WordPress writes it; others would repeat its ids and are left out, as is an empty list.
 * `isUsed`: asked before the list is filled in, so that texts of several stretches get one list.
 */
export function withFootnotesList(html: string, items: string, isUsed: () => boolean): string {
  return html.replaceAll(places, (_, open: string) =>
    items === '' || isUsed() ? '' : `${open}${items}</ol>`,
  );
}

/** The notes as list items, each with a link back to its reference. Throws `SyntaxError` or `ZodError` where the JSON is no list of notes. */
export function footnoteItems(json: string, words: Pick<TextWords, 'text_footnote_back'>): string {
  return readFootnotes(json)
    .map(({ id, content }, index) => {
      const anchor = escapeHtml(id);
      const label = escapeHtml(fillIn(words.text_footnote_back, index + 1));
      // Each is cleaned by itself, so that none can end the list.
      return `<li id="${anchor}">${cleanHtml(content)} <a href="#${anchor}-link" aria-label="${label}">↩︎</a></li>`;
    })
    .join('');
}
