import type { IncomingHttpHeaders } from 'node:http';
import type { BlockType } from '../../../blocks/block.ts';
import type { Guard } from '../../../modules/accounts/guard.ts';
import type { Content } from '../../../modules/content/content.ts';
import type { SizesProgress } from '../../../modules/media/queue.ts';
import type { PictureEditor } from '../../../modules/media/size-maker.ts';
import type { Post } from '../../../modules/posts/model.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import type { KeptPage } from '../../../modules/content/viewer.ts';
import type { Device } from '../../../site/cache/device.ts';
import type { PortraitMaker } from '../../../modules/portraits/portraits.ts';
import type { Actor } from '../../permission.ts';
import type { FetchOutside } from '../../../lib/fetch-outside.ts';
import type { Allowance } from '../../../lib/rate-limit.ts';
import type { PasswordHash } from '../../../lib/credentials.ts';
import type { PagePreviews } from '../../../site/replies/page-previews.ts';
import type { ReceivedFile } from '../receive-parts.ts';
import type { RawValue, FieldTree } from './query-string.ts';
import type { Totals } from '../../../site/rest/totals.ts';

/** What says who asks: headers in small letters, and the query (a nonce may stand in either). */
export interface Asked {
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
  readonly query: ReadonlyMap<string, RawValue>;
}

/** Who asks. */
export interface Asker {
  readonly actor: Actor;
  /** Of a session that a nonce proved: a fresh one, for the next request. */
  readonly nonce?: string;
  /** Of a session that goes on, `Set-Cookie` headers. */
  readonly setCookies?: readonly string[];
  /** Makes the nonce of a preview (`reader/preview.ts`), for who came with a session. */
  readonly previewNonce?: (postId: number) => string;
  /** Id of the application password that a program came with. */
  readonly applicationPassword?: string;
}

/** The blocks of the site. */
export interface BlockShelf {
  /** By name; those with `isRendered` have a renderer. */
  readonly types: () => ReadonlyMap<string, BlockType>;
  /** A block as the actor would see it on the page of a post that they can edit, or on none. */
  readonly render: (
    name: string,
    attributes: Readonly<Record<string, unknown>>,
    post: Post | undefined,
    actor: Actor | undefined,
  ) => Promise<string>;
}

/** The copies that readers get, on a desktop or a phone as who asks has it. */
export interface KeptPages {
  readonly look: (address: string, device: Device) => KeptPage;
  /** Has it made anew; throws what rendering it throws. */
  readonly renew: (address: string, device: Device) => Promise<void>;
}

/** What REST routes read from, for as long as the process runs. */
export interface RestSite {
  readonly content: Content;
  /** The texts of posts as readers see them, in their order; called for posts that the asker may read only. */
  readonly renderContents: (posts: readonly Post[]) => Promise<readonly string[]>;
  /** Another text of a post, as an earlier one, likewise. */
  readonly renderText: (post: Post, text: string) => Promise<string>;
  readonly totals: Totals;
  /** Throws `TooManyRequestsError` to who writes comments one after the other. */
  readonly limitComments: (caller: string) => void;
  /** Counts guesses of post passwords. */
  readonly postPasswordGuesses: Allowance;
  /** Throws `TooManyRequestsError` to who has other sites asked one after the other. */
  readonly limitEmbeds: (caller: string) => void;
  /** Requests embeds and link details from other sites; `fetchOutside` by default. */
  readonly fetchEmbeds?: FetchOutside | undefined;
  /** Asks the other template library, likewise. */
  readonly fetchLibrary?: FetchOutside | undefined;
  /** For who asks: where many want one at once, some are refused (`Guard.inTurn`). */
  readonly hashPassword: (password: string, actorId: number) => Promise<PasswordHash>;
  readonly mails: {
    readonly sendsMail: boolean;
    /** Counts one that somebody has sent; throws `TooManyRequestsError`. */
    readonly count: Guard['request'];
  };
  readonly blocks: BlockShelf;
  readonly pagePreviews: PagePreviews;
  readonly portraits: PortraitMaker;
  /** What readers have of pages, by path and query. */
  readonly keptPages: KeptPages;
  /** Folder of the files. */
  readonly dataDir: string;
  /** Cuts and turns pictures. */
  readonly pictures: PictureEditor;
  /** Sizes of pictures that are being generated; absent where nothing generates them. */
  readonly sizes?: SizesProgress | undefined;
  /** Of the product. */
  readonly version: string;
}

/** Where a request comes from, as it says. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string;
}

/** One request on its way. */
export interface RestRequest {
  readonly site: RestSite;
  readonly settings: Settings;
  /** Undefined: a visitor. */
  readonly actor: Actor | undefined;
  /** Id of the application password that a program came with. */
  readonly applicationPassword?: string | undefined;
  /** Makes the nonce of a preview (`reader/preview.ts`), for who came with a session. */
  readonly previewNonce?: Asker['previewNonce'] | undefined;
  readonly query: ReadonlyMap<string, RawValue>;
  readonly client?: Client | undefined;
  readonly fields: FieldTree | undefined;
  /** What was uploaded. */
  readonly file?: ReceivedFile | undefined;
  /** The revision that `If-Match` names. */
  readonly ifMatch?: number | undefined;
  /** `Prefer: respond-async`: the client does not wait for work that goes on in the background. */
  readonly isAsync?: boolean;
  /** Path below `/wp-json`, without a trailing slash: `/wp/v2/posts`. */
  readonly path: string;
  /** Told of what we did not expect. */
  readonly onFault: (error: unknown) => void;
}

/** Absolute address of a REST path. */
export function restUrl(request: Pick<RestRequest, 'site'>, path: string): string {
  return `${request.site.content.siteUrl}/wp-json${path}`;
}
