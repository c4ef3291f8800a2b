import { findPictures } from '../modules/media/reader.ts';
import type { MediaPicture } from '../modules/media/model.ts';
import { toOklch } from '../lib/colour.ts';
import type { LoadContext } from './load-context.ts';

export interface Logo {
  readonly picture: MediaPicture;
  /** For dark backgrounds. */
  readonly dark: MediaPicture | undefined;
  /** Drawn in black, white or grey, so it adopts the text colour. */
  readonly isInk: boolean;
}

/** Chroma up to which a colour counts as grey; brand colours are preserved. */
const maxOfGrey = 0.04;

/** The logo in the settings, if any. Cached for all pages. */
export async function loadLogo(context: LoadContext): Promise<Logo | undefined> {
  const settings = await context.content.settings.current();
  const id = settings.site_logo;
  if (id <= 0) return undefined;
  const dark = settings.site_logo_dark;
  return context.cache(`logo ${id} ${dark}`, async (inner) => {
    const ids = [id, dark].filter((one) => one > 0);
    for (const one of ids) for (const kind of ['post', 'media'] as const) inner.tag(`${kind}:${one}`);
    const pictures = await findPictures(inner.content, ids);
    const picture = pictures.get(id);
    const onDark = pictures.get(dark);
    return (
      picture && {
        picture,
        dark: onDark,
        isInk: !onDark && picture.ink !== undefined && toOklch(picture.ink).c < maxOfGrey,
      }
    );
  });
}
