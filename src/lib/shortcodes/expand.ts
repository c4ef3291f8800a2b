import { blockTokens } from '../markup/block-markup.ts';
import type { BlockToken } from '../markup/block-markup.ts';
import { withoutControls } from '../markup/html-tokens.ts';
import { escapeHtml, htmlToText } from '../plain-text.ts';
import { parseShortcodeAttributes } from './attributes.ts';
import { builderModules as modules } from './builders.ts';
import { withoutListings, maskListings } from './code.ts';
import { isHiddenShortcode } from './hidden-shortcodes.ts';
import { fieldsOf, blocksIn, closeButton, mediaKind, openButton, writePiece } from './modules.ts';
import type { Module, Piece } from './modules.ts';
import { isKnownShortcode, scanShortcodes } from './scan.ts';
import type { FindList, ShortcodeToken } from './scan.ts';
import { isSilent, readAttributes } from './unknown-attributes.ts';
import { addressOf, asHtml, builtLink, decodeBase64, decodeContent, enclosed, valueOf } from './values.ts';

/** Placeholders for removed shortcodes until the paragraphs around them are repaired. The content has no other control characters. */
export const blockStart = '\u0001';
export const blockEnd = '\u0002';
export const dropped = '\u0003';
/** The same for a block-level tag, which separates the words around it. */
export const droppedBlock = '\u0004';

/* eslint-disable no-control-regex -- our own marks */
/** Removes the paragraph around shortcodes without text, and the line break after a dropped tag. */
export function mendParagraphs(html: string): string {
  return (
    html
      .replace(
        /<p(?:\s[^<>]*)?>((?:\s|<br\s*\/?>|[\u0003\u0004]|\u0001[^\u0001\u0002]*\u0002)*)<\/p>/g,
        (whole: string, inside: string) =>
          /[\u0001\u0003\u0004]/.test(inside)
            ? inside.replace(/(\u0001[^\u0001\u0002]*\u0002)|<br\s*\/?>|[\u0003\u0004]/g, '$1').trim()
            : whole,
      )
      .replace(/(<p(?:\s[^<>]*)?>|<br\s*\/?>\s*)[\u0003\u0004][\u0003\u0004\s]*<br\s*\/?>\s*/g, '$1')
      .replace(/(?<=[\p{L}\p{N}])\u0003*\u0004[\u0003\u0004]*(?=[\p{L}\p{N}])/gu, ' ')
      // `<[b]script>` was text, and must not become a tag.
      .replace(/<(?=\/?[\u0001-\u0004])/g, '&lt;')
      .replace(/[\u0001-\u0004]/g, '')
  );
}

/** Longest content used as the text of a link or heading, or as a URL. */
const maxWordsLength = 300;
const maxMediaLength = 2500;
/** Markup not allowed in links and headings. */
const ofItsOwn = /<\/?(?:p|div|h[1-6]|ul|ol|table|blockquote|figure|section|a|pre|form|iframe)\b|\n\s*\n/i;
/** Divi's placeholder for a line break in code. */
const lineBreakMark = /<!(?:--|–)\s*\[et_pb_(?:line_break|br)_holder\]\s*(?:--|–)>/g;

export interface Expanded {
  readonly content: string;
  /** Core blocks whose styles it needs. */
  readonly blocks: readonly string[];
}

interface ExpandOptions {
  readonly isText?: boolean;
  /** Shortcodes that it finds are left unchanged; they become lists of posts. */
  readonly findList?: FindList<unknown>;
}

/**
 * Replaces shortcodes of page builders and unknown ones with the titles, text, pictures, videos and links in their
 * attributes and encoded content. Linear in time and size; decoded text is neither decoded nor expanded again.
 */
