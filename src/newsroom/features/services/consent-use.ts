import type { ConsentCategory } from '../../../lib/consent-categories.ts';
import { adSlots } from './ad-slots.ts';
import type { ValueOf } from './ad-slots.ts';

/** Settings that decide which categories are in use. */
export const consentUseKeys: readonly string[] = [
  'analytics_container_id',
  'ad_script_url',
  'ad_block_notice',
  'background_ad_link',
  'background_ad_image',
  ...adSlots.flatMap((slot) => [`ad_${slot}`, `ad_${slot}_image`, `ad_${slot}_image_phone`]),
];

/** The categories that readers are asked about, in the banner's order (`usedCategories` of site/pages/third-parties.ts). */
export function usedCategories(valueOf: ValueOf): ConsentCategory[] {
  const isSet = (key: string) => {
    const value = valueOf(key);
    return value !== undefined && value !== '' && value !== false;
  };
  const isElsewhere = (key: string) => {
    const address = String(valueOf(key) ?? '');
    return address !== '' && URL.parse(address, location.origin)?.origin !== location.origin;
  };
  const hasMarketing =
    isSet('ad_script_url') ||
    isSet('ad_block_notice') ||
    (isSet('background_ad_link') && isElsewhere('background_ad_image')) ||
    adSlots.some(
      (slot) =>
        isSet(`ad_${slot}`) || isElsewhere(`ad_${slot}_image`) || isElsewhere(`ad_${slot}_image_phone`),
    );
  return [
    ...(isSet('analytics_container_id') ? (['statistics'] as const) : []),
    ...(hasMarketing ? (['marketing'] as const) : []),
    'media',
  ];
}
