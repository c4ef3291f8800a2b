import type { Accounts } from '../../modules/accounts/accounts.ts';
import type { Content } from '../../modules/content/content.ts';
import type { Arrangement } from '../../modules/front/model.ts';
import type { MenuItem, MenuLocation } from '../../modules/menus/model.ts';
import type { PortraitMaker } from '../../modules/portraits/portraits.ts';
import type { Sessions } from '../../modules/users/sessions.ts';
import type { OutsideLibraries } from '../../modules/templates/library/library.ts';
import type { Signer } from '../../lib/keys.ts';
import type { Log } from '../../lib/errors.ts';
import type { AdminPlaces } from '../admin/admin-build.ts';
import type { DocumentStore } from './document-store.ts';
import type { PatternCache } from './tagged-cache.ts';
import { createTemplateFaults } from './template-faults.ts';
import type { TemplateFaults } from './template-faults.ts';
import { adSlots } from '../../modules/settings/definitions/ads.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { mayEditSomething } from '../../kernel/permission.ts';
import { askTogether } from '../../blocks/asked-together.server.ts';
import type { AskedTogether } from '../../blocks/asked-together.server.ts';
import type { Actor } from '../../kernel/permission.ts';
import { memoizedBy } from '../../lib/noted-reads.ts';
import type { ListSearchGate } from './page-searches.ts';
import { StyleSheets } from './style-sheets.ts';
import { CardCache, TaggedCache } from './tagged-cache.ts';
import type { InvalidationBus } from '../../kernel/db/invalidation.ts';

/** Dependencies and caches of rendering. */
export interface Site {
  readonly content: Content;
  readonly documents: DocumentStore;
  /** See `LoadContext.together`. */
  readonly together: AskedTogether;
  readonly blockData: TaggedCache;
  readonly cards: CardCache;
  readonly patterns: PatternCache;
  readonly templateFaults: TemplateFaults;
  readonly listSearchGate: ListSearchGate;
  readonly styles: StyleSheets;
  readonly views: SiteViews;
  readonly log: Log;
  readonly signer: Signer;
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly portraits: PortraitMaker;
  readonly libraries: OutsideLibraries;
  readonly dataDir: string;
  readonly admin: AdminPlaces;
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

/** Derives settings with other values for some of them. */
const settingsWith = (values: Readonly<Record<string, unknown>>) => {
  const overrides = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { enumerable: true, value }]),
  );
  return memoizedBy(
    (settings: Settings) =>
      Object.create(null, { ...Object.getOwnPropertyDescriptors(settings), ...overrides }) as Settings,
  );
};
const ofNewsroom = settingsWith(withoutNetworks);
const ofPasswords = settingsWith({ ...withoutNetworks, analytics_container_id: '', head_code: '' });

/** The site with other settings, and its own cache of block data, which hears of changes by `bus`. */
function siteWith(
  site: Site,
  settingsOf: (settings: Settings) => Settings,
  bus: Pick<InvalidationBus, 'listen'> = site.content.database.bus,
): Site {
  const { settings } = site.content;
  const content: Content = {
    ...site.content,
    settings: {
      current: async () => settingsOf(await settings.current()),
      latest: () => settingsOf(settings.latest()),
    },
  };
  return {
    ...site,
    content,
    together: askTogether(content),
    blockData: new TaggedCache(bus),
  };
}

const idleBus: Pick<InvalidationBus, 'listen'> = { listen: () => () => {} };

/**
 * The site with unsaved settings, for one preview. It has its own caches, because entries of previews would evict those of
 * public pages. `values`: as their settings accept them.
 */
export function siteWithSettings(site: Site, values: Readonly<Record<string, unknown>>): Site {
  const tried = siteWith(site, settingsWith(values), idleBus);
  return { ...tried, cards: new CardCache(tried.content, idleBus), styles: new StyleSheets() };
}

/** The site with an unsaved menu, for one preview. Mega menus are rendered with the page, because nothing loads them later. */
export const siteWithMenu = (
  site: Site,
  { location, items }: { readonly location: MenuLocation; readonly items: readonly MenuItem[] },
): Site =>
  siteWithSettings(
    { ...site, content: { ...site.content, menus: site.content.menus.withItems(location, items) } },
    { mega_menu_lazy_page: false, mega_menu_lazy_category: false },
  );

/** The site with an unsaved arrangement of the front page, for one preview. */
export const siteWithFront = (site: Site, front: Arrangement): Site =>
  siteWith(
    { ...site, content: { ...site.content, front: site.content.front.withArrangement(front) } },
    (settings) => settings,
    idleBus,
  );

/**
 * The site with unsaved content of a widget area, for one preview. It has its own template faults, because the content is
 * compiled as part of stored templates.
 */
export const siteWithArea = (
  site: Site,
  { area, content }: { readonly area: string; readonly content: string },
): Site => ({
  ...siteWithSettings(
    {
      ...site,
      content: { ...site.content, widgetAreas: site.content.widgetAreas.withContent(area, content) },
    },
    {},
  ),
  templateFaults: createTemplateFaults({ bus: idleBus }),
});

/** The variants of a site without third-party code, created on first use. */
export class SiteViews {
  #newsroom: Site | undefined;
  #passwords: Site | undefined;

  newsroom(site: Site): Site {
    return (this.#newsroom ??= { ...siteWith(site, ofNewsroom), isNewsroom: true });
  }

  passwords(site: Site): Site {
    return (this.#passwords ??= siteWith(site, ofPasswords));
  }
}

/** The site for pages with password fields, which no third-party code may read. */
export const siteWithoutOthers = (site: Site): Site => site.views.passwords(site);

/** The site as the actor sees it. Editors get pages without code of ad networks, which could act in their name; house ads stay. */
export const siteSeenBy = (site: Site, actor: Actor | undefined): Site =>
  actor && mayEditSomething(actor) ? site.views.newsroom(site) : site;
