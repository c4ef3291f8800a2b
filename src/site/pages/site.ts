import type { Accounts } from '../../modules/accounts/accounts.ts';
import type { Content } from '../../modules/content/content.ts';
import type { PortraitMaker } from '../../modules/portraits/portraits.ts';
import type { Sessions } from '../../modules/users/sessions.ts';
import type { OutsideLibraries } from '../../modules/templates/library/library.ts';
import type { Signer } from '../../lib/keys.ts';
import type { Log } from '../../lib/errors.ts';
import type { DocumentStore } from './document-store.ts';
import type { CardCache, PatternCache } from './tagged-cache.ts';
import type { TemplateFaults } from './template-faults.ts';
import { adSlots } from '../../modules/settings/definitions/ads.ts';
import type { SettingsCache } from '../../modules/settings/cache.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { mayEditSomething } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { TaggedCache } from './tagged-cache.ts';

/** Dependencies and caches of rendering. */
export interface Site {
  readonly content: Content;
  readonly documents: DocumentStore;
  readonly blockData: TaggedCache;
  readonly cards: CardCache;
  readonly patterns: PatternCache;
  readonly templateFaults: TemplateFaults;
  readonly log: Log;
  readonly signer: Signer;
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly portraits: PortraitMaker;
  readonly libraries: OutsideLibraries;
  readonly dataDir: string;
  /** The public key for push subscriptions. */
  readonly pushKey: string;
  /** `/wp-admin/admin-ajax.php?td_theme_name=…&v=…` */
  readonly ajaxUrl: string;
  /** The viewer has editing capabilities and gets notes that readers don't see. */
  readonly isNewsroom?: true;
}

/** Settings that load code of ad networks, set to values that load none. */
const withoutNetworks = {
  ad_script_url: '',
  ad_block_notice: false,
  ...Object.fromEntries(adSlots.map((slot) => [`ad_${slot}`, ''])),
};

/** The site as certain viewers see it, with some settings overridden for all of them. */
function siteWith(
  values: Readonly<Record<string, unknown>>,
  more: Pick<Site, 'isNewsroom'>,
): (site: Site) => Site {
  const overrides = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { enumerable: true, value }]),
  );
  const bareBySettings = new WeakMap<Settings, Settings>();
  const siteBySite = new WeakMap<Site, Site>();
  /** All settings with the overrides; created once for each state of the settings. */
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
 * The site for users with editing capabilities: without code of ad networks, which could act in their name on these
 * pages; house ads remain. Shares whatever doesn't depend on that, but caches block data separately.
 */
const newsroomSite = siteWith(withoutNetworks, { isNewsroom: true });

/** The site around password fields, without third-party code that could read them. */
export const siteWithoutOthers = siteWith(
  { ...withoutNetworks, analytics_container_id: '', head_code: '' },
  {},
);

/** The site as a user sees it; visitors and users without editing capabilities get public pages. */
export function siteSeenBy(site: Site, actor: Actor | undefined): Site {
  return actor && mayEditSomething(actor) ? newsroomSite(site) : site;
}
