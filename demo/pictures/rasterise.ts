import sharp from 'sharp';
import { seededRandom } from './random.ts';

/** Strength of the grain: levels of 255 that a pixel moves at most. */
const strength = 15;
const quality = 80;
/** At which an SVG is rendered in its own pixels; less of it renders small pictures small, which is quicker. */
const svgDensity = 72;
const grains = new Map<string, Promise<Buffer>>();

export interface Raster {
  /** JPEG. */
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** At which a drawing is rendered `pixels` wide. */
function densityAt(svg: string, pixels: number): number {
  return (svgDensity * pixels) / Number(/width="(\d+)"/.exec(svg)?.[1] ?? pixels);
}

/** Makes a JPEG of a drawing, with the grain of printed paper. `pixels` is the width; the drawing keeps its shape. */
export async function rasterise(svg: string, pixels: number): Promise<Raster> {
  const {
    data,
    info: { width, height, channels },
  } = await sharp(Buffer.from(svg), { density: densityAt(svg, pixels) })
    .resize(pixels)
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width, height, channels };
  const bytes = await sharp(data, { raw })
    .composite([{ input: await grainOf(width, height), raw, blend: 'soft-light' }])
    .jpeg({ quality })
    .toBuffer();
  return { bytes, width, height };
}

/** Grain as pixels; the same for every picture of a size, since nobody lays two over each other. */
function grainOf(width: number, height: number): Promise<Buffer> {
  const key = `${width}x${height}`;
  const made = grains.get(key) ?? makeGrain(width, height);
  grains.set(key, made);
  return made;
}

async function makeGrain(width: number, height: number): Promise<Buffer> {
  const random = seededRandom('grain');
  const pixels = Buffer.alloc(width * height);
  for (let index = 0; index < pixels.length; index++)
    pixels[index] = 128 + Math.round((random.next() + random.next() - 1) * strength * 2);
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
}

/** Quality of a film's frames: they pass in a tenth of a second. */
const frameQuality = 40;

/** Makes the frame of a film: a WebP of so many pixels. */
export function rasteriseFrame(
  svg: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: densityAt(svg, width) })
    .resize(width, height)
    .flatten({ background: '#ffffff' })
    .webp({ quality: frameQuality, effort: 2 })
    .toBuffer();
}
