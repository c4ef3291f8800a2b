import type { Generated } from 'kysely';

// A CHECK of the table allows the values of each union, so rows need no cast.

/** Milliseconds since 1970 in UTC. */
export type Millis = number;
/** 0 or 1: both databases store flags as small integers. */
export type Flag = 0 | 1;
/** JSON, written and parsed only by readers and writers. */
export type JsonText = string;

export interface PostTable {
  id: Generated<number>;
  type: string;
  status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash' | 'auto-draft' | 'inherit';
  /** Status before a post was trashed; empty otherwise. */
  trashed_status: Generated<'' | Exclude<PostTable['status'], 'trash'>>;
  slug: string;
  author_id: number;
  parent_id: number;
  menu_order: number;
  /** Time of (scheduled) publication; 0 for a draft without a date. */
  published_at: Millis;
  modified_at: Millis;
  created_at: Millis;
  /** Incremented by each save; stale saves are refused. */
  revision: number;
  sticky: Flag;
  format:
    | 'standard'
    | 'aside'
    | 'chat'
    | 'gallery'
    | 'link'
    | 'image'
    | 'quote'
    | 'status'
    | 'video'
    | 'audio';
  comment_status: 'open' | 'closed';
  ping_status: 'open' | 'closed';
  comment_count: number;
  view_count: number;
  featured_media_id: number;
  mime_type: string;
  password: string;
  guid: string;
  /** Four random keys for random lists (design, section 9). */
  rnd1: number;
  rnd2: number;
  rnd3: number;
  rnd4: number;
  title: string;
  excerpt: string;
  content: string;
  /** The text with its synced patterns and bound meta, for search and excerpts; null if it has neither. */
  expanded: string | null;
  /** Oldest of its revisions with known content: an earlier one was deleted. 0: all are known. */
  known_revision: Generated<number>;
  /** Beginning of the text in plain words (`lib/markup/opening-words.ts`); null: not computed yet. */
  opening: string | null;
}

export interface PostPatternTable {
  post_id: number;
  /** 0: none; the post has not been read yet. */
  pattern_id: number;
  /** Revision of the pattern as read; 0: it was missing; -1: it must be read, and the post re-indexed. */
  version: number;
}

export interface PostMetaTable {
  id: Generated<number>;
  post_id: number;
  key: string;
  value: string;
}

export interface TermRelationshipTable {
  post_id: number;
  term_id: number;
  position: number;
}

/** Index of lists: public posts by their terms and those terms' ancestors. */
export interface PostTermTable {
  term_id: number;
  post_type: string;
  published_at: Millis;
  post_id: number;
}

/** Authors of a post in addition to `post.author_id`, with the sort columns of author archives. Posts by one author have no row. */
export interface BylineTable {
  post_id: number;
  user_id: number;
  /** From 1, after the first author. */
  position: number;
  post_type: string;
  published_at: Millis;
  listed: Flag;
}

/** HTML blocks with scripts written by a user with `unfiltered_html`; no other scripts in a post run. */
export interface ScriptBlockTable {
  post_id: number;
  /** SHA-256 of the block's HTML, in base64url. */
  key: string;
  noted_at: Millis;
}

export interface SharedDraftTable {
  post_id: number;
  key_hash: string;
  /** 0: the command line, or a deleted account. */
  shared_by: number;
  created_at: Millis;
}

export interface FrontPinTable {
  post_id: number;
  /** Order of all pins, from 1. */
  place: number;
  /** `lead`, or `category:ID` for a band. */
  area: Generated<string>;
  /** 0: never. */
  ends_at: Generated<Millis>;
  /** Shown on the front page instead of the title; empty: the title. */
  headline: Generated<string>;
  /** Shown on the front page instead of the featured image; 0: the featured image. */
  media_id: Generated<number>;
}

/** One row, with the id 1, once the front page was arranged. */
export interface FrontStateTable {
  id: number;
  /** Incremented by each change of the pins or the breaking line. */
  revision: number;
  /** Plain text; empty: no breaking line. */
  breaking_text: string;
  breaking_url: string;
  /** 0: never. */
  breaking_ends_at: Millis;
}

