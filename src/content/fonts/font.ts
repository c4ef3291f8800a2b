/** Kinds of font files that browsers read, by their endings. */
export type FontKind = 'woff2' | 'woff' | 'ttf' | 'otf';

/** What styles need to know of a font; lengths in em. */
export interface FontFacts {
  readonly kind: FontKind;
  /** The least and the most weight. */
  readonly weight: readonly [number, number];
  readonly isItalic: boolean;
  readonly isSerif: boolean;
  readonly ascent: number;
  readonly descent: number;
  /** Of running text, by letters. */
  readonly width: number;
}

/** Types by which font files are served. */
export const fontTypes: Readonly<Record<FontKind, string>> = { woff2: 'font/woff2', woff: 'font/woff', ttf: 'font/ttf', otf: 'font/otf' };
