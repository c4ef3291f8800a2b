import type { Settings } from '../settings/settings.ts';
import { drawingTypes } from './media.ts';
import type { PictureFiles } from './picture-files.ts';

/** Shares of a logo's width and height up to which it can be told in a square. */
const mostOfSquare = 1.25;

/**
 * What stands for the site in tabs and on home screens: the setting `site_icon`, else a logo that is about as wide as it is high; undefined where there is
 * neither. Of `pictures` with drawings.
 */
export function iconOf(
  pictures: ReadonlyMap<number, PictureFiles>,
  { site_icon: icon, site_logo: logo }: Pick<Settings, 'site_icon' | 'site_logo'>,
): PictureFiles | undefined {
  const chosen = pictures.get(icon);
  if (chosen) return chosen;
  const { original: { width, height } = { width: 0, height: 0 } } = pictures.get(logo) ?? {};
  const isSquare = width > 0 && height > 0 && Math.max(width / height, height / width) <= mostOfSquare;
  return isSquare ? pictures.get(logo) : undefined;
}

/** Whether a picture is a drawing, which browsers show in tabs, and phones on no home screen. */
export const isDrawing = ({ original }: PictureFiles): boolean => original.mime === drawingTypes.svg;
