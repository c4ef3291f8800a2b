import { adFramePath, originOf, readAdSlot } from '../../modules/ads/ad-slots.ts';
import type { AdContent, HouseAd } from '../../modules/ads/ad-slots.ts';
import type { AdSlot } from '../../modules/settings/definitions/ads.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface AdData extends Pick<AdContent, 'desktop' | 'phone'> {
  readonly slot: AdSlot;
  /** What tells readers that this is advertising. */
  readonly label: string;
  /** Shown at once. */
  readonly house?: HouseAd;
  /**
   * Takes its place once the reader comes near, and has agreed where the site asks: HTML, the address of a frame, or a house ad whose picture is somebody
   * else's.
   */
  readonly waiting?: { readonly code: string } | { readonly frame: string } | { readonly house: HouseAd };
}

export async function load({ slot }: Settings, context: LoadContext): Promise<AdData | undefined> {
  const { content } = context;
  const settings = await content.settings.current();
  const found = readAdSlot(settings, slot);
  if (!found) return undefined;
  const { code, isFramed, house, ...sizes } = found;
  const mustWait =
    settings.consent &&
    house !== undefined &&
    [house.image, house.imagePhone].flatMap(originOf).some((origin) => origin !== content.siteUrl);
  // A network finds its places by their ids, which may stand once on a page: below another article its code gives way.
  const isShown = code !== '' && (isFramed || !context.page.follows);
  const waiting = !isShown
    ? mustWait
      ? { house }
      : undefined
    : isFramed
      ? { frame: adFramePath(slot) }
      : { code };
  if (!house && !waiting) return undefined;
  return {
    slot,
    label: readerText(settings, 'advertisement'),
    ...sizes,
    ...(house && !mustWait ? { house } : {}),
    ...(waiting ? { waiting } : {}),
  };
}
