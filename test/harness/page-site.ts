import { askTogether } from '../../src/blocks/asked-together.server.ts';
import { OutsideLibraries } from '../../src/modules/templates/library/library.ts';
import { tmpdir } from 'node:os';
import type { PageInfo } from '../../src/blocks/load-context.ts';
import { adminPlaces } from '../../src/site/admin/admin-build.ts';
import { createGuard } from '../../src/modules/accounts/guard.ts';
import { createPortraitMaker } from '../../src/modules/portraits/portraits.ts';
import { createSessions } from '../../src/modules/users/sessions.ts';
import { anybody } from '../../src/modules/content/viewer.ts';
import type { Viewer } from '../../src/modules/content/viewer.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { TaggedCache, CardCache, PatternCache } from '../../src/site/pages/tagged-cache.ts';
import { createDocumentStore } from '../../src/site/pages/document-store.ts';
import { createListSearchGate } from '../../src/site/pages/page-searches.ts';
import { SiteViews } from '../../src/site/pages/site.ts';
import { StyleSheets } from '../../src/site/pages/style-sheets.ts';
import { createTemplateFaults } from '../../src/site/pages/template-faults.ts';
import { PageRender } from '../../src/site/pages/page-render.ts';
import type { Site } from '../../src/site/pages/site.ts';
import { homePage, testContent, testSigner, testVault } from './load-context.ts';

/** A site that renders pages of a test database and records its log. */
export interface PageSite extends Site {
  readonly logged: {
    readonly level: 'warn' | 'error';
    readonly details: Record<string, unknown>;
    readonly message: string;
  }[];
  /** Begins a page's render, which the documents rendered with it share. */
  begin(page?: PageInfo, now?: number, viewer?: Viewer): Promise<PageRender>;
}

export function pageSite(database: Database): PageSite {
  const logged: PageSite['logged'] = [];
  const note = (level: 'warn' | 'error') => (details: object, message: string) =>
    void logged.push({ level, details: { ...details }, message });
  const log = { warn: note('warn'), error: note('error') };
  const content = testContent(database);
  const documents = createDocumentStore(content, log);
  const site: PageSite = {
    content,
    documents,
    together: askTogether(content),
    patterns: new PatternCache(content, documents),
    templateFaults: createTemplateFaults(database),
    listSearchGate: createListSearchGate(),
    styles: new StyleSheets(),
    views: new SiteViews(),
    blockData: new TaggedCache(database.bus),
    cards: new CardCache(content, database.bus),
    log,
    signer: testSigner,
    sessions: createSessions(database, testSigner, content.siteUrl),
    libraries: new OutsideLibraries(),
    pushKey: 'test-push-key',
    accounts: { content, guard: createGuard(), vault: testVault, sendsMail: false },
    portraits: createPortraitMaker(tmpdir()),
    dataDir: tmpdir(), // nothing is written there
    admin: adminPlaces(),
    ajaxUrl: '/wp-admin/admin-ajax.php?td_theme_name=test&v=1',
    logged,
    begin: async (page = homePage, now = Date.UTC(2026, 10, 20), viewer = anybody) =>
      new PageRender(site, page, await content.settings.current(), now, viewer),
  };
  return site;
}
