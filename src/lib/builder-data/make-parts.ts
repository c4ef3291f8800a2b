import { videoAt } from '../video-address.ts';
import { isBlockHtml, isRealLink } from './parts.ts';
import type { Part, PartImage } from './parts.ts';

/** A heading by its element's name; a paragraph where that is no heading's. */
export const heading = (html: string, tag = 'h3', link = ''): Part[] => {
  if (html === '') return [];
  const level = /^h([1-6])$/i.exec(tag)?.[1];
  // The page's title is its one heading of the first level.
  return level === undefined
    ? rich(link === '' ? html : `<a href="${link.replaceAll('"', '&quot;')}">${html}</a>`)
    : [{ kind: 'heading', level: Math.max(2, Number(level)), html, ...(isRealLink(link) ? { link } : {}) }];
};

/** A text where the HTML has elements or lines of its own, else one paragraph. */
export const rich = (html: string): Part[] =>
  html === '' ? [] : [isBlockHtml(html) ? { kind: 'text', html } : { kind: 'paragraph', html }];

export const button = (html: string, link: string): Part[] =>
  html === '' ? [] : isRealLink(link) ? [{ kind: 'button', html, link }] : [{ kind: 'paragraph', html }];

export const images = (...found: readonly (PartImage | undefined)[]): Part[] => {
  const known = found.filter((image) => image !== undefined);
  return known.length === 0 ? [] : [{ kind: 'images', images: known }];
};

export const list = (items: readonly string[]): Part[] => {
  const filled = items.filter((item) => item !== '');
  return filled.length === 0 ? [] : [{ kind: 'list', items: filled }];
};

export const linkTo = (html: string, link: string): string =>
  html !== '' && isRealLink(link) && !/<a[\s>]/i.test(html)
    ? `<a href="${link.replaceAll('"', '&quot;')}">${html}</a>`
    : html;

export function quote(html: string, ...by: readonly string[]): Part[] {
  const cite = by.filter((one) => one !== '').join(', ');
  return html === '' ? rich(cite) : [{ kind: 'quote', html, cite }];
}

/** A video or audio file by its address: the built-in player, or an embed. */
export function player(url: string): Part[] {
  if (!/^(?:https?:)?\/\//i.test(url)) return [];
  if (videoAt(url)) return [{ kind: 'embed', url }];
  if (/\.(?:mp4|m4v|webm|ogv|mov)(?:[?#]|$)/i.test(url))
    return [{ kind: 'file', url, as: 'video', name: '' }];
  if (/\.(?:mp3|m4a|ogg|oga|wav|flac)(?:[?#]|$)/i.test(url))
    return [{ kind: 'file', url, as: 'audio', name: '' }];
  return [{ kind: 'embed', url }];
}
