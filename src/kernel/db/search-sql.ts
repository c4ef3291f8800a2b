import type { RawBuilder } from 'kysely';

/** What a full-text index is asked: a token, or the tokens that begin with it, combined. Tokens hold no ASCII character but letters and digits. */
export type SearchExpression =
  | { readonly token: string; readonly prefix?: boolean }
  | { readonly all: readonly SearchExpression[] }
  | { readonly any: readonly SearchExpression[] };

/** `words`: words, titles and types of posts. `grams`: pieces of title words, for typing mistakes. */
export type SearchIndex = 'words' | 'grams';

export type SearchTokens = Readonly<Record<SearchIndex, readonly string[]>>;

export interface SearchHit {
  readonly search_key: number;
  readonly post_id: number;
  readonly title: string;
  readonly type: string;
}

/** All words that the index is to have of a post, those of its title included. */
export interface RewrittenWords {
  readonly postId: number;
  readonly words: readonly string[];
}

/** How one database keeps and asks its full-text index; both get ready-made tokens, so that both find the same. */
export interface SearchSql {
  readonly create: readonly string[];
  /** What `spellings` reads, since schema version 10; empty where there is nothing to make. */
  readonly createSpellings: readonly string[];
  /** Empties the index. */
  readonly clear: readonly string[];
  /**
   * Statements to run in order. The first one returns the key when it was free, and nothing when it was taken: then nothing was written, and the others must
   * not run.
   */
  insert(
    entry: SearchHit,
    tokens: SearchTokens,
  ): readonly [RawBuilder<{ search_key: number }>, ...RawBuilder<unknown>[]];
  /** Gives posts other words; titles and types stay. Statements to run in order; they do nothing for posts that the index does not hold. */
  rewrite(entries: readonly RewrittenWords[]): readonly RawBuilder<unknown>[];
  /** Statements to run in order; they do nothing when the index does not hold the post. */
  remove(postId: number): readonly RawBuilder<unknown>[];
  /**
   * The tokens of an index that begin with `beginning`, in order, at most `limit`: where a database is slow with beginnings of that length, and quick with the
   * tokens themselves. Undefined where it is quick with the beginning.
   */
  spellings(
    index: SearchIndex,
    beginning: string,
    limit: number,
  ): RawBuilder<{ readonly token: string }> | undefined;
  /**
   * The newest posts of these types that match. `few`: matches are a small part of all posts, so finding them all first is quick (and walking all posts is
   * not).
   */
  match(
    index: SearchIndex,
    expression: SearchExpression,
    types: readonly string[],
    limit: number,
    few: boolean,
  ): RawBuilder<SearchHit>;
}
