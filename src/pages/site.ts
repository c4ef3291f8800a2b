import type { Content } from '../content/content.ts';
import type { Signer } from '../lib/keys.ts';
import type { BlockDataCache } from './block-data-cache.ts';
import type { DocumentStore } from './document-store.ts';

/** Where faults that heal by themselves are written. */
export interface Log {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** What rendering needs and keeps between pages. */
export interface Site {
  readonly content: Content;
  readonly documents: DocumentStore;
  readonly blockData: BlockDataCache;
  readonly log: Log;
  readonly signer: Signer;
  /** The public key that browsers subscribe to push messages with. */
  readonly pushKey: string;
  /** `/wp-admin/admin-ajax.php?td_theme_name=…&v=…` */
  readonly ajaxUrl: string;
}
