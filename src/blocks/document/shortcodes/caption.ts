import { escapeHtml } from '../../../lib/plain-text.ts';
import { htmlTokens } from '../../../lib/markup/html-tokens.ts';
import type { ShortcodeAttributes } from './attributes.ts';

/**
 * A picture with its caption, in both forms: the caption as an attribute, or as what follows the picture. `content` is rendered already; nothing of it is lost.
 */
export function renderCaption({ named }: ShortcodeAttributes, content: string): string {
  const split = named.caption === undefined ? splitPicture(content) : { picture: content.trim(), caption: named.caption.trim() };
  if (split.caption === '') return split.picture;
  const width = Number.parseInt(named.width ?? '', 10);
  const id = named.id?.replace(/[^\w-]/g, '');
  const align = (named.align ?? 'alignnone').replace(/[^\w-]/g, '');
  const extra = named.class?.replace(/[^\w\s-]/g, '').trim();
  return `<figure${id ? ` id="${escapeHtml(id)}"` : ''} class="wp-caption ${align}`
    + `${extra ? ` ${extra}` : ''}"${width > 0 ? ` style="width:${width}px;max-width:100%"` : ''}>`
    + `${split.picture}<figcaption class="wp-caption-text">${split.caption}</figcaption></figure>`;
}

/** The first image with the link around it, and what follows. Without an image all of it is "picture". */
function splitPicture(content: string): { picture: string; caption: string } {
  const tokens = htmlTokens(content);
  const image = tokens.findIndex(({ kind, name }) => kind === 'open' && name === 'img');
  if (image === -1) return { picture: content, caption: '' };
  let end = image;
  const rest = tokens.slice(image + 1).find((token) => token.kind !== 'text' || content.slice(token.start, token.end).trim() !== '');
  if (rest?.kind === 'close' && rest.name === 'a') end = tokens.indexOf(rest);
  const cut = tokens[end]?.end ?? content.length;
  return { picture: content.slice(0, cut).trim(), caption: content.slice(cut).trim() };
}
