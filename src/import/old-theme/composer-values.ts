import { isRecord } from '../../lib/records.ts';

const maxLength = 100_000;
const screens = ['all', 'landscape', 'portrait', 'phone'] as const;

/** A value per screen size; a missing size has the value of the next larger one. */
export type OnScreens = Readonly<Partial<Record<(typeof screens)[number], string>>>;

function fromBase64(value: string): string | undefined {
  const bare = value.trim();
  if (bare.length === 0 || bare.length > maxLength || bare.length % 4 !== 0 || !/^[\w+/]+={0,2}$/.test(bare))
    return undefined;
  const text = Buffer.from(bare, 'base64').toString('utf8');
  if (Buffer.from(text).toString('base64') !== bare) return undefined;
  // oxlint-disable-next-line no-control-regex -- what holds these was no text before
  return /[\ufffd\u0000-\u0008\u000e-\u001f]/.test(text) ? undefined : text;
}

/** Decodes an object stored as base64-encoded JSON; undefined for any other value. */
export function encodedObject(value: string | undefined): Readonly<Record<string, unknown>> | undefined {
  const text = value?.startsWith('ey') ? fromBase64(value) : undefined;
  if (text === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(text);
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined; // a word that happens to begin like that
  }
}

/** An attribute's values per screen size; composers store a plain value or an encoded object. */
export function onScreens(value = ''): OnScreens {
  const read = encodedObject(value);
  if (!read) return { all: value };
  return Object.fromEntries(
    screens.flatMap((screen) => {
      const one = read[screen];
      return typeof one === 'string' || typeof one === 'number' ? [[screen, String(one)]] : [];
    }),
  );
}

export const onDesktops = (value: string | undefined): string => onScreens(value).all ?? '';

/** A plain word. Many words of four or eight letters are valid base64, too, but encoded text hardly ever looks like a word. */
const word = /^(?:[A-Z]?[a-z]+|[A-Z]+)$/;

/** Text entered by a user, stored as it is, percent-encoded or in base64. */
export function writtenText(value = ''): string {
  const text = (word.test(value.trim()) ? undefined : fromBase64(value)) ?? value;
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
}

/** A title; the composer may percent-encode its quotes and letters. */
export function titleText(written = ''): string {
  try {
    return /%[\da-f]{2}/i.test(written) ? decodeURIComponent(written) : written;
  } catch {
    return written;
  }
}

/** A column's width in twelfths, from `2/3` or `8`; twelve by default. */
export function twelfths(width = ''): number {
  const [, part, of] = /^(\d{1,2})(?:\/(\d{1,2}))?$/.exec(width.trim()) ?? [];
  const share = of === undefined ? Number(part) : (12 * Number(part)) / Number(of);
  return Number.isFinite(share) && share >= 1 && share <= 12 ? Math.round(share) : 12;
}

/** Number of posts per row, from the width of each in percent. */
export function columnsOf(width: string): number | undefined {
  const share = Number(/^(\d{1,3}(?:\.\d{1,12})?)%$/.exec(width.trim())?.[1]);
  return share > 0 && share <= 100 ? Math.max(1, Math.min(6, Math.round(100 / share))) : undefined;
}

/** Screens on which an element's own styles hide it; phones inherit the setting of larger screens. */
export function hiddenOn(css: string | undefined): { readonly desktops: boolean; readonly phones: boolean } {
  const styles = encodedObject(css);
  const display = (screen: string) => {
    const own = styles?.[screen];
    return isRecord(own) && typeof own.display === 'string' ? own.display.trim().toLowerCase() : '';
  };
  const all = display('all') === 'none';
  return { desktops: all, phones: display('phone') === 'none' || (all && display('phone') === '') };
}

/** Maps the old site's ids and URLs to local ones. */
export interface ForeignIds {
  category(id: string): number | undefined;
  post(id: string): number | undefined;
  author(id: string): number | undefined;
  picture(id: string): { readonly id: number; readonly url: string; readonly alt: string } | undefined;
  /** The local address for a URL of the old site; other URLs are returned unchanged. */
  address(url: string): string;
  files(html: string): string;
}

export const noIds: ForeignIds = {
  category: () => undefined,
  post: () => undefined,
  author: () => undefined,
  picture: () => undefined,
  address: (url) => url,
  files: (html) => html,
};
