import type { Picture } from '../../modules/posts/model.ts';

type Ratio = '16x9' | '21x9' | '3x2' | 'natural';

/** Layout of a lead picture: as wide as its column, `upright` (taller than wide), or at its own size if narrower than the text. */
export interface LeadShape {
  readonly kind: 'column' | 'upright' | 'small';
  readonly ratio: Ratio;
  /** Maximum width in CSS pixels; 0: the column's. */
  readonly width: number;
}

/** Pixels: width of the text (`--measure`), and maximum height of an upright picture. */
const measure = 608;
const tallest = 680;
/** Pixels of width from which a picture fills a phone. */
const smallest = 360;

/** Shares of a picture that may be cropped, for the default ratio and for one chosen by an editor. */
const cutting = { usual: 0.17, chosen: 0.4 } as const;

const ratios: Readonly<Record<Exclude<Ratio, 'natural'>, number>> = {
  '16x9': 16 / 9,
  '21x9': 21 / 9,
  '3x2': 3 / 2,
};

/** Never enlarges a picture or crops it to a strip. `ratio`: the block's, also used for pictures of unknown size. */
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

export function coversWindow({ width, height }: Pick<Picture, 'width' | 'height'>): boolean {
  return width <= 0 || height <= 0 || (width >= 1000 && width / height >= 0.9);
}
