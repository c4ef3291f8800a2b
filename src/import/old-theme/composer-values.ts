import { isRecord } from '../../lib/records.ts';

/** Longest value that is decoded. */
const longest = 100_000;
const screens = ['all', 'landscape', 'portrait', 'phone'] as const;

/** A value for each kind of screen; what is not said of one is as on larger ones. */
export type OnScreens = Readonly<Partial<Record<(typeof screens)[number], string>>>;

/** The text that base64 stands for; undefined for what is none. */
function fromBase64(value: string): string | undefined {
  const bare = value.trim();
  if (bare.length === 0 || bare.length > longest || bare.length % 4 !== 0 || !/^[\w+/]+={0,2}$/.test(bare))
    return undefined;
  const text = Buffer.from(bare, 'base64').toString('utf8');
  if (Buffer.from(text).toString('base64') !== bare) return undefined;
  // oxlint-disable-next-line no-control-regex -- what holds these was no text before
  return /[\ufffd\u0000-\u0008\u000e-\u001f]/.test(text) ? undefined : text;
}

/** An object that was written as JSON in base64; undefined for all else. */
export function encodedObject(value: string | undefined): Readonly<Record<string, unknown>> | undefined {
  const text = value?.startsWith('ey') ? fromBase64(value) : undefined;
  if (text === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(text);
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined; // a word that begins like that
  }
}

/** What an attribute says for each kind of screen: composers write it as it is, or as an object. */
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

/** What an attribute says for desktops. */
export const onDesktops = (value: string | undefined): string => onScreens(value).all ?? '';

/** One word as people write it. Many of four or eight letters are base64, too, but what is written in that hardly ever looks like one. */
const word = /^(?:[A-Z]?[a-z]+|[A-Z]+)$/;

/** A text that somebody wrote: as it is, or with its characters escaped, in base64. */
export function writtenText(value = ''): string {
  const text = (word.test(value.trim()) ? undefined : fromBase64(value)) ?? value;
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return text; // a per cent sign that is one
  }
}

/** A title: the composer may have percent-encoded its quotes and letters. */
export function titleText(written = ''): string {
  try {
    return /%[\da-f]{2}/i.test(written) ? decodeURIComponent(written) : written;
  } catch {
    return written; // a real percent sign
  }
}

/** Twelfths that the width of a column means: `2/3`, or `8`; twelve where it says none. */
export function twelfths(width = ''): number {
  const [, part, of] = /^(\d{1,2})(?:\/(\d{1,2}))?$/.exec(width.trim()) ?? [];
  const share = of === undefined ? Number(part) : (12 * Number(part)) / Number(of);
  return Number.isFinite(share) && share >= 1 && share <= 12 ? Math.round(share) : 12;
}

/** Posts side by side: composers say how wide each is. */
export function columnsOf(width: string): number | undefined {
  const share = Number(/^(\d{1,3}(?:\.\d{1,12})?)%$/.exec(width.trim())?.[1]);
  return share > 0 && share <= 100 ? Math.max(1, Math.min(6, Math.round(100 / share))) : undefined;
}

/** Where its own styles hide an element; `desktops` counts unless phones show it. */
export function hiddenOn(css: string | undefined): { readonly desktops: boolean; readonly phones: boolean } {
  const styles = encodedObject(css);
  const display = (screen: string) => {
    const own = styles?.[screen];
    return isRecord(own) && typeof own.display === 'string' ? own.display.trim().toLowerCase() : '';
  };
  const all = display('all') === 'none';
  return { desktops: all, phones: display('phone') === 'none' || (all && display('phone') === '') };
}

/** What things of the old site are here. */
export interface ForeignIds {
  /** Undefined for what did not come. */
  category(id: string): number | undefined;
  post(id: string): number | undefined;
  author(id: string): number | undefined;
  picture(id: string): { readonly id: number; readonly url: string; readonly alt: string } | undefined;
  /** An address as it is here, where it was one of the old site. */
  address(url: string): string;
  /** HTML whose galleries, players and pictures name files as they are numbered here. */
  files(html: string): string;
}

/** Where nothing came but the text. */
export const nothingCame: ForeignIds = {
  category: () => undefined,
  post: () => undefined,
  author: () => undefined,
  picture: () => undefined,
  address: (url) => url,
  files: (html) => html,
};
