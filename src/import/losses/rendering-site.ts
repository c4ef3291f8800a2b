import { randomBytes } from 'node:crypto';
import { createGuard } from '../../modules/accounts/guard.ts';
import { createContent } from '../../modules/content/content.ts';
import { createPortraitMaker } from '../../modules/users/portrait-maker.ts';
import { createSessions } from '../../modules/users/sessions.ts';
import type { Database } from '../../kernel/db/open-database.ts';
import { createSigner } from '../../lib/keys.ts';
import { createVault } from '../../lib/vault.ts';
import { CardCache } from '../../site/pages/card-cache.ts';
import { createDocumentStore } from '../../site/pages/document-store.ts';
import { PatternCache } from '../../site/pages/pattern-cache.ts';
import type { Site } from '../../site/pages/site.ts';
import { TaggedCache } from '../../site/pages/tagged-cache.ts';
import { createTemplateFaults } from '../../site/pages/template-faults.ts';

/** A site that renders pages outside of the server. It writes nothing, and its signatures are valid nowhere else. */
export function openRenderingSite(
  stored: Database,
  { siteUrl, dataDir }: { readonly siteUrl: string; readonly dataDir: string },
): {
  readonly site: Site;
  close(): Promise<void>;
} {
  const database: Database = { ...stored, writeDerived: async () => undefined as never }; // caches of renders, which the server fills
  const secret = randomBytes(32);
  const signer = createSigner(secret);
  const log = { warn: () => {}, error: () => {} }; // the report says what readers miss
  const content = createContent(database, siteUrl, () => {});
  const documents = createDocumentStore(content, log);
  const portraits = createPortraitMaker(dataDir);
  const site: Site = {
    content,
    documents,
    log,
    signer,
    portraits,
    dataDir,
    blockData: new TaggedCache(database.bus),
    cards: new CardCache(content, database.bus),
    patterns: new PatternCache(content, documents),
    templateFaults: createTemplateFaults(database),
    sessions: createSessions(database, signer, siteUrl),
    accounts: { content, guard: createGuard(), vault: createVault(secret), sendsMail: false },
    pushKey: '',
    ajaxUrl: '',
  };
  return {
    site,
    close: async () => {
      await portraits.close();
      await content.close();
    },
  };
}
