import type { Settings } from '../content/settings/settings.ts';
import type { PageConfig } from '../islands/page-config.ts';
import { timeUnits } from '../content/settings/site-dates.ts';
import { lightboxTexts } from '../lib/lightbox-texts.ts';
import type { LightboxText } from '../lib/lightbox-texts.ts';

/** Behaviours that act on a whole page, by when they start. */
export interface PageBehaviours {
  readonly now: readonly string[];
  /** At the first sign of a reader. */
  readonly late: readonly string[];
  /** When a page before asked for them. */
  readonly asked: readonly string[];
}

/** Behaviours that HTML asks for by what is in it, wherever it is added. */
export function markedBehaviours(html: string): string[] {
  const names = [];
  if (/ class="(?:[^"]*\s)?lazy[\s"]/.test(html)) names.push('lazy-image');
  if (html.includes(' data-ago="')) names.push('time-ago');
  if (html.includes(' data-scroll-to-class="')) names.push('scroll-link');
  if (html.includes(' data-lightbox')) names.push('lightbox');
  if (html.includes(' data-copyable')) names.push('copy-pre');
  return names;
}

/** Behaviours of a page with this body on a site with these settings. */
export function pageBehaviours(html: string, { content_protection: isProtected, prefetch }: Settings): PageBehaviours {
  const marked = markedBehaviours(html);
  return {
    now: [...marked.filter((name) => name !== 'lightbox'), ...(isProtected ? ['protect'] : [])],
    late: [...marked.filter((name) => name === 'lightbox'), ...(prefetch ? ['prefetch'] : [])],
    asked: ['scroll-to-class'],
  };
}

/** Of every page, since articles with pictures may be added to any. */
function lightboxConfig(settings: Settings): Pick<PageConfig, 'lightbox'> {
  const names = Object.keys(lightboxTexts) as LightboxText[];
  const texts = Object.fromEntries(names.map((name) => [name, settings[`translation_${name}`]]).filter(([, words]) => words !== ''));
  const config = { ...(settings.lightbox_disable_on_mobile ? {} : { onPhones: true }), ...(Object.keys(texts).length > 0 ? { texts } : {}) };
  return Object.keys(config).length > 0 ? { lightbox: config } : {};
}

/** What those behaviours find in the page's config. */
export function behaviourConfig(settings: Settings, siteUrl: string, { now }: PageBehaviours): Pick<PageConfig, 'lightbox' | 'prefetch' | 'timeUnits'> {
  const units = now.includes('time-ago') ? timeUnits(settings) : undefined;
  return {
    ...(settings.prefetch ? { prefetch: { local_url: siteUrl, ignore_remote_prefetch: settings.ignore_remote_prefetch, ignore_list: settings.prefetch_ignore_list } } : {}),
    ...lightboxConfig(settings),
    ...(units ? { timeUnits: units } : {}),
  };
}
