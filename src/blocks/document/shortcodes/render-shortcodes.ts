import { decodeEntities, escapeHtml } from '../../../lib/plain-text.ts';
import type { AttachedFiles, ContentMedia, ContentPicture, TextWords } from '../content-env.ts';
import { parseShortcodeAttributes } from '../../../lib/shortcodes/attributes.ts';
import type { ForeignList } from '../lists/read-list.ts';
import { shortcodeList } from '../lists/place-lists.ts';
import { attachedFiles, isSlider, namedIds, renderGallery } from './gallery.ts';
import { playlistKind, renderPlayer, renderPlaylist, embedFigure } from '../players.ts';
import {
  blockEnd,
  blockStart,
  dropped,
  droppedBlock,
  mendParagraphs,
} from '../../../lib/shortcodes/expand.ts';
import { scanShortcodes } from '../../../lib/shortcodes/scan.ts';
import type { ShortcodeToken } from '../../../lib/shortcodes/scan.ts';
import { htmlTokens } from '../../../lib/markup/html-tokens.ts';
import type { ShortcodeAttributes } from '../../../lib/shortcodes/attributes.ts';

/** Attachments that a text's shortcodes need; `attached`: of those without ids. */
export interface ShortcodeNeeds {
  readonly pictureIds: readonly number[];
  readonly mediaIds: readonly number[];
  readonly attached: readonly AttachedFiles[];
  readonly players: string;
}

/** Limit of files in a text's galleries and playlists: a megabyte of `[gallery]` would show each picture a hundred thousand times. */
export const maxShownFiles = 5000;

export interface ShortcodeContext {
  readonly postId: number;
  readonly pictures: ReadonlyMap<number, ContentPicture>;
  readonly media: ReadonlyMap<number, ContentMedia>;
  attached(files: AttachedFiles): readonly number[];
  nextGallery(): number;
  /** Returns those of these files that fit the text's limit, `maxShownFiles`. */
  takeFiles(ids: readonly number[]): readonly number[];
  /** Marks a list's position; contains no HTML. */
  placeList(list: ForeignList): string;
  readonly used: Set<string>;
  readonly words: TextWords;
}

/** A text with its shortcodes found: first collect its needs, then render. */
export class ShortcodeText {
  readonly html: string;
  readonly #tokens: readonly ShortcodeToken<ForeignList>[];

  constructor(html: string) {
    this.html = html;
    this.#tokens = scanShortcodes(html, shortcodeList);
  }

  needs(): ShortcodeNeeds {
    const pictureIds: number[] = [];
    const mediaIds: number[] = [];
    const attached: AttachedFiles[] = [];
    let players = '';
    for (const { kind, name, closing, text, end, partner } of this.#tokens) {
      if (kind !== 'known' || closing) continue;
      if (name === 'audio' || name === 'video') {
        const closer = partner === undefined ? undefined : this.#tokens[partner];
        players += renderPlayer(
          name,
          parseShortcodeAttributes(text),
          this.html.slice(end, closer?.start ?? end),
        );
      }
      if (name !== 'gallery' && name !== 'playlist') continue;
      const attributes = parseShortcodeAttributes(text);
      const ids = namedIds(attributes);
      if (ids) (name === 'gallery' ? pictureIds : mediaIds).push(...ids);
      else attached.push(attachedFiles(attributes, name === 'gallery' ? 'image' : playlistKind(attributes)));
    }
    return { pictureIds, mediaIds, attached, players };
  }

