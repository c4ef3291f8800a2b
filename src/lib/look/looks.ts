import type { Look } from './look.ts';

/** Names of the looks that come with Broadsheet. */
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

/** Looks that come with Broadsheet, each complete: the first one is what a new site has. */
export const looks: Readonly<Record<(typeof lookNames)[number], Look>> = {
  broadsheet,
  /** Loud: capitals as narrow as they go, red bands, everything close. */
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
  /** Quiet: one family of letters, light headlines, room, lines as fine as hair. */
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
  /** A machine's: rounded plates, kickers like a terminal's, a bar instead of a masthead. */
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
  /** A town's: a name as wide as the page, slabs, green, double lines. */
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
