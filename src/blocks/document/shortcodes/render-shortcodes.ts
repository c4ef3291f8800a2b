import { decodeEntities } from '../../../lib/plain-text.ts';
import type { AttachedFiles, ContentMedia, ContentPicture, TextWords } from '../content-env.ts';
import { embedFigure } from '../embeds.ts';
import { parseShortcodeAttributes } from '../../../lib/shortcodes/attributes.ts';
import type { ForeignList } from '../lists/read-list.ts';
import { shortcodeList } from '../lists/shortcode-list.ts';
import { renderCaption } from './caption.ts';
import { attachedFiles, isSlider, namedIds, renderGallery } from './gallery.ts';
import { playlistKind, renderPlayer, renderPlaylist } from './players.ts';
import {
  blockEnd,
  blockStart,
  dropped,
  droppedBlock,
  mendParagraphs,
} from '../../../lib/shortcodes/mend-paragraphs.ts';
import { scanShortcodes } from '../../../lib/shortcodes/scan.ts';
import type { ShortcodeToken } from '../../../lib/shortcodes/scan.ts';

/** Attachments that the shortcodes of a text ask for; `attached`: by those of them that name none. */
export interface ShortcodeNeeds {
  readonly pictureIds: readonly number[];
  readonly mediaIds: readonly number[];
  readonly attached: readonly AttachedFiles[];
  /** HTML of the players that they become: it mentions files. */
  readonly players: string;
}

/** Files that the galleries and playlists of a text show, at most: a megabyte of `[gallery]` would show each picture a hundred thousand times. */
export const mostShownFiles = 5000;

/** What was found for them. */
export interface ShortcodeContext {
  readonly postId: number;
  readonly pictures: ReadonlyMap<number, ContentPicture>;
  readonly media: ReadonlyMap<number, ContentMedia>;
  attached(files: AttachedFiles): readonly number[];
  /** Galleries counted through the document. */
  nextGallery(): number;
  /** Of these files those for which the text has room, from `mostShownFiles` on none. */
  takeFiles(ids: readonly number[]): readonly number[];
  /** A text that marks the place of a list, without HTML. */
  placeList(list: ForeignList): string;
  /** Core blocks whose look the output takes. */
  readonly used: Set<string>;
  readonly words: TextWords;
}

/** An HTML text whose shortcodes were found: first say what they need, then render. */
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

  /** The text between two offsets, with the tokens in it. Known shortcodes don't nest in themselves, so this goes no deeper than there are names. */
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
