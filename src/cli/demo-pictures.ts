import { articles } from '../../demo/documents.ts';
import { authors, categories } from '../../demo/magazine.ts';
import { drawPicture } from '../../demo/pictures/draw-picture.ts';
import { drawFilm, film } from '../../demo/pictures/film.ts';
import { drawPortrait, portraitSize } from '../../demo/pictures/portrait.ts';
import { rasterise, rasteriseFrame } from '../../demo/pictures/rasterise.ts';
import { height as fullHeight, width as fullWidth } from '../../demo/pictures/svg.ts';
import { muxWebm } from '../../demo/pictures/webm.ts';
import { dominantColor } from '../modules/media/make-sizes.ts';

/** A picture or film as it was drawn. */
export interface Drawn {
  readonly bytes: Buffer;
  /** What crops keep, in thousandths; pictures only. */
  readonly focalX?: number;
  readonly focalY?: number;
  /** Dominant colour of a picture, `#rrggbb`: it fills the place until the picture has come. */
  readonly color?: string;
}

/** A picture or film of the demo, known before it is drawn. */
export interface DemoFile {
  /** With its ending. */
  readonly fileName: string;
  readonly mimeType: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Draws it, `pixels` wide: tenths of a second of CPU for a picture, seconds for a film. */
  draw(pixels: number): Promise<Drawn>;
}

/** Name of an author's portrait. */
export const portraitName = (authorSlug: string): string => `portrait-${authorSlug}`;

/** Pixels of a film where pictures are so wide: it grows no wider than it was drawn for. */
function filmSize(pictureWidth: number): { readonly width: number; readonly height: number } {
  const width = Math.min(film.width, pictureWidth);
  return { width, height: Math.round((film.height * width) / film.width) };
}

/** Every picture and film of the demo, by name. `pictureWidth` in pixels: smaller ones make tests quick. */
export function demoFiles(pictureWidth: number = fullWidth): Map<string, DemoFile> {
  const files = new Map<string, DemoFile>();
  const addPicture = (
    name: string,
    width: number,
    height: number,
    drawing: () => ReturnType<typeof drawPicture>,
  ) =>
    files.set(name, {
      fileName: `${name}.jpg`,
      mimeType: 'image/jpeg',
      width,
      height,
      draw: async (pixels) => {
        const { svg, focalX, focalY } = drawing();
        const { bytes } = await rasterise(svg, pixels);
        return { bytes, focalX, focalY, color: await dominantColor(bytes) };
      },
    });
  for (const {
    categories: [category = ''],
    pictures,
    videos,
  } of articles) {
    const top = categories.find(({ slug }) => slug === category)?.parent ?? category;
    for (const { name, generator, palette = top } of videos) {
      files.set(name, {
        fileName: `${name}.webm`,
        mimeType: 'video/webm',
        ...filmSize(pictureWidth),
        draw: async (pixels) => {
          const size = filmSize(pixels);
          const frames = drawFilm({ generator, seed: name, category: palette }).map((svg) =>
            rasteriseFrame(svg, size),
          );
          return { bytes: muxWebm(await Promise.all(frames), { ...film, ...size }) };
        },
      });
    }
    for (const { name, generator, palette = top } of pictures) {
      addPicture(name, pictureWidth, Math.round((fullHeight * pictureWidth) / fullWidth), () =>
        drawPicture({ generator, seed: name, category: palette }),
      );
    }
  }
  const side = Math.min(portraitSize, pictureWidth);
  for (const { slug, portrait } of authors)
    addPicture(portraitName(slug), side, side, () => ({
      svg: drawPortrait(portrait),
      focalX: 500,
      focalY: 440,
    }));
  return files;
}
