import { adOrigins, filledSlots, originOf } from '../../modules/ads/ad-slots.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { noteReadsNow, take } from '../../lib/noted-reads.ts';
import type { Noted } from '../../lib/noted-reads.ts';
import type { AdsConfig, AnalyticsConfig, PageConfig } from '../../reader/islands/page-config.ts';
import { withQuery } from '../../lib/urls.ts';
import { partHeadCode } from './head/head-code.ts';

/** What pages hold and let in for the services that the settings name: nothing where they name none. */
export interface ThirdParties {
  /** Behaviours of the whole page, and what they find in its config. */
  readonly behaviours: readonly string[];
  readonly config: Pick<PageConfig, 'consent' | 'ads' | 'analytics'>;
  /** Sources for the policy: scripts that stand in ad code, what scripts may talk to, what may be framed. */
  readonly scriptHashes: readonly string[];
  readonly hosts: readonly string[];
  readonly frames: readonly string[];
  /** Origins whose scripts may run. */
  readonly foreign: readonly string[];
}

const partiesBySettings = new WeakMap<Settings, Noted<ThirdParties>>();

/** The third parties of a site. Kept as long as the settings are. */
export function thirdParties(settings: Settings, siteUrl: string): ThirdParties {
  const found = partiesBySettings.get(settings) ?? noteReadsNow(() => findThirdParties(settings, siteUrl));
  partiesBySettings.set(settings, found);
  return take(found);
}

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
      ...(settings.consent ? { consent: consentConfig(settings) } : {}),
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

function consentConfig(settings: Settings): NonNullable<PageConfig['consent']> {
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
    },
  };
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

/** The container's set-up, for the variables of the site that runs it: ours to say, the service's to heed. */
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
 * The policy of public pages. Scripts: only ours, by the hashes of the two inline ones, which insert all others (`strict-dynamic`).
 * Styles may be inline, since block markup holds style attributes. Pictures, sound and frames may come from wherever editors embedded them.
 * `hosts`: origins that scripts may talk to; `frames`: origins that may be framed beside those. Both come from settings.
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
    // Texts become nodes and scripts by the policy of reader/islands/trust.ts only; `default` is for scripts of others, see
    // reader/behaviours/scripts/load-script.ts.
    `require-trusted-types-for 'script'`,
    `trusted-types broadsheet default`,
  ].join('; ');
}
