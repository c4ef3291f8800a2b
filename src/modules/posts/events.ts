import { defineEvent } from '../../kernel/events.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { PostStatus, PreparedText } from './model.ts';

/** A user's change before it is written. Followers read the fields of their domain and add to it. */
export interface ComposingPost {
  readonly actor: Actor;
  /** `id` is 0 for a new post. */
  readonly post: { readonly id: number; readonly type: string };
  readonly sent: { readonly template?: string | undefined };
  readonly meta: Record<string, readonly string[]>;
  readonly changed: string[];
  /** Run in order after the post is written, with its id. */
  readonly afterwards: ((tx: Tx, id: number) => Promise<void>)[];
}

export const postComposing = defineEvent<ComposingPost>('post.composing');

export async function composePost(
  tx: Tx,
  change: Pick<ComposingPost, 'actor' | 'post' | 'sent'>,
): Promise<ComposingPost> {
  const composing: ComposingPost = { ...change, meta: {}, changed: [], afterwards: [] };
  await tx.followers.notify(tx, postComposing, composing);
  return composing;
}

export interface SourceText {
  readonly content: string;
  readonly type: string;
  readonly id?: number;
  readonly meta?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly dates: { readonly publishedAt: number; readonly modifiedAt: number };
  readonly title?: string;
  readonly excerpt?: string;
  readonly hasData?: boolean | 0 | 1;
}

export interface Expansion {
  /** The text that search and excerpts use. */
  readonly text: string;
  /** Versions of the patterns read, including nested ones, by id; 0 when no such pattern exists. */
  readonly versions: ReadonlyMap<number, number>;
}

/** Emitted before content is stored. The follower that expands patterns sets `expansion`. */
export const postExpanding = defineEvent<{ readonly source: SourceText; expansion?: Expansion | undefined }>(
  'post.expanding',
);

export interface PostState {
  readonly type: string;
  readonly status: PostStatus;
  readonly slug: string;
  readonly parentId: number;
  readonly publishedAt: number;
  readonly listed: boolean;
}

export interface SavedPost {
  readonly id: number;
  /** Undefined for a new post. */
  readonly before: PostState | undefined;
  readonly after: PostState;
  /** The fields that the caller wrote; absent fields did not change. */
  readonly written: {
    readonly title?: string | undefined;
    readonly content?: string | undefined;
    readonly excerpt?: string | undefined;
    readonly meta?: Readonly<Record<string, readonly string[]>> | undefined;
    readonly keepsScripts?: boolean | undefined;
    readonly announce?: boolean | undefined;
  };
  /** Present when the text for search and excerpts was rewritten. */
  readonly text:
    | { readonly expanded: string | null; readonly versions: Expansion['versions'] | undefined }
    | undefined;
  readonly prepared: PreparedText | undefined;
}

/** Emitted after a post's row, terms, meta and lists are written. */
export const postSaved = defineEvent<SavedPost>('post.saved');

export interface DeletedPost {
  readonly id: number;
  readonly type: string;
  readonly listed: boolean;
}

/** Emitted after a post's row is deleted; rows of other domains still refer to it. */
export const postDeleted = defineEvent<DeletedPost>('post.deleted');
