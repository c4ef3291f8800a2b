import { findPictures } from '../modules/media/reader.ts';
import type { MediaPicture } from '../modules/media/model.ts';
import { toOklch } from '../lib/colour.ts';
import type { LoadContext } from './load-context.ts';

/** The logo of the site. */
export interface Logo {
  readonly picture: MediaPicture;
  /** Shown instead on dark grounds. */
  readonly dark: MediaPicture | undefined;
  /** It is drawn in black, white or a grey: it takes the colour of the text around it. */
  readonly isInk: boolean;
}

/** Chroma up to which a colour is a grey: a brand's own colour stays. */
const mostOfGrey = 0.04;

/** The logo of the settings; undefined where there is none. Its data are kept for all pages. */
export async function loadLogo(context: LoadContext): Promise<Logo | undefined> {
  const settings = await context.content.settings.current();
  const id = settings.site_logo;
  if (id <= 0) return undefined;
  const dark = settings.site_logo_dark;
  return context.keep(`logo ${id} ${dark}`, async (inner) => {
    const ids = [id, dark].filter((one) => one > 0);
    for (const one of ids) for (const kind of ['post', 'media'] as const) inner.tag(`${kind}:${one}`);
    const pictures = await findPictures(inner.content, ids);
    const picture = pictures.get(id);
    const onDark = pictures.get(dark);
    return (
      picture && {
        picture,
        dark: onDark,
        isInk: !onDark && picture.ink !== undefined && toOklch(picture.ink).c < mostOfGrey,
      }
    );
  });
}
