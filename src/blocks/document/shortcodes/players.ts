import { decodeEntities, escapeHtml, htmlToText } from '../../../lib/plain-text.ts';
import type { ContentMedia } from '../content-env.ts';
import { videoAt } from '../../../lib/video-address.ts';
import { embedFigure, safeUrl } from '../embeds.ts';
import type { ShortcodeAttributes } from './attributes.ts';

const formats = {
  audio: ['src', 'mp3', 'm4a', 'ogg', 'oga', 'opus', 'flac', 'wav', 'wma'],
  video: ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mov', 'flv', 'wmv'],
} as const;

/** `[audio]` and `[video]`: a player that fetches nothing before it is started. `content` is what stands between the tags; it stays. */
export function renderPlayer(kind: 'audio' | 'video', attributes: ShortcodeAttributes, content: string): string {
  const { named, positional } = attributes;
  const inner = decodeEntities(content.trim());
  const innerIsUrl = /^https?:\/\/[^\s<>"]+$/.test(inner);
  const written = formats[kind].map((format) => named[format]).find((value) => value) ?? positional.find((value) => /^(?:https?:)?\/\//.test(value))
    ?? (innerIsUrl ? inner : '');
  const rest = innerIsUrl && inner === written ? '' : content.trim();
  const url = decodeEntities(written);
  if (url === '') return rest;
  if (videoAt(url)) return embedFigure(url) + rest;
  return playerFigure(kind, url, named) + rest;
}

/** `[playlist]`: its files one below the other, each with its title. */
export function renderPlaylist(files: readonly ContentMedia[]): string {
  const items = files.map((file) => {
    const kind = file.mimeType.startsWith('video/') ? 'video' : 'audio';
    return `<li class="playlist-item"><span class="playlist-title">${escapeHtml(htmlToText(file.title))}</span>${playerFigure(kind, file.url, {})}</li>`;
  });
  return items.length === 0 ? '' : `<ol class="wp-playlist">${items.join('')}</ol>`;
}

function playerFigure(kind: 'audio' | 'video', url: string, named: Readonly<Record<string, string>>): string {
  const address = escapeHtml(safeUrl(url));
  const size = kind === 'video'
    ? ['width', 'height'].map((name) => (/^\d{1,4}$/.test(named[name] ?? '') ? ` ${name}="${named[name] ?? ''}"` : '')).join('')
    : '';
  const poster = kind === 'video' && named.poster ? ` poster="${escapeHtml(safeUrl(decodeEntities(named.poster)))}"` : '';
  const loop = /^(?:1|on|true)$/.test(named.loop ?? '') ? ' loop' : '';
  return `<figure class="wp-block-${kind}"><${kind} controls preload="none"${size}${poster}${loop} src="${address}"><a `
    + `href="${address}">${escapeHtml(fileName(url))}</a></${kind}></figure>`;
}

function fileName(url: string): string {
  return url.split(/[?#]/, 1)[0]?.split('/').at(-1) || url;
}
