import type { Picture } from '../../modules/posts/model.ts';

type Ratio = '16x9' | '21x9' | '3x2' | 'natural';

/** How a lead picture is shown: as wide as its column, in a place of its own (taller than wide), or at its size, which is less than the text's measure. */
export interface LeadShape {
  readonly kind: 'column' | 'upright' | 'small';
  readonly ratio: Ratio;
  /** Widest that it is shown, in CSS pixels; 0: as its column. */
  readonly width: number;
}

/** Pixels: the text's measure (`--measure`), and the greatest height of a picture that is taller than wide. */
const measure = 608;
const tallest = 680;
/** Pixels of width from which a picture fills a phone. */
const smallest = 360;

/** Shares of a picture that may be cut off: by the ratio that lead pictures have unless somebody chose one, and by one that somebody chose. */
const cutting = { usual: 0.17, chosen: 0.4 } as const;

const ratios: Readonly<Record<Exclude<Ratio, 'natural'>, number>> = {
  '16x9': 16 / 9,
  '21x9': 21 / 9,
  '3x2': 3 / 2,
};

/** Never larger than it is, and never cut to a strip. `ratio`: the block's; a picture whose size nobody knows has it. */
export function leadShape({ width, height }: Pick<Picture, 'width' | 'height'>, ratio: Ratio): LeadShape {
  if (width <= 0 || height <= 0) return { kind: 'column', ratio, width: 0 };
  const own = width / height;
  if (own < 1.15) {
    const shown = Math.round(Math.min(width, measure, tallest * own));
    return { kind: shown < smallest ? 'small' : 'upright', ratio: 'natural', width: shown };
  }
  if (width < measure) return { kind: 'small', ratio: 'natural', width };
  if (ratio === 'natural') return { kind: 'column', ratio, width };
  const wanted = ratios[ratio];
  const cut = 1 - Math.min(own, wanted) / Math.max(own, wanted);
  return {
    kind: 'column',
    ratio: cut > (ratio === '16x9' ? cutting.usual : cutting.chosen) ? 'natural' : ratio,
    width,
  };
}

/** Whether a picture is large and wide enough for a window. */
export function coversWindow({ width, height }: Pick<Picture, 'width' | 'height'>): boolean {
  return width <= 0 || height <= 0 || (width >= 1000 && width / height >= 0.9);
}
