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

/** Additions to a WordPress block's saved HTML: before, after, and a change. Never drops saved words unless WordPress shows nothing, too. */
export interface CoreOutput {
  readonly before?: string;
  readonly after?: string;
  readonly change?: (html: string) => string;
}

type SavedBlock = Pick<ParsedBlock, 'name' | 'attributes' | 'parts'>;

/**
 * Additions to a core block's saved HTML; undefined: output as saved (blocks that WordPress renders on the server
 * mostly have no HTML and show nothing). `around`: the parent block.
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

/** Adds classes that hide or style the output on some screens; blocks rendered by the server add them themselves. */
export function addedClasses(
  output: CoreOutput | undefined,
  classes: readonly string[],
): CoreOutput | undefined {
  if (classes.length === 0) return output;
  if (output?.before?.includes('<')) return { ...output, before: inFirstTag(output.before, classes) };
  const [change, hide] = [output?.change, intoFirstTag(classes)];
  return { ...output, change: change ? (html) => hide(change(html)) : hide };
}

/** WordPress shows nothing for a picture without an address, not even its caption. */
function isWithoutPicture(html: string): boolean {
  const image = htmlTokens(html).find(({ kind, name }) => kind === 'open' && name === 'img');
  return image === undefined || !readAttribute(html.slice(image.start, image.end), 'src');
}

/** Core blocks with classic content: paragraphs and shortcodes are created from lines. */
export const classicBlocks: ReadonlySet<string> = new Set(['', 'core/freeform', 'core/shortcode']);

function renderEmbed(attributes: Attributes, html: string): CoreOutput | undefined {
  const url = text(attributes.url);
  if (html.trim() === '') return url === '' ? undefined : { before: embedFigure(url) };
  return { change: html.includes(embedWrapper) ? linkAddress : linkBareAddress };
}

const embedWrapper = '<div class="wp-block-embed__wrapper">';

/** Turns an address alone in the wrapper into a link; leaves other content (a caption, a saved player). */
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

/** The first block editor and some programs saved no wrapper: the address is alone at the start of the figure. */
function linkBareAddress(html: string): string {
  return html.replace(
    /^(\s*<figure\b[^<>]*>)\s*(https?:\/\/[^\s<>"]+)\s*(?=<)/,
    (_, figure: string, address: string) =>
      `${figure}${embedWrapper}${embedLink(address.replaceAll('&amp;', '&'))}</div>`,
  );
}

/** The video block of Jetpack and WordPress.com saves only an address, as embeds do. */
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
 * Changes to saved blocks that are interactive, or show something that texts can't contain. Marks have the prefix
 * `ownMark`, which cleaning trusts; their behaviours take no config and only show or hide content. Undefined: as saved.
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

/** Editors set whether a picture opens the lightbox; undefined: the site's default. */
function lightboxChange(lightbox: unknown): Change | undefined {
  const enabled =
    typeof lightbox === 'object' && lightbox !== null ? (lightbox as ActingAttributes).enabled : undefined;
  if (typeof enabled !== 'boolean') return undefined;
  return (html) => {
    const marked = html.replace(/<img(?=\s)/, `<img data-lightbox="${ownMark}${enabled ? '' : 'never'}"`);
    return enabled ? marked.replace(/^(\s*<figure\s[^<>]*?\bclass=")/, '$1wp-lightbox-container ') : marked;
  };
}

/** Height of a file preview, in CSS pixels. */
const heights = { least: 100, usual: 600, most: 2000 };

/** Replaces `object`, which may run code, by a frame. `content-html.ts`, which knows addresses, decides whether it may be shown. */
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

/** Re-quotes an attribute value, with its entities as written. */
const quoted = (value: string) => value.replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const settingsOf = z.object(supportAttributes);

function footnotesPlace(attributes: Readonly<Record<string, unknown>>): string {
  const { id, className, style } = wrapperProps('core/footnotes', settingsOf.parse(attributes));
  const css = style ? cssOf(style as Readonly<Record<string, unknown>>) : '';
  return `<ol class="${escapeHtml(className)}"${id === undefined ? '' : ` id="${escapeHtml(id)}"`}${css === '' ? '' : ` style="${escapeHtml(css)}"`}></ol>`;
}

const places = /(<ol class="wp-block-footnotes[ "][^<>]*>)<\/ol>/g;

/**
 * Fills a text's first footnotes block with WordPress' list markup; removes further ones, which would repeat its ids,
 * and an empty list. `isUsed`: called before filling, so that the stretches of a text get one list.
 */
export function withFootnotesList(html: string, items: string, isUsed: () => boolean): string {
  return html.replaceAll(places, (_, open: string) =>
    items === '' || isUsed() ? '' : `${open}${items}</ol>`,
  );
}

/** Footnotes as list items with back links. Throws `SyntaxError` or `ZodError` if the JSON is not a list of notes. */
export function footnoteItems(json: string, words: Pick<TextWords, 'text_footnote_back'>): string {
  return readFootnotes(json)
    .map(({ id, content }, index) => {
      const anchor = escapeHtml(id);
      const label = escapeHtml(fillIn(words.text_footnote_back, index + 1));
      // Cleaned separately, so that no note can end the list.
      return `<li id="${anchor}">${cleanHtml(content)} <a href="#${anchor}-link" aria-label="${label}">↩︎</a></li>`;
    })
    .join('');
}
