import { decodeEntities, escapeHtml, htmlToText } from '../../../lib/plain-text.ts';
import type { ContentMedia } from '../content-env.ts';
import { videoAt } from '../../../lib/video-address.ts';
import { embedFigure, safeUrl } from '../embeds.ts';
import type { ShortcodeAttributes } from '../../../lib/shortcodes/attributes.ts';

const formats = {
  audio: ['src', 'mp3', 'm4a', 'ogg', 'oga', 'opus', 'flac', 'wav', 'wma'],
  video: ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mov', 'flv', 'wmv'],
} as const;

/** MIME types of the formats, where browsers go by them. */
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

/** Which files a playlist plays. */
export const playlistKind = ({ named }: ShortcodeAttributes): 'audio' | 'video' =>
  named.type === 'video' ? 'video' : 'audio';

/**
 * `[audio]` and `[video]`: a player that fetches nothing before it is started. `content` is what stands between the tags: subtitles go into the player, the
 * rest stays.
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

/** `[playlist]`: its files one below the other, each with its title. */
export function renderPlaylist(files: readonly ContentMedia[]): string {
  const items = files.map((file) => {
    const kind = file.mimeType.startsWith('video/') ? 'video' : 'audio';
    const player = playerFigure(kind, [[file.url, '']], {});
    return `<li class="playlist-item"><span class="playlist-title">${escapeHtml(htmlToText(file.title))}</span>${player}</li>`;
  });
  return items.length === 0 ? '' : `<ol class="wp-playlist">${items.join('')}</ol>`;
}

/** A player of one file. Brackets in its address are escaped, so that it is no shortcode. */
export function filePlayer(kind: 'audio' | 'video', url: string): string {
  return playerFigure(kind, [[url.replaceAll('[', '%5B').replaceAll(']', '%5D'), '']], {});
}

/** `files`: an address for each format that is there; `tracks`: HTML. */
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
