/** Red, green and blue (sRGB), each from 0 to 1. */
export type Rgb = readonly [number, number, number];

/** Lightness from 0 to 1, chroma from 0, hue in degrees (OKLCH). */
export interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

/** `hex` is `#rgb` or `#rrggbb`, validated by the caller. */
export function readHex(hex: string): Rgb {
  const digits = hex.slice(1);
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16) / 255;
  return [part(0), part(2), part(4)];
}

/** Returns `#rrggbb`, or the equivalent `#rgb`. */
export function writeHex(rgb: Rgb): string {
  const hex = rgb
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');
  return /^(.)\1(.)\2(.)\3$/.test(hex) ? `#${hex.charAt(0)}${hex.charAt(2)}${hex.charAt(4)}` : `#${hex}`;
}

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const fromLinear = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map(toLinear) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast ratio of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(readHex(one)), luminance(readHex(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Mixes `share` of the first colour with the second, like `color-mix(in srgb, …)`. */
export function mix(one: string, share: number, other: string): string {
  const [a, b] = [readHex(one), readHex(other)];
  const part = (at: 0 | 1 | 2) => a[at] * share + b[at] * (1 - share);
  return writeHex([part(0), part(1), part(2)]);
}

export function toOklch(hex: string): Oklch {
  const [r, g, b] = readHex(hex).map(toLinear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(x, y),
    h: (Math.atan2(y, x) * 180) / Math.PI,
  };
}

function linearOf({ l, c, h }: Oklch): Rgb {
  const [x, y] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const [long, middle, short] = [
    (l + 0.3963377774 * x + 0.2158037573 * y) ** 3,
    (l - 0.1055613458 * x - 0.0638541728 * y) ** 3,
    (l - 0.0894841775 * x - 1.291485548 * y) ** 3,
  ];
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

/** The nearest colour in the sRGB gamut: chroma is reduced as far as needed at this lightness. */
export function fromOklch(colour: Oklch): string {
  const shows = (c: number) => linearOf({ ...colour, c }).every((part) => part >= -0.0005 && part <= 1.0005);
  let [low, high] = [0, colour.c];
  if (!shows(high))
    for (let step = 0; step < 14; step++)
      [low, high] = shows((low + high) / 2) ? [(low + high) / 2, high] : [low, (low + high) / 2];
  const [r, g, b] = linearOf({ ...colour, c: shows(colour.c) ? colour.c : low }).map((part) =>
    fromLinear(Math.min(1, Math.max(0, part))),
  ) as unknown as Rgb;
  return writeHex([r, g, b]);
}

/**
 * The colour if its contrast with all backgrounds is at least `least`, else one of its hue, lighter or darker as
 * needed. If that is impossible: black or white, whichever has more contrast.
 */
export function mended(hex: string, grounds: readonly string[], least: number): string {
  const seen = (colour: string) => Math.min(...grounds.map((ground) => contrast(colour, ground)));
  if (seen(hex) >= least) return hex;
  const from = toOklch(hex);
  const end = seen('#000') > seen('#fff') ? 0 : 1;
  let [near, far] = [from.l, end];
  for (let step = 0; step < 16; step++) {
    const half = (near + far) / 2;
    if (seen(fromOklch({ ...from, l: half })) >= least) far = half;
    else near = half;
  }
  return fromOklch({ ...from, l: far });
}

/** Black or white, whichever is easier to read on a colour; the contrast is at least 4.5. */
export function readableOn(hex: string): '#fff' | '#000' {
  return contrast('#fff', hex) >= 4.5 || contrast('#fff', hex) > contrast('#000', hex) ? '#fff' : '#000';
}
