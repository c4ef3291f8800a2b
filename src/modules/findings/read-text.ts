import { decodeEntities } from '../../lib/plain-text.ts';
import { startOf } from '../../lib/cut-text.ts';
import { eachHtmlToken, readAttributes } from '../../lib/markup/html-tokens.ts';
import { ownPath } from '../../lib/urls.ts';

/** Characters of a text that are read; the rest of a longer one is not checked. */
const maxTextLength = 2_000_000;
/** Distinct links of a text that are checked. */
const maxLinks = 100;
/** Longer addresses are not checked. */
const maxAddressLength = 2000;
const maxNameLength = 200;

export interface Picture {
  /** Attachment id of its class `wp-image-…`; 0: unknown. */
  readonly mediaId: number;
  /** Whether the media library has its alternative text, because it has no `alt` attribute. */
  readonly usesLibrary: boolean;
  /** The file's name. */
  readonly name: string;
}

export interface CheckedText {
  readonly pictures: readonly Picture[];
  /** Paths on this site, with their queries. */
  readonly links: readonly string[];
}

/** The pictures of a text without alternative text of their own, and its links to this site. Never throws for any text. */
export function readText(markup: string, siteUrl: string): CheckedText {
  const html = startOf(markup, maxTextLength);
  const pictures: Picture[] = [];
  const links = new Set<string>();
  eachHtmlToken(html, ({ kind, name, start, end, cut }) => {
    if (kind !== 'open' || cut || (name !== 'img' && name !== 'a')) return;
    const attributes = new Map<string, string>();
    // As in browsers, the first of two attributes counts.
    for (const { name: attribute, value } of readAttributes(html.slice(start, end)))
      if (!attributes.has(attribute.toLowerCase())) attributes.set(attribute.toLowerCase(), value);
    if (name === 'img') {
      if (lacksText(attributes)) pictures.push(pictureOf(attributes));
    } else if (links.size < maxLinks) {
      const link = linkOf(attributes.get('href'), siteUrl);
      if (link !== undefined) links.add(link);
    }
  });
  return { pictures, links: [...links] };
}

/** An empty `alt` marks a decorative picture (HTML standard; WCAG technique H67). Emoji and invisible pixels need no text. */
function lacksText(attributes: ReadonlyMap<string, string>): boolean {
  const value = (name: string) => decodeEntities(attributes.get(name) ?? '').trim();
  return (
    attributes.get('alt') !== '' &&
    value('alt') === '' &&
    value('aria-label') === '' &&
    !/^(?:presentation|none)$/i.test(value('role')) &&
    value('aria-hidden') !== 'true' &&
    !/\b(?:emoji|wp-smiley)\b/.test(value('class')) &&
    !(/^[01]$/.test(value('width')) && /^[01]$/.test(value('height')))
  );
}

function pictureOf(attributes: ReadonlyMap<string, string>): Picture {
  const [, id] = /\bwp-image-(\d{1,15})\b/.exec(attributes.get('class') ?? '') ?? [];
  return {
    mediaId: Number(id ?? 0),
    usesLibrary: !attributes.has('alt'),
    name: fileName(decodeEntities(attributes.get('src') ?? '')),
  };
}

/** The last part of an address, without its query. */
export function fileName(address: string): string {
  if (address.startsWith('data:')) return '';
  const last = startOf(address, maxAddressLength).split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  try {
    return startOf(decodeURIComponent(last), maxNameLength);
  } catch {
    return startOf(last, maxNameLength);
  }
}

function linkOf(href: string | undefined, siteUrl: string): string | undefined {
  const address = decodeEntities(href ?? '').trim();
  // A fragment leads to a place in the same text.
  if (address === '' || address.startsWith('#') || address.length > maxAddressLength) return undefined;
  return ownPath(address, siteUrl)?.split('#', 1)[0];
}
