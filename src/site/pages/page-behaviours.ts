import type { Settings } from '../../modules/settings/settings.ts';
import type { PageConfig } from '../../reader/islands/page-config.ts';
import { replacedTexts } from '../../modules/settings/definitions/translations.ts';
import { timeUnits } from '../../modules/settings/site-dates.ts';
import { lightboxTexts } from '../../lib/lightbox-texts.ts';
import { copyTexts } from '../../lib/copy-texts.ts';
import { listTexts } from '../../lib/list-texts.ts';
import { madeOnceOf } from '../../lib/noted-reads.ts';
import { videoTexts } from '../../lib/video-texts.ts';

/** Behaviours that act on a whole page, by when they start. */
export interface PageBehaviours {
  readonly now: readonly string[];
  /** At the first sign of a reader. */
  readonly late: readonly string[];
  /** When a page before asked for them. */
  readonly asked: readonly string[];
}

/** What of a page waits for the first sign of a reader. */
const late: ReadonlySet<string> = new Set(['copy-pre', 'lightbox', 'video']);

/** Behaviours of a page that asks for `onPage`, on a site with these settings. */
export function pageBehaviours(
  onPage: ReadonlySet<string>,
  { content_protection: isProtected, prefetch }: Settings,
): PageBehaviours {
  // Sorted, since loaders end in any order.
  const names = [...onPage].toSorted();
  return {
    now: [...names.filter((name) => !late.has(name)), ...(isProtected ? ['protect'] : [])],
    late: [...names.filter((name) => late.has(name)), ...(prefetch ? ['prefetch'] : [])],
    asked: ['scroll-to-class'],
  };
}

/** Of every page, since articles with pictures may be added to any. */
function lightboxConfig(settings: Settings): Pick<PageConfig, 'lightbox'> {
  const config = {
    ...(settings.lightbox_disable_on_mobile ? {} : { onPhones: true }),
    ...replaced(settings).lightbox,
  };
  return Object.keys(config).length > 0 ? { lightbox: config } : {};
}

/** Of every page too, for the same reason. */
function videoConfig(settings: Settings): Pick<PageConfig, 'video'> {
  const config = {
    ...(settings.sticky_video && {
      sticky: settings.sticky_video_width,
      ...(settings.sticky_video_pause_on_close && { pauseOnClose: true }),
    }),
    ...(settings.video_one_at_a_time && { oneAtATime: true }),
    ...(settings.video_pause_off_screen && { pauseOffScreen: true }),
    ...replaced(settings).video,
  };
  return Object.keys(config).length > 0 ? { video: config } : {};
}

function listConfig(settings: Settings): Pick<PageConfig, 'listTexts'> {
  const { texts } = replaced(settings).list;
  return texts ? { listTexts: texts } : {};
}

function copyConfig(settings: Settings): Pick<PageConfig, 'copyTexts'> {
  const { texts } = replaced(settings).copy;
  return texts ? { copyTexts: texts } : {};
}

/** Wordings that the site replaces, by their names. */
function translated<
  Name extends
    | keyof typeof copyTexts
    | keyof typeof lightboxTexts
    | keyof typeof listTexts
    | keyof typeof videoTexts,
>(english: Readonly<Record<Name, string>>, settings: Settings): { texts?: Partial<Record<Name, string>> } {
  const texts = replacedTexts(settings, english);
  return Object.keys(texts).length > 0 ? { texts } : {};
}

/** Of every page, and the same for all of them. */
const replaced = madeOnceOf((settings: Settings) => ({
  lightbox: translated(lightboxTexts, settings),
  video: translated(videoTexts, settings),
  list: translated(listTexts, settings),
  copy: translated(copyTexts, settings),
}));

/** What those behaviours find in the page's config. */
export function behaviourConfig(
  settings: Settings,
  siteUrl: string,
  { now }: PageBehaviours,
): Pick<PageConfig, 'copyTexts' | 'lightbox' | 'listTexts' | 'prefetch' | 'timeUnits' | 'video'> {
  const units = now.includes('time-ago') || now.includes('relative-time') ? timeUnits(settings) : undefined;
  return {
    ...(settings.prefetch
      ? {
          prefetch: {
            local_url: siteUrl,
            ignore_remote_prefetch: settings.ignore_remote_prefetch,
            ignore_list: settings.prefetch_ignore_list,
          },
        }
      : {}),
    ...lightboxConfig(settings),
    ...listConfig(settings),
    ...videoConfig(settings),
    ...(units ? { timeUnits: units } : {}),
    ...copyConfig(settings),
  };
}
