import type { OwnFonts } from './own-fonts.ts';

export const fontPath = (file: string): string => `/wp-content/uploads/fonts/${file}`;

export const lookNames = ['broadsheet', 'tabloid', 'review', 'technology', 'local'] as const;

const broadsheet: Look = {
  colours: {
    accent: '#0b5cff',
    categories: 'hues',
    category: {},
    light: { paper: '#fff', surface: '#f4f5f6', ink: '#111417' },
    dark: { paper: '#0f1215', surface: '#181c21', ink: '#e9ecef' },
  },
  fonts: 'broadsheet',
  ownFonts: {},
  headlines: { weight: 650, capitals: false, tracking: -0.014, size: 1 },
  scale: 1,
  spacing: 'normal',
  corners: 0,
  lines: { width: 2, kind: 'solid', accent: false },
  titles: 'rule',
  kickers: 'plain',
  cards: 'plain',
  lists: 'lines',
  header: { layout: 'centred', band: '', menu: '' },
  footer: { layout: 'columns', band: '' },
};

/** Built-in looks, all complete; the first one is the default. */
export const looks: Readonly<Record<(typeof lookNames)[number], Look>> = {
  broadsheet,
  /** Loud: narrow capitals, red bands, tight spacing. */
  tabloid: {
    ...broadsheet,
    colours: {
      accent: '#d5001c',
      categories: 'accent',
      category: {},
      light: { paper: '#fff', surface: '#f3f1ec', ink: '#0a0a0a' },
      dark: { paper: '#121212', surface: '#1d1d1d', ink: '#f5f3ee', accent: '#e0162f' },
    },
    fonts: 'condensed',
    headlines: { weight: 850, capitals: true, tracking: 0, size: 1.55 },
    spacing: 'close',
    lines: { width: 4, kind: 'solid', accent: false },
    titles: 'box',
    kickers: 'box',
    cards: 'filled',
    header: { layout: 'left', band: 'accent', menu: 'ink' },
    footer: { layout: 'big', band: 'ink' },
  },
  /** Quiet: one font family, light headings, generous spacing, hairlines. */
  review: {
    ...broadsheet,
    colours: {
      accent: '#8c2f1b',
      categories: 'accent',
      category: {},
      light: { paper: '#fbf9f4', surface: '#f1ede3', ink: '#201c17' },
      dark: { paper: '#181512', surface: '#221e1a', ink: '#eae3d6', accent: '#c8674c' },
    },
    fonts: 'literary',
    headlines: { weight: 430, capitals: false, tracking: -0.018, size: 1.14 },
    scale: 1.05,
    spacing: 'airy',
    lines: { width: 1, kind: 'solid', accent: false },
    titles: 'centred',
    kickers: 'italic',
    lists: 'bare',
    header: { layout: 'centred', band: '', menu: '' },
    footer: { layout: 'centred', band: '' },
  },
  /** Technical: rounded cards, monospaced kickers, a bar instead of a masthead. */
  technology: {
    ...broadsheet,
    colours: {
      accent: '#4b2bff',
      categories: 'hues',
      category: {},
      light: { paper: '#fff', surface: '#f0f1f5', ink: '#0d0e14' },
      dark: { paper: '#0b0c11', surface: '#16181f', ink: '#eceef5', accent: '#7c66ff' },
    },
    fonts: 'grotesque',
    headlines: { weight: 700, capitals: false, tracking: -0.03, size: 1 },
    corners: 12,
    lines: { width: 1, kind: 'solid', accent: false },
    titles: 'large',
    kickers: 'mono',
    cards: 'filled',
    lists: 'bare',
    header: { layout: 'compact', band: 'ink', menu: '' },
    footer: { layout: 'line', band: 'ink' },
  },
  /** Local: a full-width name, slab serifs, green, double lines. */
  local: {
    ...broadsheet,
    colours: {
      accent: '#0f6b4a',
      categories: 'hues',
      category: {},
      light: { paper: '#fffdf7', surface: '#eef3ea', ink: '#16211b' },
      dark: { paper: '#101713', surface: '#18221c', ink: '#e6eee7', accent: '#1f8a62' },
    },
    fonts: 'slab',
    headlines: { weight: 700, capitals: false, tracking: -0.012, size: 1 },
    corners: 3,
    lines: { width: 5, kind: 'double', accent: true },
    titles: 'bar',
    kickers: 'capitals',
    cards: 'framed',
    header: { layout: 'big', band: '', menu: 'accent' },
    footer: { layout: 'columns', band: 'accent' },
  },
};

/** Names of the font pairs (`theme/font-pairs.ts`); the first one is the default. */
export const fontPairNames = ['broadsheet', 'condensed', 'literary', 'grotesque', 'slab', 'didone'] as const;

/** Fonts of each pair: for headlines, then for other text. */
export const pairTitles: Readonly<Record<FontPairName, string>> = {
  broadsheet: 'Source Serif 4 and Inter',
  condensed: 'Sofia Sans Extra Condensed and Source Sans 3',
  literary: 'Newsreader',
  grotesque: 'Bricolage Grotesque and Inter',
  slab: 'Bitter and Source Sans 3',
  didone: 'Playfair Display and Source Sans 3',
};

export type FontPairName = (typeof fontPairNames)[number];

export interface Look {
  readonly colours: {
    readonly accent: string;
    readonly categories: 'hues' | 'accent' | readonly string[];
    /** Colours of single categories by slug, inherited by their subcategories. */
    readonly category: Readonly<Record<string, string>>;
    readonly light: Surfaces;
    readonly dark: Surfaces;
  };
  readonly fonts: FontPairName;
  /** Custom fonts, which take precedence over the pair. */
  readonly ownFonts: OwnFonts;
  readonly headlines: {
    readonly weight: number;
    readonly capitals: boolean;
    readonly tracking: number;
    readonly size: number;
  };
  readonly scale: number;
  readonly spacing: 'close' | 'normal' | 'airy';
  readonly corners: number;
  readonly lines: {
    readonly width: number;
    readonly kind: 'solid' | 'double' | 'dotted';
    readonly accent: boolean;
  };
  readonly titles: 'rule' | 'bar' | 'box' | 'centred' | 'large';
  readonly kickers: 'plain' | 'capitals' | 'box' | 'italic' | 'mono';
  readonly cards: 'plain' | 'filled' | 'framed';
  readonly lists: 'lines' | 'dotted' | 'bare';
  readonly header: {
    readonly layout: 'centred' | 'left' | 'compact' | 'big';
    readonly band: '' | 'accent' | 'ink';
    readonly menu: '' | 'accent' | 'ink';
  };
  readonly footer: {
    readonly layout: 'columns' | 'centred' | 'line' | 'big';
    readonly band: '' | 'accent' | 'ink';
  };
}

/** Background and text colours of one scheme. `accent` only if it differs from the look's. */
interface Surfaces {
  readonly paper: string;
  readonly surface: string;
  readonly ink: string;
  readonly accent?: string | undefined;
}
