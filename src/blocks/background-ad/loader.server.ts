import { originOf } from '../../modules/ads/ad-slots.ts';
import type { LoadContext } from '../load-context.ts';

export interface BackgroundAdData {
  readonly link: string;
  readonly target: string;
  /** URL; may be empty. */
  readonly image: string;
  /** The picture needs the visitor's consent. */
  readonly isWaiting: boolean;
}

export async function load(
  _settings: unknown,
  { content }: LoadContext,
): Promise<BackgroundAdData | undefined> {
  const {
    background_ad_link: link,
    background_ad_target: target,
    background_ad_image: image,
    consent,
  } = await content.settings.current();
  return link === ''
    ? undefined
    : {
        link,
        target,
        image,
        isWaiting: consent && originOf(image).some((origin) => origin !== content.siteUrl),
      };
}
