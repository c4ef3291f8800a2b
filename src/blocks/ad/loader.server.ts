import { adFramePath, adSchedule, originOf, readAdSlot } from '../../modules/ads/ad-slots.ts';
import type { AdContent, HouseAd } from '../../modules/ads/ad-slots.ts';
import type { AdSlot } from '../../modules/settings/definitions/ads.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface AdData extends Pick<AdContent, 'desktop' | 'phone'> {
  readonly slot: AdSlot;
  readonly label: string;
  readonly house?: HouseAd;
  /**
   * Shown once the visitor scrolls near it and has given consent, if the site asks: HTML, a frame's address, or a house
   * ad with an external picture.
   */
  readonly waiting?: { readonly code: string } | { readonly frame: string } | { readonly house: HouseAd };
}

export async function load({ slot }: Settings, context: LoadContext): Promise<AdData | undefined> {
  const { content } = context;
  const settings = await content.settings.current();
  const found = readAdSlot(settings, slot);
  if (!found) return undefined;
  const kinds = settings[`ad_${slot}_kinds`];
  if (kinds.length > 0 && !kinds.includes(context.page.kind)) return undefined;
  const { isRunning, changesAt } = adSchedule(settings, slot, context.now);
  if (changesAt !== undefined) context.expireIn(changesAt - context.now);
  if (!isRunning) return undefined;
  const { code, isFramed, house, ...sizes } = found;
  const mustWait =
    settings.consent &&
    house !== undefined &&
    [house.image, house.imagePhone].flatMap(originOf).some((origin) => origin !== content.siteUrl);
  // Ad networks find slots by ids that are unique per page, so an article appended to another one gets no such code.
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
