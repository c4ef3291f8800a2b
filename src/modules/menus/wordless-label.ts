import { htmlTokens, readAttribute } from '../../lib/markup/html-tokens.ts';
import { decodeEntities } from '../../lib/plain-text.ts';
import type { MenuItem } from './menu.ts';

/**
 * What an item is called whose label has no words, as an icon or a picture has none: what its label says to who can't see it, else what it leads to. Plain
 * text; empty for what leads nowhere. `url`: its address here; `siteName`: of the front page.
 */
export function wordlessLabel(
  { label, titleAttribute }: Pick<MenuItem, 'label' | 'titleAttribute'>,
  url: string,
  siteName: () => string,
): string {
  return titleAttribute.trim() || saidOf(label) || (url === '/' ? siteName() : nameOf(url));
}

function saidOf(html: string): string {
  for (const { kind, start, end } of htmlTokens(html)) {
    if (kind !== 'open') continue;
    const tag = html.slice(start, end);
    const said = decodeEntities(
      readAttribute(tag, 'alt') || readAttribute(tag, 'aria-label') || readAttribute(tag, 'title') || '',
    ).trim();
    if (said !== '') return said;
  }
  return '';
}

/** The last part of an address as words, else its host. */
function nameOf(address: string): string {
  const url = address === '' || address === '#' ? null : URL.parse(address, 'https://here.invalid');
  if (!url) return '';
  const last =
    (url.pathname.split('/').findLast((part) => part !== '') ?? url.hash.slice(1)) ||
    url.host.replace(/^(?:www\.|here\.invalid$)/, '');
  return decoded(last).replace(/[-_]+/g, ' ').trim();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a literal per cent sign
  }
}
