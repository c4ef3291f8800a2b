/** Colours of one picture. */
export interface Palette {
  /** The lightest. */
  readonly paper: string;
  /** The darkest. */
  readonly ink: string;
  /** Five, light to dark. */
  readonly tones: readonly [string, string, string, string, string];
  /** For the one thing that the eye is to find. */
  readonly accent: string;
  /** A second, quieter one. */
  readonly spark: string;
}

/** Palettes by category slug; each hue has one category, so that lists keep apart at a glance. */
const palettes: Readonly<Record<string, Palette>> = {
  technology: {
    paper: '#eef2f6',
    ink: '#0b1a2e',
    tones: ['#d3e1ee', '#9dbbd8', '#5587ba', '#275b9a', '#133767'],
    accent: '#ff6a3a',
    spark: '#ffd166',
  },
  science: {
    paper: '#eff5ef',
    ink: '#082420',
    tones: ['#d2e8db', '#90c8b0', '#459d86', '#1c7263', '#0d4a43'],
    accent: '#f4b02f',
    spark: '#ef6a67',
  },
  culture: {
    paper: '#fbf0e5',
    ink: '#2a0f1f',
    tones: ['#f7d9c7', '#ee9f82', '#d85f4b', '#a63045', '#5f1b3b'],
    accent: '#1c8296',
    spark: '#f6c453',
  },
  cities: {
    paper: '#f7f1e5',
    ink: '#1d1a2e',
    tones: ['#ebdcc1', '#d9b47f', '#b67d4f', '#755668', '#413458'],
    accent: '#e5532a',
    spark: '#3fa7b5',
  },
  ideas: {
    paper: '#f4f0f8',
    ink: '#1b1231',
    tones: ['#ded3ef', '#b49ddb', '#8163be', '#54399a', '#31205e'],
    accent: '#f4608c',
    spark: '#ffc857',
  },
  work: {
    paper: '#f9f0f3',
    ink: '#240b1c',
    tones: ['#f0d3df', '#dd9db8', '#b9567f', '#8a2a57', '#521338'],
    accent: '#2fa39a',
    spark: '#f2b84b',
  },
  play: {
    paper: '#f6f5e3',
    ink: '#171c0a',
    tones: ['#e6e6b4', '#c9cf6a', '#93a02f', '#5a6a1e', '#313d14'],
    accent: '#e4447c',
    spark: '#3b8fd9',
  },
};

/** Palette of a category; technology's for one without its own. */
export function paletteOf(category: string): Palette {
  return palettes[category] ?? (palettes.technology as Palette);
}

/** Categories that have a palette. */
export const paletteNames: readonly string[] = Object.keys(palettes);

/** A colour between two, both `#rrggbb`; `share` 0 is the first. */
export function blend(from: string, to: string, share: number): string {
  const part = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  const channel = (at: number) =>
    Math.round(part(from, at) + (part(to, at) - part(from, at)) * Math.min(1, Math.max(0, share)))
      .toString(16)
      .padStart(2, '0');
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** A colour along the five tones: 0 is the lightest, 1 the darkest. */
export function toneAt(palette: Palette, position: number): string {
  const at = Math.min(0.9999, Math.max(0, position)) * (palette.tones.length - 1);
  return blend(
    palette.tones[Math.floor(at)] ?? palette.paper,
    palette.tones[Math.floor(at) + 1] ?? palette.ink,
    at % 1,
  );
}
