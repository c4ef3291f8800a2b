import { actingChange } from './acting-blocks.ts';
import { embedFigure, embedLink } from './embeds.ts';
import { footnotesPlace } from './footnotes.ts';
import { playlistPlayer, playlistTrack } from './playlist.ts';
import { inFirstTag, intoFirstTag, isEmptyButton, shownClasses } from './shown-classes.ts';
import { htmlTokens, readAttribute } from '../../lib/markup/html-tokens.ts';
import type { ParsedBlock } from '../../lib/markup/parse-markup.ts';

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
