import { articles } from '../../demo/documents.ts';
import { authors, categories } from '../../demo/magazine.ts';
import { drawPicture } from '../../demo/pictures/draw-picture.ts';
import { drawPortrait, portraitSize } from '../../demo/pictures/portrait.ts';
import { rasterise } from '../../demo/pictures/rasterise.ts';
import { width as fullWidth } from '../../demo/pictures/svg.ts';
import { processImage } from '../content/media/make-sizes.ts';
import type { ProcessedImage } from '../content/media/make-sizes.ts';
import { storeUpload } from '../content/media/store-upload.ts';
import type { StoredUpload } from '../content/media/store-upload.ts';

/** A picture of the demo whose files are in place. */
export interface MadePicture extends StoredUpload {
  readonly focalX: number;
  readonly focalY: number;
  readonly image: ProcessedImage;
}

/** Name of an author's portrait. */
export const portraitName = (authorSlug: string): string => `portrait-${authorSlug}`;

/** Pictures made side by side: one draws while the other is encoded. */
const atOnce = 3;

interface Order {
  readonly name: string;
  readonly pixels: number;
  draw(): { readonly svg: string; readonly focalX: number; readonly focalY: number };
}

/** Draws every picture of the demo and stores it with its sizes, as uploads are; by name. `pictureWidth` in pixels: smaller ones make tests quick. */
export async function makeDemoPictures(dataDir: string, at: number, pictureWidth = fullWidth): Promise<Map<string, MadePicture>> {
  const topOf = (slug: string) => categories.find((category) => category.slug === slug)?.parent ?? slug;
  const orders: Order[] = [
    ...articles.flatMap(({ categories: [category = ''], pictures }) => pictures.map(({ name, generator, palette }) => ({
      name, pixels: pictureWidth, draw: () => drawPicture({ generator, seed: name, category: palette ?? topOf(category) }),
    }))),
    ...authors.map(({ slug, portrait }) => ({
      name: portraitName(slug), pixels: Math.min(portraitSize, pictureWidth), draw: () => ({ svg: drawPortrait(portrait), focalX: 500, focalY: 440 }),
    })),
  ];
  const made = new Map<string, MadePicture>();
  const work = async () => {
    for (let order = orders.shift(); order; order = orders.shift()) {
      const { svg, focalX, focalY } = order.draw();
      const stored = await storeUpload(dataDir, { name: `${order.name}.jpg`, bytes: await rasterise(svg, order.pixels), at });
      made.set(order.name, { ...stored, focalX, focalY, image: await processImage(dataDir, stored.file) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return made;
}