/** Users who have the front page desk open. */
export interface FrontEditorTable {
  user_id: number;
  since: Millis;
  seen_at: Millis;
}

/** Rendered content of a post, once per revision. */
export interface PostRenderTable {
  post_id: number;
  /** Revision, pipeline version and site URL; another key requires a new render. */
  render_key: string;
  document: JsonText;
}

export interface PostDigestTable {
  post_id: number;
  /** Revision, digest version and size of the site; another key requires a new digest. */
  digest_key: string;
  words: string;
}

export interface PostRelatedTable {
  post_id: number;
  /** Revision and ranking version; another key requires a new ranking. */
  ranking_key: string;
  ranked_at: Millis;
  /** A list of `[id, score]`. */
  ranking: JsonText;
}

export interface RevisionTable {
  id: Generated<number>;
  post_id: number;
  author_id: number;
  kind: 'revision' | 'autosave';
  title: string;
  excerpt: string;
  content: string;
  created_at: Millis;
  /** Revision of the post with these texts; of an autosave the one it is based on, or 0 once its author stored another text. 0: unknown. */
  post_revision: Generated<number>;
  /** Editor window of an autosave; '': unknown. */
  window_id: Generated<string>;
  /** Footnotes of the text as JSON; '': none; null: unknown. */
  footnotes: string | null;
  /** Values of custom fields as JSON; null: unknown, or the type has no fields. */
  field_values: string | null;
}

export interface OldSlugTable {
  slug: string;
  post_id: number;
}

export interface CounterTable {
  key: string;
  value: number;
}

export interface MediaTable {
  post_id: number;
  /** Path below the uploads folder, `2026/11/name.jpg`; empty if the file was never imported. */
  file: string;
  /** URL on the exporting site; empty for uploads. */
  source_url: string;
  width: number;
  height: number;
  bytes: number;
  alt: string;
  /** Focal point in thousandths of width and height. */
  focal_x: number;
  focal_y: number;
  /** Dominant colour as `#rrggbb`, or empty. */
  color: string;
  /** `{[size]: {file, width, height, mime}}` */
  sizes: JsonText;
  version: Generated<number>;
  /** Whether a user set the focal point; otherwise it can be recomputed. */
  focus_given: Generated<Flag>;
  /** MD5 of the original file in hexadecimal digits; empty: not computed. */
  content_hash: Generated<string>;
  edition: Generated<number>;
}

/** File references in a post's text: `#12` for an attachment's id, a path below the uploads folder, `+` for the post's own attachments. */
export interface MediaMentionTable {
  post_id: number;
  name: string;
}

/** Attachments shown by a text in `post_render`, with their versions at that time. */
export interface PostRenderMediaTable {
  post_id: number;
  media_id: number;
  /** Version of the media row plus revision of its post. */
  version: number;
}

/** Maps an FTS row to its post, with all data for ranking, so that no post is read. */
export interface PostSearchKeyTable {
  /** Second of publication, or the next free one: the newest matches are found first. */
  search_key: number;
  post_id: number;
  type: string;
  title: string;
}

/** Users who have a text open for editing; a row may be outdated (`modules/posts/lock-store.ts`). */
export interface PostLockTable {
  post_id: number;
  user_id: number;
  /** Id of the editor window; empty: not known yet. */
  window_id: string;
  since: Millis;
  /** Time of the last sign of life of the user's windows. */
  seen_at: Millis;
  /** User who requests the lock; 0: none. */
  asker_id: number;
  asked_at: Millis;
  /** User whose request was refused last; 0: none. */
  refused_id: number;
  /** 1: the requesting user gets the lock with the owner's next message, without consent. */
  claimed: Generated<number>;
}

/** Problems of a published post, found in the background. Posts without problems have no row. */
export interface PostFindingTable {
  post_id: number;
  checked_at: Millis;
  /** Pictures without alternative text. */
  picture_count: number;
  /** Links to pages of this site that don't exist. */
  link_count: number;
  /** The first of both (`modules/findings/store.ts`). */
  details: JsonText;
}
