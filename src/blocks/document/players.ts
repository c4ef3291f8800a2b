import { decodeEntities, escapeHtml, htmlToText } from '../../lib/plain-text.ts';
import type { ContentMedia, ContentEnv } from './content-env.ts';
import { videoAt } from '../../lib/video.ts';
import type { ShortcodeAttributes } from '../../lib/shortcodes/attributes.ts';
import { findProvider } from '../../lib/embed-providers.ts';
import type { ParsedBlock } from '../../lib/markup/block-markup.ts';
import { htmlTokens, readAttribute, splice } from '../../lib/markup/html-tokens.ts';
import type { CompiledDocument, DocumentNode } from './document.ts';
import type { Edit } from '../../lib/markup/html-tokens.ts';

const formats = {
  audio: ['src', 'mp3', 'm4a', 'ogg', 'oga', 'opus', 'flac', 'wav', 'wma'],
  video: ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mov', 'flv', 'wmv'],
} as const;

const types: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
};

export const playlistKind = ({ named }: ShortcodeAttributes): 'audio' | 'video' =>
  named.type === 'video' ? 'video' : 'audio';

/**
 * `[audio]` and `[video]`: a player that loads nothing before it is started. `content`, between the tags: subtitles
 * move into the player, the rest is preserved.
 */
