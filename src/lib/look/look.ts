import type { OwnFonts } from './own-fonts.ts';

/** Names of the pairs of fonts to choose from (`theme/font-pairs.ts`); the first one is that of a new site. */
export const fontPairNames = ['broadsheet', 'condensed', 'literary', 'grotesque', 'slab', 'didone'] as const;

/** One of them. */
export type FontPairName = (typeof fontPairNames)[number];

/** A look of which everything is said. */
export interface Look {
  readonly colours: {
    readonly accent: string;
    readonly categories: 'hues' | 'accent' | readonly string[];
    /** Of single categories, by slug; those below one have its colour, too. */
    readonly category: Readonly<Record<string, string>>;
    readonly light: Surfaces;
    readonly dark: Surfaces;
  };
  readonly fonts: FontPairName;
  /** Files of the site's own, which go before the pair. */
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

/** Grounds and ink of one scheme. `accent`: where it is not the look's. */
export interface Surfaces {
  readonly paper: string;
  readonly surface: string;
  readonly ink: string;
  readonly accent?: string | undefined;
}
