import { availableParallelism } from 'node:os';
import { articles } from '../../demo/documents.ts';
import { authors, categories } from '../../demo/magazine.ts';
import { drawPicture } from '../../demo/pictures/draw-picture.ts';
import { drawFilm, film } from '../../demo/pictures/film.ts';
import { drawPortrait, portraitSize } from '../../demo/pictures/portrait.ts';
import { rasterise, rasteriseFrame } from '../../demo/pictures/rasterise.ts';
import { width as fullWidth } from '../../demo/pictures/svg.ts';
import { muxWebm } from '../../demo/pictures/webm.ts';
import { dominantColor } from '../content/media/make-sizes.ts';
import { storeUpload } from '../content/media/store-upload.ts';
import type { StoredUpload } from '../content/media/store-upload.ts';

/** A picture or film of the demo whose file is in place. Sizes of pictures take longer than all drawing: they are made behind the running site, as those of uploads are. */
export interface MadeFile extends StoredUpload {
  readonly width: number;
  readonly height: number;
  readonly focalX?: number;
  readonly focalY?: number;
  /** Dominant colour of a picture, `#rrggbb`: it stands in until the picture has come. */
  readonly color?: string;
}

/** Name of an author's portrait. */
export const portraitName = (authorSlug: string): string => `portrait-${authorSlug}`;

/** Jobs side by side: drawing holds this thread, encoding those of sharp, so there is one more than there are cores. */
const atOnce = availableParallelism() + 1;

/** Draws every picture and film of the demo and stores it as uploads are; by name. `pictureWidth` in pixels: smaller ones make tests quick. */
export async function makeDemoFiles(dataDir: string, at: number, pictureWidth = fullWidth): Promise<Map<string, MadeFile>> {
  const topOf = (slug: string) => categories.find((category) => category.slug === slug)?.parent ?? slug;
  const picture = async (name: string, pixels: number, { svg, focalX, focalY }: ReturnType<typeof drawPicture>): Promise<MadeFile> => {
    const { bytes, width, height } = await rasterise(svg, pixels);
    return { ...(await storeUpload(dataDir, { name: `${name}.jpg`, bytes, at })), width, height, focalX, focalY, color: await dominantColor(bytes) };
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
