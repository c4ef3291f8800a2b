import type { Accounts } from '../../modules/accounts/accounts.ts';
import type { Content } from '../../modules/content/content.ts';
import type { PortraitMaker } from '../../modules/users/portrait-maker.ts';
import type { Sessions } from '../../modules/users/sessions.ts';
import type { FetchOutside } from '../../lib/fetch-outside.ts';
import type { Signer } from '../../lib/keys.ts';
import type { Log } from '../../lib/log.ts';
import type { CardCache } from './card-cache.ts';
import type { DocumentStore } from './document-store.ts';
import type { PatternCache } from './pattern-cache.ts';
import type { TaggedCache } from './tagged-cache.ts';
import type { TemplateFaults } from './template-faults.ts';

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
  /** Asks the other template library; as everything else by default. */
  readonly fetchLibrary?: FetchOutside | undefined;
  /** Folder of the files. */
  readonly dataDir: string;
  /** The public key that browsers subscribe to push messages with. */
  readonly pushKey: string;
  /** `/wp-admin/admin-ajax.php?td_theme_name=…&v=…` */
  readonly ajaxUrl: string;
  /** Who looks at it may edit something, and is told what readers don't see. */
  readonly isNewsroom?: true;
}
