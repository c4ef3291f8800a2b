import { defineEvent } from '../../kernel/events.ts';
import type { PostStatus } from './post.ts';
import type { PreparedText } from './prepared-text.ts';

/** A text of a post together with what it may show of other posts. */
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

/** Emitted before a text is stored. The follower that knows what the text shows sets `expansion`. */
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
    /** Whether the caller checked who may write the scripts in the content. */
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
