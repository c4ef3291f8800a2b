import type { Settings } from '../content/settings/settings.ts';
import type { PageConfig } from '../islands/page-config.ts';
import { timeUnits } from '../content/settings/site-dates.ts';

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
  return names;
}

/** Behaviours of a page with this body on a site with these settings. */
export function pageBehaviours(html: string, { content_protection: isProtected, prefetch }: Settings): PageBehaviours {
  return {
    now: [...markedBehaviours(html), ...(isProtected ? ['protect'] : [])],
    late: prefetch ? ['prefetch'] : [],
    asked: ['scroll-to-class'],
  };
}

/** What those behaviours find in the page's config. */
export function behaviourConfig(settings: Settings, siteUrl: string, { now }: PageBehaviours): Pick<PageConfig, 'prefetch' | 'timeUnits'> {
  const units = now.includes('time-ago') ? timeUnits(settings) : undefined;
  return {
    ...(settings.prefetch ? { prefetch: { local_url: siteUrl, ignore_remote_prefetch: settings.ignore_remote_prefetch, ignore_list: settings.prefetch_ignore_list } } : {}),
    ...(units ? { timeUnits: units } : {}),
  };
}
