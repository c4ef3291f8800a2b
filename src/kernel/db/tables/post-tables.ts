import type { Generated } from 'kysely';

// A CHECK of the table allows the values of each union, so rows need no cast.

/** Milliseconds since 1970 in UTC. */
export type Millis = number;
/** 0 or 1: both databases store flags as small integers. */
export type Flag = 0 | 1;
/** JSON as text, written and read by the content readers and writers only. */
export type JsonText = string;

/** Posts of every type: posts, pages, attachments, custom types. */
export interface PostTable {
  id: Generated<number>;
  type: string;
  status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash' | 'auto-draft' | 'inherit';
  /** Of what is in the trash: its status before; empty: it is not there. */
  trashed_status: Generated<'' | Exclude<PostTable['status'], 'trash'>>;
  slug: string;
  author_id: number;
  parent_id: number;
  menu_order: number;
  /** When it was or will be published; 0 for a draft without a date. */
  published_at: Millis;
  modified_at: Millis;
  created_at: Millis;
  /** Counts saves; a stale save names an older one and is refused. */
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
  /** Four random keys that random lists walk (design, section 9). */
  rnd1: number;
  rnd2: number;
  rnd3: number;
  rnd4: number;
  title: string;
  excerpt: string;
  content: string;
  /** The text with what its synced patterns hold and the meta that it binds, for what reads words; null where it has neither. */
  expanded: string | null;
  /** Of its own revisions the first of which it can be told what it said: of those before, one was deleted. 0: of all. */
  known_revision: Generated<number>;
  /** How the text begins, in plain words (`lib/markup/opening-words.ts`); null: it is yet to be noted. */
  opening: string | null;
}

/** Which synced patterns a text holds, those in its patterns included. */
export interface PostPatternTable {
  post_id: number;
  /** 0: none; the post is yet to be read. */
  pattern_id: number;
  /** Revision of the pattern that was read; 0: there was none; -1: it is yet to be read, and the index to be given the post’s words. */
  version: number;
}

export interface PostMetaTable {
  id: Generated<number>;
  post_id: number;
  key: string;
  value: string;
}

/** Which terms were given to a post, in the order they were given. */
export interface TermRelationshipTable {
  post_id: number;
  term_id: number;
  position: number;
}

/** Listing key: public posts under each of their terms and those terms' ancestors. */
export interface PostTermTable {
  term_id: number;
  post_type: string;
  published_at: Millis;
  post_id: number;
}

/** Who wrote a post beside `post.author_id`, with what an author's list is sorted by. A post by one author has no row. */
export interface BylineTable {
  post_id: number;
  user_id: number;
  /** Place in the byline; the first of these is 1. */
  position: number;
  post_type: string;
  published_at: Millis;
  /** Whether lists show the post. */
  listed: Flag;
}

/** HTML blocks with scripts that somebody with `unfiltered_html` wrote into a post: of all others nothing runs. */
export interface ScriptBlockTable {
  post_id: number;
  /** SHA-256 of the block's HTML, in base64url. */
  key: string;
  noted_at: Millis;
}

/** Links by which outsiders read drafts. */
export interface SharedDraftTable {
  post_id: number;
  /** Of what the link says. */
  key_hash: string;
  /** 0: by command line, or by somebody who is gone. */
  shared_by: number;
  created_at: Millis;
}

/** Posts that editors pinned to the lead package of the front page. */
export interface FrontPinTable {
  post_id: number;
  /** 1 for the first. */
  place: number;
}

/** Post content after the content pipeline, once per revision. */
export interface PostRenderTable {
  post_id: number;
  /** Names revision, pipeline version and site address; another key means: render again. */
  render_key: string;
  /** The compiled document (see blocks/document). */
  document: JsonText;
}

/** What a post is about: the words that stand out in it. */
export interface PostDigestTable {
  post_id: number;
  /** Names revision, way of counting and size of the site; another key means: count again. */
  digest_key: string;
  /** Beginnings of words, each followed by how often it occurs. */
  words: string;
}

/** The posts that are most like a post, best first. */
export interface PostRelatedTable {
  post_id: number;
  /** Names revision and way of ranking; another key means: rank again. */
  ranking_key: string;
  ranked_at: Millis;
  /** `[id, score]` of each. */
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
  /** The revision of the post that these texts are; of an autosave the one that it began from, 0 once who wrote it stored another text. 0: nobody knows. */
  post_revision: Generated<number>;
  /** Of an autosave the window in which it was typed; '': nobody knows. */
  window_id: Generated<string>;
  /** Of the text, as JSON; '': it has none. Null: it is not known. */
  footnotes: string | null;
}

/** Slugs that a post had before; they redirect to it. */
export interface OldSlugTable {
  slug: string;
  post_id: number;
}

/** Maintained counts, such as `posts:post` (public posts of a type). */
export interface CounterTable {
  key: string;
  value: number;
}

/** An attachment's file. */
export interface MediaTable {
  post_id: number;
  /** Path below the uploads folder, `2026/11/name.jpg`; empty when the file never reached us. */
  file: string;
  /** Where the exporter had it; empty for our own uploads. */
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
  /** Counts changes of this row. */
  version: Generated<number>;
  /** Whether somebody chose the focal point; otherwise it may be found anew. */
  focus_given: Generated<Flag>;
  /** MD5 of the file as it came in, in hexadecimal digits; empty: not looked at. */
  content_hash: Generated<string>;
  /** How often another file was put in its place. */
  edition: Generated<number>;
}

/** What texts of a post say of files: `#12` for an attachment's id, a path below the uploads folder, `+` for those that belong to the post. */
export interface MediaMentionTable {
  post_id: number;
  name: string;
}

/** Which attachments a text in `post_render` shows, and what they were then. */
export interface PostRenderMediaTable {
  post_id: number;
  media_id: number;
  /** Version of the media row and revision of its post, added. */
  version: number;
}

/** Maps an FTS row to its post, with what ranking needs, so that it reads no post. */
export interface PostSearchKeyTable {
  /** Second of publication, or the next free one: the newest matches are found first. */
  search_key: number;
  post_id: number;
  type: string;
  title: string;
}

/** Who has a text open to write in it; a row outlives its meaning (`posts/lock.ts`). */
export interface PostLockTable {
  post_id: number;
  user_id: number;
  /** What the window calls itself; empty: none of theirs has said so yet. */
  window_id: string;
  since: Millis;
  /** When a window of theirs was heard of last. */
  seen_at: Millis;
  /** Who asks for it; 0: nobody. */
  asker_id: number;
  asked_at: Millis;
  /** Who was told no last; 0: nobody. */
  refused_id: number;
  /** 1: who asks gets it with the next word of who has it, whatever they want. */
  claimed: Generated<number>;
}