export function renderPlayer(
  kind: 'audio' | 'video',
  attributes: ShortcodeAttributes,
  content: string,
): string {
  const { named, positional } = attributes;
  const inner = decodeEntities(content.trim());
  const innerIsUrl = /^https?:\/\/[^\s<>"]+$/.test(inner);
  const given = formats[kind].flatMap((format) => (named[format] ? [[format, named[format]] as const] : []));
  const written = given[0]?.[1] ?? addressAmong(positional) ?? (innerIsUrl ? inner : '');
  const words = innerIsUrl && inner === written ? '' : content.trim();
  const url = decodeEntities(written);
  if (url === '') return words;
  if (videoAt(url)) return embedFigure(url) + words;
  const tracks = words.match(track) ?? [];
  const rest =
    tracks.length === 0 ? words : words.replace(track, '').replace(/<p>\s*<\/p>|^(?:\s|<br\s*\/?>)+$/g, '');
  const files = new Map(given.toReversed().map(([format, address]) => [decodeEntities(address), format]));
  return (
    playerFigure(kind, files.size > 1 ? [...files].toReversed() : [[url, '']], named, tracks.join('')) + rest
  );
}

/** `[audio https://…]`; plugins before WordPress' own player wrote `[audio:https://…|titles=A song]`. */
const addressAmong = (positional: readonly string[]) =>
  positional
    .map((value) => value.replace(/^:/, '').split('|', 1)[0] ?? '')
    .find((value) => /^(?:https?:)?\/\//.test(value));

const track = /<track\s[^<>]*>/gi;

/** `[playlist]`: a list of players with titles. */
export function renderPlaylist(files: readonly ContentMedia[]): string {
  const items = files.map((file) => {
    const kind = file.mimeType.startsWith('video/') ? 'video' : 'audio';
    const player = playerFigure(kind, [[file.url, '']], {});
    return `<li class="playlist-item"><span class="playlist-title">${escapeHtml(htmlToText(file.title))}</span>${player}</li>`;
  });
  return items.length === 0 ? '' : `<ol class="wp-playlist">${items.join('')}</ol>`;
}

/** A player of one file. Escapes brackets in the address, so that it does not become a shortcode. */
function filePlayer(kind: 'audio' | 'video', url: string): string {
  return playerFigure(kind, [[url.replaceAll('[', '%5B').replaceAll(']', '%5D'), '']], {});
}

/** `files`: one address per format; `tracks`: HTML. */
function playerFigure(
  kind: 'audio' | 'video',
  files: readonly (readonly [url: string, format: string])[],
  named: Readonly<Record<string, string>>,
  tracks = '',
): string {
  const url = files[0]?.[0] ?? '';
  const address = escapeHtml(safeUrl(url));
  const size =
    kind === 'video'
      ? ['width', 'height']
          .map((name) => (/^\d{1,4}$/.test(named[name] ?? '') ? ` ${name}="${named[name] ?? ''}"` : ''))
          .join('')
      : '';
  const poster =
    kind === 'video' && named.poster ? ` poster="${escapeHtml(safeUrl(decodeEntities(named.poster)))}"` : '';
  const loop = /^(?:1|on|true)$/.test(named.loop ?? '') ? ' loop' : '';
  const sources =
    files.length < 2
      ? ''
      : files
          .map(([one, format]) => {
            const type = types[format];
            return `<source${type ? ` type="${type}"` : ''} src="${escapeHtml(safeUrl(one))}">`;
          })
          .join('');
  const src = sources === '' ? ` src="${address}"` : '';
  return (
    `<figure class="wp-block-${kind}"><${kind} controls preload="none"${size}${poster}${loop}${src}>${sources}${tracks}<a ` +
    `href="${address}">${escapeHtml(fileName(url))}</a></${kind}></figure>`
  );
}

function fileName(url: string): string {
  return url.split(/[?#]/, 1)[0]?.split('/').at(-1) || url;
}

/** Name of the site at an address as HTML: the provider's name, else the host. `url` is HTML, too. */
export function siteNameOf(url: string): string {
  return escapeHtml(
    findProvider(url)?.name ?? /^https?:\/\/(?:www\.)?([^/?#:&"'<>]{1,100})/i.exec(url)?.[1] ?? '',
  );
}

/**
 * A link in place of an embed; loads nothing from the other site. `data-video` (the platform): plays on click
 * (reader/behaviours/video.ts). Keeps the author's address visible. Phrasing content, valid in paragraphs.
 */
export function embedLink(url: string): string {
  const address = safeUrl(url.startsWith('//') ? `https:${url}` : url);
  const provider = findProvider(address);
  const platform = videoAt(address)?.platform;
  const host = /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(address)?.[1] ?? address;
  return (
    `<a class="embed-link${platform ? ' embed-video' : ''}" href="${escapeHtml(address)}"${platform ? ` data-video="${platform}"` : ''} rel="noopener">` +
    `<span class="embed-provider">${provider ? escapeHtml(provider.name) : asTyped(host)}</span> <span class="embed-url">${shortened(url)}</span></a>`
  );
}

/** A host as HTML that typesetting doesn't change (dashes and multiplication signs). */
const asTyped = (host: string) =>
  escapeHtml(host).replaceAll(/-(?=-)|(?<=\d)x(?=\d)/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** An address as HTML; the theme hides its scheme. */
function shortened(url: string): string {
  const [scheme = ''] = /^https?:\/\/(?:www\.)?(?=.)/i.exec(url) ?? [];
  return (
    (scheme === '' ? '' : `<span class="embed-scheme">${scheme}</span>`) +
    escapeHtml(url.slice(scheme.length))
  );
}

/** The link in a figure with WordPress' embed classes. `url` is plain text, not HTML. */
export function embedFigure(url: string): string {
  const provider = findProvider(url);
  const kind =
    provider === undefined
      ? ''
      : ` is-type-${provider.kind} is-provider-${provider.slug} wp-block-embed-${provider.slug}`;
  return `<figure class="wp-block-embed${kind}"><div class="wp-block-embed__wrapper">${embedLink(url)}</div></figure>`;
}

/** The address if it is safe to follow; `#` for `javascript:` and similar schemes. */
export function safeUrl(url: string): string {
  // eslint-disable-next-line no-control-regex -- browsers skip control characters and white space when they read the scheme
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(/[\u0000-\u0020]+/g, ''))?.[1]?.toLowerCase();
  return scheme === undefined || /^(?:https?|mailto|tel|sms|ftp)$/.test(scheme) ? url.trim() : '#';
}

type Attributes = Readonly<Record<string, unknown>>;

/** A playlist's player above its tracks plays the first one; the others are plain links, so that no script is needed. */
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

/** A track of the playlist `around`, whose markup contains only attributes; '' if they are empty. */
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
  const name = title || trackName(address);
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

const trackName = (address: string) => address.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';

export async function episodePlayer(postId: number, env: ContentEnv): Promise<string> {
  const episode = postId > 0 ? await env.episode?.(postId) : undefined;
  return episode ? filePlayer(episode.kind, episode.url) : '';
}

/** Removes the episode player at a document's start if the text itself plays the file. */
export function withoutSecondPlayer(document: CompiledDocument): CompiledDocument {
  const [first, ...nodes] = document.nodes;
  const end = typeof first === 'string' ? first.indexOf(playerEnd) + playerEnd.length : 0;
  if (typeof first !== 'string' || end < playerEnd.length) return document;
  const [file = ''] = playedFiles(first.slice(0, end));
  const rest = first.slice(end);
  const isPlayed = (node: DocumentNode): boolean =>
    typeof node === 'string'
      ? playedFiles(node).some((one) => isSameFile(one, file))
      : node.children.some(isPlayed);
  return [rest, ...nodes].some(isPlayed)
    ? { ...document, nodes: rest === '' ? nodes : [rest, ...nodes] }
    : document;
}

const playerEnd = '</figure>';

function playedFiles(html: string): string[] {
  if (!/<(?:audio|video|source)\s/i.test(html)) return [];
  return htmlTokens(html).flatMap(({ kind, name, start, end }) => {
    if (kind !== 'open' || (name !== 'audio' && name !== 'video' && name !== 'source')) return [];
    const src = readAttribute(html.slice(start, end), 'src');
    return src ? [decodeEntities(src)] : [];
  });
}

/** Podcast hosts prefix file addresses with their own, so equal file names with an ending match. */
function isSameFile(a: string, b: string): boolean {
  const nameOf = (url: string) => url.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  return a === b || (nameOf(a) === nameOf(b) && /.\.\w{2,5}$/.test(nameOf(a)));
}

const places: Readonly<Record<string, string>> = { object: 'data', embed: 'src', param: 'value' };

/**
 * Replaces players from before 2012 (`<object>` with `<param name="movie">`, `<embed>`), which no browser runs, by
 * frames of the same videos, which embed as usual. Leaves those of other sites. Linear time.
 */
export function withFilmFrames(html: string): string {
  if (!/<(?:object|embed)[\s>]/i.test(html)) return html;
  const edits: Edit[] = [];
  let open: { readonly start: number; depth: number; film: string | undefined } | undefined;
  for (const { kind, name, start, end } of htmlTokens(html)) {
    const place = kind === 'open' && Object.hasOwn(places, name) ? places[name] : undefined;
    const film = place === undefined ? undefined : filmAt(readAttribute(html.slice(start, end), place));
    if (name === 'object' && kind === 'open') {
      if (open) open.depth++;
      else open = { start, depth: 1, film };
    }
    if (open) open.film ??= film;
    else if (name === 'embed' && film !== undefined) edits.push({ start, end, text: film });
    if (name !== 'object' || kind !== 'close' || !open || --open.depth > 0) continue;
    if (open.film !== undefined) edits.push({ start: open.start, end, text: open.film });
    open = undefined;
  }
  return splice(html, edits);
}

/** A frame of the video at an address (HTML), if it is a known video. */
function filmAt(address: string | undefined): string | undefined {
  const url =
    address &&
    decodeEntities(address)
      .trim()
      .replace(
        /^((?:https?:)?\/\/(?:www\.)?vimeo\.com\/)moogaloop\.swf\?(?:[^#]{0,200}&)?clip_id=(\d{4,15})(?!\d).*$/is,
        '$1$2',
      )
      .replace(/^((?:https?:)?\/\/(?:www\.)?dailymotion\.com\/)swf\/(?:video\/)?/i, '$1video/');
  return url && videoAt(url) ? `<iframe src="${escapeHtml(url)}"></iframe>` : undefined;
}
