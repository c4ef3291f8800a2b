import { adOrigins, filledSlots, originOf } from '../../modules/ads/ad-slots.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ConsentCategory } from '../../lib/consent-categories.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { memoizedBy } from '../../lib/noted-reads.ts';
import type { AdsConfig, AnalyticsConfig, PageConfig } from '../../reader/islands/page-config.ts';
import { withQuery } from '../../lib/urls.ts';
import { partHeadCode } from './head/head-code.ts';

/** Parts of pages for the services in the settings; empty without any. */
export interface ThirdParties {
  readonly behaviours: readonly string[];
  readonly config: Pick<PageConfig, 'consent' | 'ads' | 'analytics'>;
  /** Sources for the policy: hashes of inline ad scripts, origins to connect to, origins to frame. */
  readonly scriptHashes: readonly string[];
  readonly hosts: readonly string[];
  readonly frames: readonly string[];
  readonly foreign: readonly string[];
}

/** The third parties of a site. */
export const thirdParties = memoizedBy(findThirdParties);

function findThirdParties(settings: Settings, siteUrl: string): ThirdParties {
  const ads = adsConfig(settings);
  const analytics = analyticsConfig(settings, siteUrl);
  const codes = filledSlots(settings)
    .filter(({ code, isFramed }) => code !== '' && !isFramed)
    .map(({ code }) => code);
  const ofAds =
    codes.length > 0 || ads?.script
      ? [...originOf(settings.ad_script_url), ...adOrigins(settings, codes)]
      : [];
  return {
    behaviours: [
      ...(settings.consent ? ['consent'] : []),
      ...(ads ? ['provider-script'] : []),
      ...(analytics ? ['analytics'] : []),
    ],
    config: {
      ...(settings.consent ? { consent: consentConfig(settings, siteUrl) } : {}),
      ...(ads ? { ads } : {}),
      ...(analytics ? { analytics } : {}),
    },
    scriptHashes: codes.flatMap((code) => partHeadCode(code).hashes),
    hosts: [
      ...ofAds,
      ...(ads?.notice?.checkUrls ?? []).flatMap(originOf),
      ...(analytics ? [...originOf(analytics.script), ...settings.analytics_hosts] : []),
    ],
    frames: ofAds,
    foreign: [...ofAds, ...(analytics ? [...originOf(analytics.script), ...settings.analytics_hosts] : [])],
  };
}

function consentConfig(settings: Settings, siteUrl: string): NonNullable<PageConfig['consent']> {
  const text = (name: ReaderText) => readerText(settings, name);
  return {
    days: settings.consent_days,
    policyUrl: settings.consent_policy_url,
    texts: {
      text: text('consent_text'),
      accept: text('consent_accept'),
      refuse: text('consent_refuse'),
      policy: text('consent_policy'),
      change: text('consent_change'),
      ...(settings.consent_categories
        ? { accept: text('consent_accept_all'), refuse: text('consent_refuse_all') }
        : {}),
    },
    ...(settings.consent_categories
      ? {
          choice: {
            categories: usedCategories(settings, siteUrl).map((name) => ({
              name,
              label: text(`consent_${name}`),
              text: text(`consent_${name}_text`),
            })),
            necessary: { label: text('consent_necessary'), text: text('consent_necessary_text') },
            texts: { choose: text('consent_choose'), save: text('consent_save') },
          },
        }
      : {}),
  };
}

/** Categories of the content that waits for consent. Any article can contain media. */
function usedCategories(settings: Settings, siteUrl: string): ConsentCategory[] {
  const isElsewhere = (address: string) => originOf(address).some((origin) => origin !== siteUrl);
  const hasMarketing =
    adsConfig(settings) !== undefined ||
    filledSlots(settings).some(
      ({ code, house }) => code !== '' || (house && [house.image, house.imagePhone].some(isElsewhere)),
    ) ||
    (settings.background_ad_link !== '' && isElsewhere(settings.background_ad_image));
  return [
    ...(settings.analytics_container_id === '' ? [] : (['statistics'] as const)),
    ...(hasMarketing ? (['marketing'] as const) : []),
    'media',
  ];
}

function adsConfig(settings: Settings): AdsConfig | undefined {
  const { ad_script_url: script, ad_block_notice: isOn, ad_block_check_urls: checkUrls } = settings;
  if (script === '' && !isOn) return undefined;
  const texts = {
    title: readerText(settings, 'ad_block_title'),
    text: readerText(settings, 'ad_block_text'),
    close: readerText(settings, 'notice_close'),
  };
  return { script, ...(isOn ? { notice: { checkUrls, texts } } : {}) };
}

/** Set-up of the tag container's variables; the container decides whether to use them. */
function analyticsConfig(settings: Settings, siteUrl: string): AnalyticsConfig | undefined {
  const { analytics_container_id: id, analytics_script_url: script, analytics_region: region } = settings;
  if (id === '') return undefined;
  return {
    script: withQuery(script, `id=${encodeURIComponent(id)}`),
    layer: {
      referral_exclusion: new URL(siteUrl).hostname,
      ...(region === '' ? {} : { region }),
      session_timeout_minutes: 30,
      search_parameters: ['q', 's', 'search', 'query', 'keyword'],
      conversion_event: 'purchase',
    },
  };
}

/**
 * Policy of public pages: scripts by the hashes of our two inline ones, which insert all others (`strict-dynamic`);
 * inline styles for block markup; media and frames from anywhere. `hosts`: origins to connect to; `frames`: to frame.
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[],
  hosts: readonly string[] = [],
  frames: readonly string[] = [],
): string {
  const list = (origins: readonly string[]) => [...new Set(origins)].map((origin) => ` ${origin}`).join('');
  return [
    `default-src 'self'`,
    `script-src ${scriptHashes.join(' ')} 'strict-dynamic'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: https: http:`,
    `media-src 'self' https: http:`,
    `frame-src 'self' https:${list(frames)}`,
    `font-src 'self'`,
    `connect-src 'self'${list(hosts)}`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'self'`,
    // Only the policy of reader/islands/trust.ts turns text into nodes and scripts; `default` is for third-party
    // scripts, see reader/behaviours/scripts/load-script.ts.
    `require-trusted-types-for 'script'`,
    `trusted-types broadsheet default`,
  ].join('; ');
}
