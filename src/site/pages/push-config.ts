import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { domainOf, isPushOn, screensAsked, workerPath, iconSize } from '../../modules/push/push.ts';
import type { PageConfig, PushServiceConfig } from '../../reader/islands/page-config.ts';
import type { Site } from './site.ts';

type PushSite = Pick<Site, 'pushKey'> & { readonly content: Pick<Site['content'], 'siteUrl'> };

/** Where and how browsers register, with the specification's names. */
export function pushService(
  { content: { siteUrl }, pushKey }: PushSite,
  settings: Settings,
): PushServiceConfig {
  return {
    project_id: settings.push_project_id,
    sender_id: settings.push_sender_id,
    app_id: settings.push_app_id,
    domain: domainOf(siteUrl),
    site_url: siteUrl,
    api_url: settings.push_api_url || `${siteUrl}/api/token`,
    serviceWorker: siteUrl + workerPath(settings),
    // Messages that this server sends are signed with its own key.
    vapid_public_key: (settings.push_api_url !== '' && settings.push_vapid_public_key) || pushKey,
    referralCode: settings.push_referral_code,
  };
}

/** Parts of pages that ask readers to subscribe; empty on others. */
export interface PushParts {
  readonly behaviours: readonly string[];
  readonly config: Pick<PageConfig, 'push'>;
  readonly hosts: readonly string[];
}

export function pushParts(site: PushSite, settings: Settings): PushParts {
  if (!isPushOn(settings)) return { behaviours: [], config: {}, hosts: [] };
  const prompt = {
    ...screensAsked(settings),
    mobileLocation: settings.push_mobile_location,
    delay: settings.push_delay,
    reappear: settings.push_reappear,
    secondView: settings.push_second_view,
    logo: settings.push_logo || `/icon-${iconSize}.png`,
    heading: settings.push_heading,
    subheading: settings.push_subheading,
    themeColor: settings.push_theme_color,
    allowText: settings.push_allow_text,
    denyText: settings.push_deny_text,
    bottomButton: settings.push_bottom_button,
    buttonToUnsubscribe: settings.push_button_to_unsubscribe,
    lockPageContent: settings.push_lock_page_content,
    backdrop: settings.push_backdrop,
    popup_type: settings.push_popup_type,
  };
  const texts = {
    bell: readerText(settings, 'push_bell'),
    unsubscribe: readerText(settings, 'push_unsubscribe'),
  };
  return {
    behaviours: ['push'],
    config: { push: { prompt, service: pushService(site, settings), texts } },
    hosts: pushHosts(settings),
  };
}

export function pushHosts({ push_api_url: address }: Settings): string[] {
  return address === '' ? [] : [new URL(address).origin];
}
