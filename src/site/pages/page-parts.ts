import type { PageParts, PageConfig } from '../../reader/islands/page-config.ts';
import { clientAssets } from '../../theme/client-assets.server.ts';
import type { PageActs } from './page-render.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { replacedTexts } from '../../modules/settings/definitions/translations.ts';
import { timeUnits } from '../../modules/settings/site-facts.ts';
import { lightboxTexts } from '../../lib/lightbox-texts.ts';
import { copyTexts } from '../../lib/copy-texts.ts';
import { listTexts } from '../../lib/pagination.ts';
import { madeOnceOf } from '../../lib/noted-reads.ts';
import { videoTexts } from '../../lib/video.ts';

/** Origins of the players' own scripts, which come when a reader plays a video. */
const players = ['https://www.youtube.com', 'https://player.vimeo.com'];

/** What browsers may load for HTML and are told for it: what was asked for with it, and behaviours of all of it. */
export function pageParts(acts: PageActs, behaviours: PageBehaviours): PageParts {
  // In one order, whichever loader was the quicker: what says the same is the same text.
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

/** Origins besides the site's own whose scripts may run on a page with these parts; nothing where there are none. */
export function foreignTo(
  origins: readonly string[],
  { now = '', late = '' }: PageParts,
): Pick<PageParts, 'foreign'> {
  return filled({
    foreign: [...new Set([...origins, ...(`${now} ${late}`.split(' ').includes('video') ? players : [])])],
  });
}

/** What a reply says beside its HTML, under the key `broadsheet`; undefined where there is nothing to say. All of it starts at once: its reader is there. */
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

/** Without what is empty. */
function filled<Parts extends object>(parts: Parts): Partial<Parts> {
  return Object.fromEntries(
    Object.entries(parts).filter(([, part]) => Object.keys(part as object).length > 0),
  ) as Partial<Parts>;
}

/** Behaviours that act on a whole page, by when they start. */
interface PageBehaviours {
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
