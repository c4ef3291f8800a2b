import type { HealthSource } from '../health-source.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { BlockType } from '../../../blocks/block.ts';
import type { Guard } from '../../../modules/accounts/guard.ts';
import type { ShownProof } from '../../../modules/accounts/reauthenticate.ts';
import type { RestoreRequest } from '../../../modules/backup/restore-request.ts';
import type { Content } from '../../../modules/content/content.ts';
import type { SizesProgress } from '../../../modules/media/queue.ts';
import type { PictureEditor } from '../../../modules/media/size-maker.ts';
import type { OutsideLibraries } from '../../../modules/templates/library/library.ts';
import type { Post } from '../../../modules/posts/model.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import type { CachedPageState } from '../../../modules/content/viewer.ts';
import type { Device } from '../../../site/cache/device.ts';
import type { PortraitMaker } from '../../../modules/portraits/portraits.ts';
import type { SendPush } from '../../../modules/push/jobs.ts';
import type { Actor } from '../../permission.ts';
import type { FetchOutside } from '../../../lib/fetch-outside.ts';
import type { Allowance } from '../../../lib/rate-limit.ts';
import type { PasswordHash } from '../../../lib/credentials.ts';
import type { PagePreviews } from '../../../site/replies/page-previews.ts';
import type { ReceivedFile } from '../receive-parts.ts';
import type { RawValue, FieldTree } from './query-string.ts';

/** Data that identifies the caller: lower-case headers, and the query, which may contain a nonce. */
export interface Asked {
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
  readonly query: ReadonlyMap<string, RawValue>;
}

export interface Asker {
  readonly actor: Actor;
  /** A fresh nonce for the next request of a session. */
  readonly nonce?: string;
  /** `Set-Cookie` headers of an extended session. */
  readonly setCookies?: readonly string[];
  /** Creates a preview nonce (`site/replies/preview.ts`), for callers with a session. */
  readonly previewNonce?: (postId: number) => string;
  readonly applicationPassword?: string;
}

export interface BlockShelf {
  readonly types: () => ReadonlyMap<string, BlockType>;
  /** Renders a block as the actor would see it on the page of a post that they can edit, or outside a page. */
  readonly render: (
    name: string,
    attributes: Readonly<Record<string, unknown>>,
    post: Post | undefined,
    actor: Actor | undefined,
  ) => Promise<string>;
}

export interface CachedPages {
  readonly look: (address: string, device: Device) => CachedPageState;
  readonly renew: (address: string, device: Device) => Promise<void>;
}

export interface RestSite {
  readonly content: Content;
  /** Renders posts' content for readers, in the given order. Called only for posts that the caller may read. */
  readonly renderContents: (posts: readonly Post[]) => Promise<readonly string[]>;
  readonly renderText: (post: Post, text: string) => Promise<string>;
  /** Throws `TooManyRequestsError` when a caller posts comments too fast. */
  readonly limitComments: (caller: string) => void;
  /** Rate limit of post password attempts. */
  readonly postPasswordGuesses: Allowance;
  /** Throws `TooManyRequestsError` when a caller requests embeds too fast. */
  readonly limitEmbeds: (caller: string) => void;
  /** Fetches embeds and link details from other sites; `fetchOutside` by default. */
  readonly fetchEmbeds?: FetchOutside | undefined;
  readonly libraries: OutsideLibraries;
  /** Rejects some of many concurrent requests (`Guard.inTurn`). */
  readonly hashPassword: (password: string, actorId: number) => Promise<PasswordHash>;
  /** Lets the actor's session do sensitive things; returns until when (`modules/accounts/reauthenticate.ts`). */
  readonly reauthenticate: (actor: Actor | undefined, shown: ShownProof) => Promise<number>;
  /** Starts to replace the running site with a backup; refused where nothing can restart the server. */
  readonly restore: (request: RestoreRequest) => Promise<void>;
  readonly mails: {
    readonly sendsMail: boolean;
    readonly count: Guard['request'];
  };
  readonly blocks: BlockShelf;
  readonly pagePreviews: PagePreviews;
  readonly portraits: PortraitMaker;
  /** Sends one push message at once; absent where there are no keys. */
  readonly sendPush?: SendPush | undefined;
  readonly cachedPages: CachedPages;
  readonly dataDir: string;
  readonly pictures: PictureEditor;
  /** Sizes of pictures that are being generated; absent where nothing generates them. */
  readonly sizes?: SizesProgress | undefined;
  readonly version: string;
  /** Facts of the serving process; absent in tests. */
  readonly health?: HealthSource | undefined;
}

export interface Client {
  readonly ip: string;
  readonly userAgent: string;
}

export interface RestRequest {
  readonly site: RestSite;
  readonly settings: Settings;
  readonly actor: Actor | undefined;
  readonly applicationPassword?: string | undefined;
  readonly previewNonce?: Asker['previewNonce'] | undefined;
  readonly query: ReadonlyMap<string, RawValue>;
  readonly client?: Client | undefined;
  readonly fields: FieldTree | undefined;
  readonly file?: ReceivedFile | undefined;
  /** The revision that `If-Match` states. */
  readonly ifMatch?: number | undefined;
  /** `Prefer: respond-async`: the client does not wait for background work. */
  readonly isAsync?: boolean;
  /** Path below `/wp-json`, without a trailing slash: `/wp/v2/posts`. */
  readonly path: string;
  readonly onFault: (error: unknown) => void;
}

export function restUrl(request: Pick<RestRequest, 'site'>, path: string): string {
  return `${request.site.content.siteUrl}/wp-json${path}`;
}