  render(context: ShortcodeContext): string {
    if (this.#tokens.length === 0) return this.html;
    return mendParagraphs(this.#renderRange(0, this.#tokens.length, 0, this.html.length, context));
  }

  /** The text between two offsets, with its tokens. Known shortcodes don't nest in themselves, so the number of names bounds the depth. */
  #renderRange(
    fromToken: number,
    toToken: number,
    from: number,
    to: number,
    context: ShortcodeContext,
  ): string {
    let result = '';
    let at = from;
    for (let index = fromToken; index < toToken; index++) {
      const token = this.#tokens[index];
      if (!token || token.start < at) continue;
      result += this.html.slice(at, token.start);
      at = token.end;
      if (token.kind === 'escaped') result += token.text;
      else if (token.list) result += `${blockStart}${context.placeList(token.list)}${blockEnd}`;
      else if (token.kind === 'embed') {
        context.used.add('core/embed');
        result += `${blockStart}${embedFigure(token.text)}${blockEnd}`;
      } else if (token.kind === 'drop' || token.closing)
        result += token.name.includes('_') ? droppedBlock : dropped;
      else {
        const partner =
          token.partner !== undefined && token.partner < toToken ? this.#tokens[token.partner] : undefined;
        const content =
          partner && token.partner !== undefined
            ? mendParagraphs(this.#renderRange(index + 1, token.partner, token.end, partner.start, context))
            : '';
        const html = renderKnown(token, content, context);
        result += html === '' ? dropped : `${blockStart}${html}${blockEnd}`;
        if (partner && token.partner !== undefined) {
          index = token.partner;
          at = partner.end;
        }
      }
    }
    return result + this.html.slice(at, to);
  }
}

function renderKnown({ name, text }: ShortcodeToken, content: string, context: ShortcodeContext): string {
  const attributes = parseShortcodeAttributes(text.replace(/\/\s*$/, ''));
  switch (name) {
    case 'gallery': {
      const ids = context.takeFiles(
        namedIds(attributes) ?? context.attached(attachedFiles(attributes, 'image')),
      );
      const html = renderGallery(attributes, ids, context.pictures, {
        postId: context.postId,
        number: context.nextGallery(),
        words: context.words,
      });
      context.used.add('core/gallery');
      if (isSlider(attributes)) context.used.add('broadsheet/slide');
      return html + content;
    }
    case 'caption':
    case 'wp_caption':
      context.used.add('core/image');
      return renderCaption(attributes, content);
    case 'audio':
    case 'video':
      context.used.add(`core/${name}`);
      return renderPlayer(name, attributes, content);
    case 'playlist': {
      const kind = playlistKind(attributes);
      context.used.add(`core/${kind}`);
      const ids = context.takeFiles(
        namedIds(attributes) ?? context.attached(attachedFiles(attributes, kind)),
      );
      return (
        renderPlaylist(ids.map((id) => context.media.get(id)).filter((file) => file !== undefined)) + content
      );
    }
    default: {
      const url = decodeEntities((attributes.named.src ?? content.replace(/<\/?p>|<br\s*\/?>/g, '')).trim());
      if (!/^(?:https?:)?\/\/[^\s<>"]+$/.test(url)) return content;
      context.used.add('core/embed');
      return embedFigure(url);
    }
  }
}

/** A picture with a caption, given as an attribute or as the text after the picture. `content` is rendered already; all of it is preserved. */
function renderCaption({ named }: ShortcodeAttributes, content: string): string {
  const split =
    named.caption === undefined
      ? splitPicture(content)
      : { picture: content.trim(), caption: captionOf(named.caption) };
  if (split.caption === '') return split.picture;
  const width = Number.parseInt(named.width ?? '', 10);
  const id = named.id?.replace(/[^\w-]/g, '');
  const align = (named.align ?? 'alignnone').replace(/[^\w-]/g, '');
  const extra = named.class?.replace(/[^\w\s-]/g, '').trim();
  return (
    `<figure${id ? ` id="${escapeHtml(id)}"` : ''} class="wp-caption ${align}` +
    `${extra ? ` ${extra}` : ''}"${width > 0 ? ` style="width:${width}px;max-width:100%"` : ''}>` +
    `${split.picture}<figcaption class="wp-caption-text">${split.caption}</figcaption></figure>`
  );
}

const shown: ReadonlySet<string> = new Set(['img', 'iframe', 'video', 'audio', 'object']);

/** Splits the first image (with its link) or video from the text after it. Without one, all of it is the picture. */
function splitPicture(content: string): { picture: string; caption: string } {
  const tokens = htmlTokens(content);
  const first = tokens.findIndex(({ kind, name }) => kind === 'open' && shown.has(name));
  const name = tokens[first]?.name;
  if (first === -1 || name === undefined) return { picture: content, caption: '' };
  const closes =
    name === 'img'
      ? -1
      : tokens.findIndex((token, place) => place > first && token.kind === 'close' && token.name === name);
  let end = Math.max(first, closes);
  const rest = tokens
    .slice(end + 1)
    .find((token) => token.kind !== 'text' || content.slice(token.start, token.end).trim() !== '');
  if (rest?.kind === 'close' && rest.name === 'a') end = tokens.indexOf(rest);
  const cut = tokens[end]?.end ?? content.length;
  return { picture: withoutParagraphs(content.slice(0, cut)), caption: captionOf(content.slice(cut)) };
}

/** A caption is one paragraph: further paragraphs become lines. */
function captionOf(html: string): string {
  return withoutParagraphs(html.replace(/<\/p>\s*<p(?:\s[^<>]*)?>/g, '<br />'));
}

/** Removes paragraphs, breaks and blanks around the content, left over from the text that contained it. */
function withoutParagraphs(html: string): string {
  let words = html
    .replace(/<\/?p(?:\s[^<>]*)?>/g, '')
    .replace(/^(?:\s|<br ?\/?>)+/, '')
    .trimEnd();
  for (let end = lastBreak(words); end !== undefined; end = lastBreak(words))
    words = words.slice(0, end).trimEnd();
  return words;
}

function lastBreak(html: string): number | undefined {
  const end = html.endsWith('>') ? /<br ?\/?>$/.exec(html.slice(-6)) : null;
  return end === null ? undefined : html.length - end[0].length;
}
