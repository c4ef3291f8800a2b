import { adSlots } from '../../modules/settings/definitions/ads.ts';
import type { SettingsCache } from '../../modules/settings/cache.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { mayEditSomething } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { TaggedCache } from './tagged-cache.ts';
import type { Site } from './site.ts';

/** Settings that bring code of ad networks into pages, at what brings none. */
const withoutNetworks = {
  ad_script_url: '',
  ad_block_notice: false,
  ...Object.fromEntries(adSlots.map((slot) => [`ad_${slot}`, ''])),
};

/** The site as some see it, with some settings at another value for all of them. */
function siteWith(
  values: Readonly<Record<string, unknown>>,
  more: Pick<Site, 'isNewsroom'>,
): (site: Site) => Site {
  const overrides = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { enumerable: true, value }]),
  );
  const bareBySettings = new WeakMap<Settings, Settings>();
  const siteBySite = new WeakMap<Site, Site>();
  /** Every setting, some at another value of theirs; made once for each state of the settings. */
  const bareOf = (settings: Settings): Settings => {
    const bare =
      bareBySettings.get(settings) ??
      (Object.create(null, { ...Object.getOwnPropertyDescriptors(settings), ...overrides }) as Settings);
    bareBySettings.set(settings, bare);
    return bare;
  };
  return (site) => {
    const found = siteBySite.get(site);
    if (found) return found;
    const { settings, database } = site.content;
    const bare: SettingsCache = {
      current: async () => bareOf(await settings.current()),
      latest: () => bareOf(settings.latest()),
    };
    const made: Site = {
      ...site,
      ...more,
      content: { ...site.content, settings: bare },
      blockData: new TaggedCache(database.bus),
    };
    siteBySite.set(site, made);
    return made;
  };
}

/**
 * The site as those who may edit it see it: without code of ad networks, which would act in their name on pages that hold more than readers' pages do; house
 * ads stay. It shares what does not hang on that; what blocks loaded it keeps apart.
 */
const newsroomSite = siteWith(withoutNetworks, { isNewsroom: true });

/** The site around fields for passwords: no code of others reads them. */
export const siteWithoutOthers = siteWith(
  { ...withoutNetworks, analytics_container_id: '', head_code: '' },
  {},
);

/** The site as who is signed in sees it; nobody who is signed in, and who may edit nothing, see readers' pages. */
export function siteSeenBy(site: Site, actor: Actor | undefined): Site {
  return actor && mayEditSomething(actor) ? newsroomSite(site) : site;
}
