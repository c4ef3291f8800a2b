import type { PageParts, PageConfig } from '../../reader/islands/page-config.ts';
import { clientAssets } from '../../theme/client-assets.server.ts';
import type { PageActs } from './page-render.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { replacedTexts } from '../../modules/settings/definitions/translations.ts';
import { timeUnits } from '../../modules/settings/site-facts.ts';
import { lightboxTexts } from '../../lib/lightbox-texts.ts';
import { copyTexts } from '../../lib/copy-texts.ts';
import { listTexts } from '../../lib/pagination.ts';
import { memoizedBy } from '../../lib/noted-reads.ts';
import { videoTexts } from '../../lib/video.ts';

/** Origins of the video players' scripts, loaded when a reader plays a video. */
const players = ['https://www.youtube.com', 'https://player.vimeo.com'];

/** Modules and configs for HTML: those that its views requested, and page-wide behaviours. */
export function pageParts(acts: PageActs, behaviours: PageBehaviours): PageParts {
  // Sorted, whichever loader finished first, so that equal pages have equal text.
  const modules = clientAssets().pageModules(
    [...acts.names, ...behaviours.now, ...behaviours.late, ...behaviours.asked].toSorted(),
  );
  return {
    modules,
    ...filled({ configs: acts.configs }),
    now: behaviours.now.join(' '),
    late: behaviours.late.join(' '),
  };
}

/** External origins whose scripts may run on a page with these parts; empty if none. */
export function foreignTo(
  origins: readonly string[],
  { now = '', late = '' }: PageParts,
): Pick<PageParts, 'foreign'> {
  return filled({
    foreign: [...new Set([...origins, ...(`${now} ${late}`.split(' ').includes('video') ? players : [])])],
  });
}

/** The key `broadsheet` of a reply with HTML; undefined if empty. All behaviours start at once, since the reader is active. */
export function fragmentParts(acts: PageActs): PageParts | undefined {
  const {
    modules,
    configs = {},
    now = '',
  } = pageParts(acts, { now: [...acts.onPage].toSorted(), late: [], asked: [] });
  return Object.keys(modules).length === 0
    ? undefined
    : { modules, ...filled({ configs, now }), ...foreignTo([], { modules, now }) };
}

function filled<Parts extends object>(parts: Parts): Partial<Parts> {
  return Object.fromEntries(
    Object.entries(parts).filter(([, part]) => Object.keys(part as object).length > 0),
  ) as Partial<Parts>;
}

interface PageBehaviours {
  readonly now: readonly string[];
  /** At the first sign of a reader. */
  readonly late: readonly string[];
  /** If an earlier page requested them. */
  readonly asked: readonly string[];
}

/** Behaviours that wait for the first sign of a reader. */
const late: ReadonlySet<string> = new Set(['copy-pre', 'lightbox', 'video']);

export function pageBehaviours(
  onPage: ReadonlySet<string>,
  { content_protection: isProtected, prefetch }: Settings,
): PageBehaviours {
  // Sorted, since loaders finish in any order.
  const names = [...onPage].toSorted();
  return {
    now: [...names.filter((name) => !late.has(name)), ...(isProtected ? ['protect'] : [])],
    late: [...names.filter((name) => late.has(name)), ...(prefetch ? ['prefetch'] : [])],
    asked: ['scroll-to-class'],
  };
}

/** On every page, since articles with pictures may be appended to any. */
function lightboxConfig(settings: Settings): Pick<PageConfig, 'lightbox'> {
  const config = {
    ...(settings.lightbox_disable_on_mobile ? {} : { onPhones: true }),
    ...replaced(settings).lightbox,
  };
  return Object.keys(config).length > 0 ? { lightbox: config } : {};
}

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

/** Strings that the site replaces, by name. */
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

/** The same for all pages. */
const replaced = memoizedBy((settings: Settings) => ({
  lightbox: translated(lightboxTexts, settings),
  video: translated(videoTexts, settings),
  list: translated(listTexts, settings),
  copy: translated(copyTexts, settings),
}));

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