export function expandShortcodes(
  content: string,
  { isText = false, findList }: ExpandOptions = {},
): Expanded {
  const unchanged = { content, blocks: [] };
  if (!/\[[a-z]/i.test(content)) return unchanged;
  const blocks = content.includes('wp:') ? blockTokens(content) : [];
  const masked = maskOf(content, blocks);
  const tokens = scanShortcodes(masked, findList);
  const expansion = new Expansion(content, isText);
  const html = expansion.run(withShortcodeBlocks(tokens, masked, blocks));
  if (!expansion.hasOutput && !isText) return unchanged;
  return { content: mendParagraphs(html), blocks: blocksIn(html) };
}

/** Masks brackets in listings and in HTML blocks with scripts, which are identified by their HTML. Keeps the length. */
function maskOf(content: string, blocks: readonly BlockToken[]): string {
  if (blocks.length === 0) return withoutListings(content);
  const listed = maskListings(content, blocks, {
    isClassic: (name) => name === 'core/freeform' || name === 'core/shortcode',
    isSaved: () => true,
  });
  let result = '';
  let at = 0;
  for (const [index, { kind, name, end }] of blocks.entries()) {
    if (kind !== 'open' || name !== 'core/html') continue;
    const to = blocks[index + 1]?.start ?? content.length;
    if (!/<script|\son\w+\s*=/i.test(listed.slice(end, to))) continue;
    result += listed.slice(at, end) + listed.slice(end, to).replaceAll('[', 'x');
    at = to;
  }
  return result + listed.slice(at);
}

/** A shortcode block that contains only a shortcode, of any name. */
const wholeShortcode =
  /^(?:\s|<\/?p>){0,20}\[([a-z][\w-]{0,60})((?:[\s=][^[\]<>]{0,4000})?)\](?:\s|<\/?p>){0,20}$/i;

function withShortcodeBlocks(
  tokens: readonly ShortcodeToken[],
  content: string,
  blocks: readonly BlockToken[],
): ShortcodeToken[] {
  const all = [...tokens];
  const met = new Set(tokens.map(({ start }) => start));
  for (const [index, { kind, name, end }] of blocks.entries()) {
    if (kind !== 'open' || name !== 'core/shortcode') continue;
    const inside = content.slice(end, blocks[index + 1]?.start);
    const [, shortcode, text = ''] = inside.length < 5000 ? (wholeShortcode.exec(inside) ?? []) : [];
    const start = end + inside.indexOf('[');
    if (shortcode === undefined || met.has(start) || isKnownShortcode(shortcode)) continue;
    all.push({
      kind: 'drop',
      name: shortcode,
      closing: false,
      text: text.replace(/^=/, ' '),
      start,
      end: end + inside.lastIndexOf(']') + 1,
    });
  }
  return all.length === tokens.length ? all : all.toSorted((a, b) => a.start - b.start);
}

interface Shown {
  readonly before: string;
  readonly after: string;
  /** Where the text continues if the content between the tags is removed. */
  readonly end?: number;
}

class Expansion {
  hasOutput = false;
  readonly #content: string;
  readonly #isText: boolean;
  readonly #closings = new Map<number, string>();

  constructor(content: string, isText: boolean) {
    this.#content = content;
    this.#isText = isText;
  }

  run(tokens: readonly ShortcodeToken[]): string {
    const parts: string[] = [];
    let at = 0;
    let done = 0;
    for (const token of tokens) {
      if (token.start < done) continue;
      const shown =
        token.kind !== 'drop' ? undefined : token.closing ? this.#close(token) : this.#open(token);
      if (shown === undefined) {
        // Brackets right after a word are no shortcode, so they stay separate from a removed tag.
        if (token.start === at && at > 0) parts.push(apart);
        if (token.kind !== 'drop' && token.kind !== 'known') done = token.end;
        continue;
      }
      parts.push(this.#content.slice(at, token.start), shown.before);
      at = done = shown.end ?? token.end;
    }
    parts.push(this.#content.slice(at));
    return parts.join('');
  }

  #close(token: ShortcodeToken): Shown | undefined {
    const before = this.#closings.get(token.start);
    if (before !== undefined) return { before, after: '' };
    return !modules.has(token.name) && isSilent(token.name)
      ? undefined
      : { before: dropMark(token), after: '' };
  }

  #open(token: ShortcodeToken): Shown | undefined {
    const { name, text, closedAt } = token;
    const module = modules.get(name);
    const { named, positional } = parseShortcodeAttributes(text.replace(/(?<=[\s"'])\/\s*$/, ''));
    if (isHiddenShortcode(name, named)) {
      this.hasOutput = true;
      const end = closedAt === undefined ? token.end : this.#content.indexOf(']', closedAt) + 1;
      return { before: dropMark(token), after: '', end };
    }
    if (!module && isSilent(name)) {
      // A list of posts may become a Broadsheet list when the text is rendered.
      return this.#isText ? { before: dropMark(token), after: '' } : undefined;
    }
    const shown = module
      ? this.#showModule(token, module, { ...named })
      : this.#showUnknown(token, named, positional);
    if (shown.before + shown.after !== '' || shown.end !== undefined) this.hasOutput = true;
    const [before, after] = [shown.before || dropMark(token), shown.after || dropMark(token)];
    if (closedAt === undefined || shown.end !== undefined)
      return { ...shown, before: shown.before + shown.after || dropMark(token) };
    this.#closings.set(closedAt, after);
    return { before, after };
  }

  #showModule(token: ShortcodeToken, module: Module, named: Record<string, string>): Shown {
    const { content, around } = module;
    const inside = typeof content === 'string' ? this.#showContent(token, content, named) : undefined;
    const fields = fieldsOf(named);
    const piecesOf = (parts: Module['before']) => (parts ?? []).flatMap((part) => part(fields) ?? []);
    const before = this.#write(piecesOf(module.before));
    const after = this.#write(piecesOf(module.after));
    if (inside) return { before: before + inside.html + after, after: '', end: inside.end };
    if (around && token.closedAt !== undefined)
      return { before: before + inBlock(around[0]), after: inBlock(around[1]) + after };
    if (typeof content !== 'object') return { before, after };
    if ('heading' in content) {
      const level = Math.max(2, Number(/[1-6]/.exec(fields.raw(content.heading))?.[0] ?? 2));
      return this.#hasInlineContent(token)
        ? { before: before + openBlock(`<h${level}>`), after: closeBlock(`</h${level}>`) + after }
        : { before, after };
    }
    const { url } = builtLink(valueOf(fields.raw(content.link)));
    return this.#showLink(token, url, { before, after }, content.isButton);
  }

  /** Renders the content between the tags if it needs special treatment. */
  #showContent(
    token: ShortcodeToken,
    kind: string,
    named: Record<string, string>,
  ): { readonly html: string; readonly end: number } | undefined {
    if (token.closedAt === undefined) return undefined;
    const end = this.#content.indexOf(']', token.closedAt) + 1;
    if (kind === 'media') {
      if (token.closedAt - token.end > maxMediaLength) return undefined;
      const written = this.#content.slice(token.end, token.closedAt);
      const url = addressOf(htmlToText(written));
      if (url !== undefined) named.image = url;
      else if (/<img\s/i.test(written)) named.image = named.image_id = '';
      const html = url === undefined ? decodeContent(written) : undefined;
      // Plain words are valid base64, too; a player isn't.
      if (html !== undefined && /<[a-z][^<>]*>/i.test(html))
        return { html: this.#isText ? '' : inBlock(enclosed(html)), end };
      return url === undefined ? undefined : { html: '', end };
    }
    const written = this.#content.slice(token.end, token.closedAt);
    if (kind === 'none') return { html: '', end };
    if (kind === 'listing')
      return { html: inBlock(listing(decodeBase64(htmlToText(written)) ?? htmlToText(written))), end };
    const html = decodeContent(written);
    if (html === undefined)
      return written.includes('_holder]')
        ? { html: inBlock(written.replace(lineBreakMark, '\n')), end }
        : undefined;
    return {
      html: inBlock(
        this.#isText ? `<p>${escapeHtml(htmlToText(html))}</p>` : enclosed(html, { hasShortcodes: true }),
      ),
      end,
    };
  }

  #showUnknown(
    token: ShortcodeToken,
    named: Readonly<Record<string, string>>,
    positional: readonly string[],
  ): Shown {
    const found = readAttributes(named, positional);
    const shown = { before: this.#write(found.before), after: this.#write(found.after) };
    const media = this.#addressInside(token);
    if (media !== undefined && token.closedAt !== undefined) {
      const end = this.#content.indexOf(']', token.closedAt) + 1;
      const piece: Piece =
        mediaKind(media) === 'picture'
          ? { kind: 'picture', url: media, alt: '', link: found.link }
          : { kind: 'media', url: media };
      return { before: shown.before + this.#write([piece]) + shown.after, after: '', end };
    }
    return this.#showLink(token, found.link, shown);
  }

  /** The URL of a picture, audio or video file that is the only content between two tags. */
  #addressInside({ end, closedAt }: ShortcodeToken): string | undefined {
    if (closedAt === undefined || closedAt - end > maxMediaLength || closedAt - end < 8) return undefined;
    const written = this.#content.slice(end, closedAt).trim();
    const url = /^(?:https?:)?\/\/[^\s<>[\]]+$/i.test(written) ? addressOf(written) : undefined;
    return url !== undefined && mediaKind(url) !== undefined ? url : undefined;
  }

  /** Wraps the content of a shortcode in a link, or appends the link if the content has block elements. */
  #showLink(
    token: ShortcodeToken,
    url: string | undefined,
    { before, after }: Shown,
    isButton = false,
  ): Shown {
    if (url === undefined) return { before, after };
    if (!this.#hasInlineContent(token)) {
      return { before, after: this.#write([{ kind: isButton ? 'button' : 'link', url, text: '' }]) + after };
    }
    const [open, close] = isButton
      ? [openBlock(openButton(url)), closeBlock(closeButton)]
      : [`<a href="${asHtml(url)}">`, '</a>'];
    return { before: before + open, after: close + after };
  }

  #hasInlineContent({ end, closedAt }: ShortcodeToken): boolean {
    if (closedAt === undefined || closedAt - end > maxWordsLength) return false;
    const written = this.#content.slice(end, closedAt);
    return (
      !ofItsOwn.test(written.trim()) &&
      (/<img\s/i.test(written) || /[\p{L}\p{N}]/u.test(written.replace(/\[[^[\]]*\]/g, '')))
    );
  }

  #write(pieces: readonly Piece[]): string {
    const shown = this.#isText
      ? pieces.filter(({ kind }) => kind !== 'picture' && kind !== 'gallery' && kind !== 'media')
      : pieces;
    return shown.length === 0 ? '' : inBlock(shown.map(writePiece).join('\n\n'));
  }
}

const listing = (code: string) =>
  `<pre class="wp-block-code"><code>${asHtml(withoutControls(code))}</code></pre>`;

const inBlock = (html: string) => `${blockStart}\n\n${html}\n\n${blockEnd}`;
/** Each half of an element has its own pair of placeholders, since the content between them may have others. */
const openBlock = (html: string) => `${blockStart}\n\n${blockEnd}${html}`;
const closeBlock = (html: string) => `${html}${blockStart}\n\n${blockEnd}`;

const apart = `${blockStart} ${blockEnd}`;

const dropMark = ({ name }: ShortcodeToken) =>
  name.includes('_') && !modules.get(name)?.isInline ? droppedBlock : dropped;
