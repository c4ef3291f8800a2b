import { z } from 'zod';

/** What a camera and its user say of a picture, as WordPress calls it: without any place. Numbers are text, as WordPress stores them. */
export interface ImageMeta {
  readonly aperture: string;
  readonly credit: string;
  readonly camera: string;
  readonly caption: string;
  readonly created_timestamp: string;
  readonly copyright: string;
  readonly focal_length: string;
  readonly iso: string;
  readonly shutter_speed: string;
  readonly title: string;
  readonly orientation: string;
  readonly keywords: readonly string[];
}

/** Post meta of an attachment: the properties of its `ImageMeta` that are known, as JSON. */
export const imageMetaKey = '_image_meta';

/** Of a picture that says nothing. */
export const emptyImageMeta: ImageMeta = {
  aperture: '0',
  credit: '',
  camera: '',
  caption: '',
  created_timestamp: '0',
  copyright: '',
  focal_length: '0',
  iso: '0',
  shutter_speed: '0',
  title: '',
  orientation: '0',
  keywords: [],
};

const text = z.string();
const schema = z
  .object({
    aperture: text,
    credit: text,
    camera: text,
    caption: text,
    created_timestamp: text,
    copyright: text,
    focal_length: text,
    iso: text,
    shutter_speed: text,
    title: text,
    orientation: text,
    keywords: z.array(text),
  })
  .partial();

/** Reads the stored value; what is damaged counts as nothing known. */
export function parseImageMeta(stored: string | undefined): ImageMeta {
  if (!stored) return emptyImageMeta;
  try {
    return { ...emptyImageMeta, ...schema.safeParse(JSON.parse(stored)).data } as ImageMeta;
  } catch {
    return emptyImageMeta;
  }
}
