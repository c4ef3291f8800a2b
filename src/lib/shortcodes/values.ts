import { cleanHtml } from '../clean-html/clean-html.ts';
import { authorProfile } from '../clean-html/profiles.ts';
import { isRecord } from '../records.ts';
import { htmlTokens, readAttribute, withoutControls } from '../markup/html-tokens.ts';
import { decodeEntities, escapeHtml, htmlToText } from '../plain-text.ts';
import { framedAddress } from './embedded.ts';

const maxAddressLength = 2000;
const maxEncodedLength = 500_000;

/** Escapes for characters that builders can't write into an attribute: Divi's percent signs, WPBakery's backticks. */
const escapes: readonly (readonly [RegExp, string])[] = [
  [/%22/g, '"'],
  [/%91/g, '['],
  [/%93/g, ']'],
  [/%92/g, '\\'],
  [/`\{`/g, '['],
  [/`\}`/g, ']'],
  [/``/g, '"'],
];

/** Decodes an attribute's value to the author's HTML. */
export function valueOf(written: string): string {
  if (written.startsWith('#E-8_')) return decodeContent(written.slice(5)) ?? '';
  if (written.startsWith('@ET-DC@')) return dynamicValue(written);
  if (!/[%`]/.test(written)) return written;
  return escapes.reduce((value, [pattern, character]) => value.replace(pattern, character), written);
}

/** Divi's dynamic content: only the old site knows the value, but the text before and after it is stored here. */
function dynamicValue(written: string): string {
  const [, base64 = ''] = /^@ET-DC@([\w+/=-]{4,20000})@$/.exec(written) ?? [];
  const json = decodeBase64(base64.replaceAll('-', '+').replaceAll('_', '/'));
  if (json === undefined) return '';
  try {
    const settings = (JSON.parse(json) as { settings?: unknown } | null)?.settings;
    if (!isRecord(settings)) return '';
    return ['before', 'after']
      .map((name) => settings[name])
      .filter((value) => typeof value === 'string')
      .join(' ');
  } catch {
    return '';
  }
}

export function wordsOf(value: string): string {
  const text = withoutControls(htmlToText(value)).trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

export const asHtml = (text: string): string => withoutBrackets(escapeHtml(withoutControls(text)));

export const withoutBrackets = (html: string): string =>
  html.replaceAll('[', '&#91;').replaceAll(']', '&#93;');

/** The URL in a value if it is allowed in a link: web, mail, telephone, or root-relative. */
export function addressOf(value: string): string | undefined {
  const decoded = decodeEntities(value).trim();
  const url = (/^https?%3a/i.test(decoded) ? decodePercents(decoded) : decoded).replaceAll(' ', '%20');
  if (url.length > maxAddressLength) return undefined;
  const isAddress =
    /^(?:https?:)?\/\/[\w[][^\s<>"`\\\p{Cc}]+$/iu.test(url) ||
    /^\/(?![/\\])[^\s<>"`\\\p{Cc}]+$/u.test(url) ||
    /^(?:mailto:[^\s<>"`\\\p{Cc}@]+@|tel:[+\d])[^\s<>"`\\\p{Cc}]*$/iu.test(url);
  return isAddress ? url.replaceAll('[', '%5B').replaceAll(']', '%5D') : undefined;
}

function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** WPBakery's `url:https%3A%2F%2Fa.example|title:Read|target:_blank`, or a plain URL. */
export function builtLink(value: string): { readonly url: string | undefined; readonly title: string } {
  if (!value.includes('url:')) return { url: addressOf(value), title: '' };
  const parts = new Map(
    value.split('|').map((part) => {
      const colon = part.indexOf(':');
      return [part.slice(0, colon).trim(), decodePercents(part.slice(colon + 1).trim())] as const;
    }),
  );
  return { url: addressOf(parts.get('url') ?? ''), title: wordsOf(valueOf(parts.get('title') ?? '')) };
}

/** WPBakery's lists: percent-encoded JSON. */
export function builtList(value: string): Readonly<Record<string, unknown>>[] {
  if (value.length > maxEncodedLength) return [];
  try {
    const list: unknown = JSON.parse(decodePercents(value));
    return Array.isArray(list) ? list.filter(isRecord) : [];
  } catch {
    return [];
  }
}

export function decodeBase64(written: string): string | undefined {
  const base64 = written.replace(/\s+/g, '');
  if (base64.length < 4 || base64.length > maxEncodedLength || !/^[A-Za-z\d+/]+={0,2}$/.test(base64))
    return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
    );
  } catch {
    return undefined;
  }
}

/** Decodes content in base64, some of it percent-encoded. The output is never decoded again. */
export function decodeContent(written: string): string | undefined {
  const text = decodeBase64(htmlToText(written));
  return text === undefined
    ? undefined
    : withoutControls(/%[\da-f]{2}/i.test(text) ? decodePercents(text) : text);
}

/** Placeholders for frames during sanitizing: private-use characters, which are first removed from the HTML. */
const frameMark = /\ue000(\d+)\ue001/g;

/**
 * Sanitizes HTML from an attribute or encoded content as for users without `unfiltered_html`, since storing it did not.
 * Removes comments, closes elements and turns frames into embeds. `hasShortcodes` keeps brackets.
 */
export function enclosed(written: string, { hasShortcodes = false } = {}): string {
  const html = withoutControls(written).replace(/[\ue000\ue001]/g, '');
  const frames: string[] = [];
  let result = '';
  let inFrame = false;
  for (const { kind, name, start, end } of htmlTokens(html)) {
    if (name === 'iframe' && kind !== 'raw') {
      const source = kind === 'open' ? readAttribute(html.slice(start, end), 'src') : undefined;
      const address =
        source === undefined ? undefined : framedAddress({ named: { src: source }, positional: [] });
      if (address !== undefined) result += `\ue000${frames.push(address) - 1}\ue001`;
      inFrame = kind === 'open';
    } else if (kind !== 'comment' && !(kind === 'raw' && inFrame)) result += html.slice(start, end);
  }
  const clean = cleanHtml(result, authorProfile).replaceAll('<!--', '&lt;!--');
  return (hasShortcodes ? clean : withoutBrackets(clean)).replace(frameMark, (_, index: string) =>
    embedTag(frames[Number(index)] ?? ''),
  );
}

export const embedTag = (url: string): string => `\n\n[embed]${asHtml(url)}[/embed]\n\n`;
