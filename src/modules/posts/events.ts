import { defineEvent } from '../../kernel/events.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { PostStatus, PreparedText } from './model.ts';

/** A change that a user sends, before it is written. Followers read the fields of their domain and add to it. */
export interface ComposingPost {
  readonly actor: Actor;
  /** `id` is 0 for a new post. */
  readonly post: { readonly id: number; readonly type: string };
  readonly sent: { readonly template?: string | undefined };
  /** Meta to write with the post. */
  readonly meta: Record<string, readonly string[]>;
  /** Names of the sent fields that change something. */
  readonly changed: string[];
  /** Run in turn after the post was written, with its id. */
  readonly afterwards: ((tx: Tx, id: number) => Promise<void>)[];
}

export const postComposing = defineEvent<ComposingPost>('post.composing');

/** Asks the followers of `post.composing`. */
export async function composePost(
  tx: Tx,
  change: Pick<ComposingPost, 'actor' | 'post' | 'sent'>,
): Promise<ComposingPost> {
  const composing: ComposingPost = { ...change, meta: {}, changed: [], afterwards: [] };
  await tx.followers.notify(tx, postComposing, composing);
  return composing;
}

/** A text of a post, with the data that expanding it needs. */
export interface SourceText {
  readonly content: string;
  readonly type: string;
  /** None: the post is new. */
  readonly id?: number;
  /** Meta written with the text; it replaces the stored values of these keys. */
  readonly meta?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly dates: { readonly publishedAt: number; readonly modifiedAt: number };
  readonly title?: string;
  readonly excerpt?: string;
  /** Whether the stored meta hold content of a page builder or of fields. */
  readonly hasData?: boolean | 0 | 1;
}

/** A text with the content that it shows of other posts. */
export interface Expansion {
  /** The text as search and excerpts read it. */
  readonly text: string;
  /** Versions of the patterns that were read for it, nested ones included; 0: no pattern has this id. */
  readonly versions: ReadonlyMap<number, number>;
}

/** Emitted before a text is stored. The follower that expands patterns sets `expansion`. */
export const postExpanding = defineEvent<{ readonly source: SourceText; expansion?: Expansion | undefined }>(
  'post.expanding',
);

/** The part of a post that decides where it is shown. */
export interface PostState {
  readonly type: string;
  readonly status: PostStatus;
  readonly slug: string;
  readonly parentId: number;
  readonly publishedAt: number;
  /** Whether lists and search may show it. */
  readonly listed: boolean;
}

export interface SavedPost {
  readonly id: number;
  /** Undefined for a new post. */
  readonly before: PostState | undefined;
  readonly after: PostState;
  /** The fields that the caller wrote; a field that is absent did not change. */
  readonly written: {
    readonly title?: string | undefined;
    readonly content?: string | undefined;
    readonly excerpt?: string | undefined;
    readonly meta?: Readonly<Record<string, readonly string[]>> | undefined;
    /** Whether the caller has checked that the author may write scripts. */
    readonly keepsScripts?: boolean | undefined;
    /** False: subscribers are not notified. */
    readonly announce?: boolean | undefined;
  };
  /** Present where the text that search and excerpts read was written again. */
  readonly text:
    | { readonly expanded: string | null; readonly versions: Expansion['versions'] | undefined }
    | undefined;
  /** Facts about the new text that were extracted before the transaction. */
  readonly prepared: PreparedText | undefined;
}

/** Emitted after the row of a post, its terms, meta and lists were written. */
export const postSaved = defineEvent<SavedPost>('post.saved');

export interface DeletedPost {
  readonly id: number;
  readonly type: string;
  readonly listed: boolean;
}

/** Emitted after the row of a post was deleted; rows of other domains still name it. */
export const postDeleted = defineEvent<DeletedPost>('post.deleted');
