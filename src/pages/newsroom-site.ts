import { adSlots } from '../content/settings/definitions/ads.ts';
import type { SettingsCache } from '../content/settings/cache.ts';
import type { Settings } from '../content/settings/settings.ts';
import { mayEditSomething } from '../content/users/policy.ts';
import type { Actor } from '../content/users/role.ts';
import { TaggedCache } from './tagged-cache.ts';
import type { Site } from './site.ts';

/** Settings that bring code of ad networks into pages, at what brings none. */
const withoutNetworks = { ad_script_url: '', ad_block_notice: false, ...Object.fromEntries(adSlots.map((slot) => [`ad_${slot}`, ''])) };
const overrides = Object.fromEntries(Object.entries(withoutNetworks).map(([name, value]) => [name, { enumerable: true, value }]));

const bareBySettings = new WeakMap<Settings, Settings>();

/** The same settings without ad code; house ads stay. Made once for each state of the settings. */
function withoutAdCode(settings: Settings): Settings {
  const found = bareBySettings.get(settings);
  if (found) return found;
  // Every setting, some at another value of theirs.
  const bare = Object.create(null, { ...Object.getOwnPropertyDescriptors(settings), ...overrides }) as Settings;
  bareBySettings.set(settings, bare);
  return bare;
}

const newsroomBySite = new WeakMap<Site, Site>();

/** The site as who is signed in sees it; nobody who is signed in, and who may edit nothing, see readers' pages. */
export function siteSeenBy(site: Site, actor: Actor | undefined): Site {
  return actor && mayEditSomething(actor) ? newsroomSite(site) : site;
}

/**
 * The site as those who may edit it see it: without code of ad networks, which would act in their name on pages that hold more than readers' pages do.
 * It shares what does not hang on that; what blocks loaded it keeps apart.
 */
function newsroomSite(site: Site): Site {
  const found = newsroomBySite.get(site);
  if (found) return found;
  const { settings, database } = site.content;
  const bare: SettingsCache = { current: async () => withoutAdCode(await settings.current()), latest: () => withoutAdCode(settings.latest()) };
  const newsroom: Site = { ...site, isNewsroom: true, content: { ...site.content, settings: bare }, blockData: new TaggedCache(database.bus) };
  newsroomBySite.set(site, newsroom);
  return newsroom;
}
