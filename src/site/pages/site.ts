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

/** What rendering needs and keeps between pages. */
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
  /** How people get into their accounts. */
  readonly accounts: Accounts;
  readonly portraits: PortraitMaker;
  readonly libraries: OutsideLibraries;
  /** Folder of the files. */
  readonly dataDir: string;
  /** The public key that browsers subscribe to push messages with. */
  readonly pushKey: string;
  /** `/wp-admin/admin-ajax.php?td_theme_name=…&v=…` */
  readonly ajaxUrl: string;
  /** Who looks at it may edit something, and is told what readers don't see. */
  readonly isNewsroom?: true;
}

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
