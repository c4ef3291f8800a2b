import { escapeHtml } from '../../../lib/plain-text.ts';
import { htmlTokens } from '../../../lib/markup/html-tokens.ts';
import type { ShortcodeAttributes } from '../../../lib/shortcodes/attributes.ts';

/**
 * A picture with its caption, in both forms: the caption as an attribute, or as what follows the picture. `content` is rendered already; nothing of it is lost.
 */
export function renderCaption({ named }: ShortcodeAttributes, content: string): string {
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

/** What a caption may be of. */
const shown: ReadonlySet<string> = new Set(['img', 'iframe', 'video', 'audio', 'object']);

/** The first image, with the link around it, or film, and what follows. Without one all of it is "picture". */
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

/** A caption is one paragraph: where others begin, a line does. */
function captionOf(html: string): string {
  return withoutParagraphs(html.replace(/<\/p>\s*<p(?:\s[^<>]*)?>/g, '<br />'));
}

/** HTML without the paragraphs, breaks and spaces around what it shows, which are those of the text that it stood in. */
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
