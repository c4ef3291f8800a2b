import { escapeHtml } from '../../lib/plain-text.ts';
import type { ParsedBlock } from '../../lib/markup/parse-markup.ts';
import { safeUrl } from './embeds.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** The player of a playlist stands above its tracks and plays the first; the others are links to what they play, so that nothing needs a script. */
export function playlistPlayer(parts: ParsedBlock['parts']): ((html: string) => string) | undefined {
  const first = parts
    .flatMap((part) =>
      typeof part === 'object' && part.name === 'core/playlist-track' ? addressOf(part.attributes) : '',
    )
    .find(Boolean);
  if (!first) return undefined;
  const player = `<audio controls preload="none" src="${escapeHtml(first)}"></audio>`;
  let done = false;
  return (html) =>
    done
      ? html
      : html.replace(/^(\s*<figure\b[^<>]*>)/, (figure) => {
          done = true;
          return figure + player;
        });
}

/** A track of the list `around`, whose markup holds nothing but attributes; '' where these say nothing. */
export function playlistTrack(attributes: Attributes, around: Attributes): string {
  const address = addressOf(attributes);
  const [title, artist, length, image] = ['title', 'artist', 'length', 'image'].map((name) =>
    text(attributes[name]),
  ) as [string, string, string, string];
  if (address === '' && title === '' && artist === '') return '';
  const part = (name: string, words: string) =>
    words === '' ? '' : `<span class="wp-block-playlist-track__${name}">${escapeHtml(words)}</span>`;
  const picture =
    image === '' || around.showImages === false
      ? ''
      : `<img class="wp-block-playlist-track__image" src="${escapeHtml(safeUrl(image))}" alt="${escapeHtml(text(attributes.imageAlt))}">`;
  const name = title || fileName(address);
  const inside = `${picture}<span class="wp-block-playlist-track__content">${part('title', name)}${part('artist', artist)}</span>${part('length', length)}`;
  const element = address === '' ? 'span' : 'a';
  const link = address === '' ? '' : ` href="${escapeHtml(address)}"`;
  return `<li class="wp-block-playlist-track"><${element} class="wp-block-playlist-track__button"${link}>${inside}</${element}></li>`;
}

function addressOf({ src }: Attributes): string {
  const address = safeUrl(text(src));
  return address === '#' ? '' : address;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 2000).trim() : '';
}

const fileName = (address: string) => address.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
