import { availableParallelism } from 'node:os';
import { articles } from '../../demo/documents.ts';
import { authors, categories } from '../../demo/magazine.ts';
import { drawPicture } from '../../demo/pictures/draw-picture.ts';
import { drawFilm, film } from '../../demo/pictures/film.ts';
import { drawPortrait, portraitSize } from '../../demo/pictures/portrait.ts';
import { rasterise, rasteriseFrame } from '../../demo/pictures/rasterise.ts';
import { width as fullWidth } from '../../demo/pictures/svg.ts';
import { muxWebm } from '../../demo/pictures/webm.ts';
import { processImage } from '../content/media/make-sizes.ts';
import type { ProcessedImage } from '../content/media/make-sizes.ts';
import { storeUpload } from '../content/media/store-upload.ts';
import type { StoredUpload } from '../content/media/store-upload.ts';

/** A picture or film of the demo whose files are in place. */
export interface MadeFile extends StoredUpload, Pick<ProcessedImage, 'width' | 'height'>, Partial<Pick<ProcessedImage, 'color' | 'sizes'>> {
  readonly focalX?: number;
  readonly focalY?: number;
}

/** Name of an author's portrait. */
export const portraitName = (authorSlug: string): string => `portrait-${authorSlug}`;

/** Sizes that lists and articles are shown with at once; the others take longer than all drawing, and are made behind the running site. */
const firstSizes: readonly string[] = ['thumbnail', 'medium_large'];

/** Jobs side by side: drawing holds this thread, encoding those of sharp, so there is one more than there are cores. */
const atOnce = availableParallelism() + 1;

/** Draws every picture and film of the demo and stores it as uploads are; by name. `pictureWidth` in pixels: smaller ones make tests quick. */
export async function makeDemoFiles(dataDir: string, at: number, pictureWidth = fullWidth): Promise<Map<string, MadeFile>> {
  const topOf = (slug: string) => categories.find((category) => category.slug === slug)?.parent ?? slug;
  const picture = async (name: string, pixels: number, { svg, focalX, focalY }: ReturnType<typeof drawPicture>): Promise<MadeFile> => {
    const stored = await storeUpload(dataDir, { name: `${name}.jpg`, bytes: await rasterise(svg, pixels), at });
    return { ...stored, focalX, focalY, ...(await processImage(dataDir, stored.file, firstSizes)) };
  };
  const jobs: { readonly name: string; run(): Promise<MadeFile> }[] = [
    ...articles.flatMap(({ categories: [category = ''], videos }) => videos.map(({ name, generator, palette }) => ({
      name,
      run: async () => {
        const frames = await Promise.all(drawFilm({ generator, seed: name, category: palette ?? topOf(category) }).map(rasteriseFrame));
        return { ...(await storeUpload(dataDir, { name: `${name}.webm`, bytes: muxWebm(frames, film), at })), width: film.width, height: film.height };
      },
    }))),
    ...articles.flatMap(({ categories: [category = ''], pictures }) => pictures.map(({ name, generator, palette }) => ({
      name, run: () => picture(name, pictureWidth, drawPicture({ generator, seed: name, category: palette ?? topOf(category) })),
    }))),
    ...authors.map(({ slug, portrait }) => ({
      name: portraitName(slug), run: () => picture(portraitName(slug), Math.min(portraitSize, pictureWidth), { svg: drawPortrait(portrait), focalX: 500, focalY: 440 }),
    })),
  ];
  const made = new Map<string, MadeFile>();
  const work = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) made.set(job.name, await job.run());
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return made;
}
