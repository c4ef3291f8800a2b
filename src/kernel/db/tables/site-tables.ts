import type { Generated } from 'kysely';
import type { Flag, JsonText, Millis } from './post-tables.ts';

export interface TermTable {
  id: Generated<number>;
  taxonomy: string;
  slug: string;
  name: string;
  /** What the name is put in order and searched by (`nameKey`). */
  name_key: string;
  description: string;
  parent_id: number;
  /** Listed posts given this very term; counts with the terms below are in `counter`. */
  count: number;
  /** Counts changes; a stale save names an older one and is refused. */
  revision: Generated<number>;
}

export interface TermMetaTable {
  id: Generated<number>;
  term_id: number;
  key: string;
  value: string;
}

export interface UserTable {
  id: Generated<number>;
  login: string;
  email: string;
  /** argon2id hash; empty: can't sign in by password. */
  password_hash: string;
  /** Public name in addresses: `/author/{slug}/`. */
  slug: string;
  display_name: string;
  url: string;
  bio: string;
  /** Role names. */
  roles: JsonText;
  created_at: Millis;
  /** Counts changes; a stale save names an older one and is refused. */
  revision: Generated<number>;
  /** Path of a file of `portrait-maker.ts` below the uploads folder; empty: none. */
  portrait: Generated<string>;
  /** Addresses elsewhere, in the order of their owner. */
  links: Generated<JsonText>;
}

export interface UserMetaTable {
  id: Generated<number>;
  user_id: number;
  key: string;
  value: string;
}

export interface SessionTable {
  /** Hash of the token that the browser shows. */
  id: string;
  user_id: number;
  created_at: Millis;
  expires_at: Millis;
  /** Milliseconds that it goes on for from when it is used. */
  lasts_ms: Generated<number>;
  /** A hash of what its owner could do when it was opened (`rightsOf`): with other rights it goes on under another token. */
  rights: Generated<string>;
  /** Id of the one that it goes on from, with other rights and another token; '' for most. */
  former: Generated<string>;
  /** Where it was opened, and by what. */
  ip: Generated<string>;
  user_agent: Generated<string>;
}

/** Links that let somebody do one thing, once. */
export interface AccountTokenTable {
  /** Hash of what the link says. */
  id: string;
  kind: string;
  /** 0: for somebody who has no account yet. */
  user_id: number;
  /** JSON. */
  data: Generated<string>;
  created_at: Millis;
  expires_at: Millis;
}

/** Passwords that people give to programs. */
export interface ApplicationPasswordTable {
  /** A UUID. */
  id: string;
  /** Of the password. */
  hash: string;
  user_id: number;
  /** A UUID that the program has for itself; empty: none. */
  app_id: Generated<string>;
  name: string;
  created_at: Millis;
  /** 0: never. */
  used_at: Generated<Millis>;
  used_ip: Generated<string>;
}

/** The app that makes codes for somebody. */
export interface SecondFactorTable {
  user_id: number;
  /** What codes are made from, encrypted with the site's secret. */
  secret: string;
  /** The half minute of the last code that was taken: none is good twice. */
  step: number;
  created_at: Millis;
}

/** Codes for who has lost that app, each good once. */
export interface RecoveryCodeTable {
  /** Of user and code. */
  hash: string;
  user_id: number;
}

/** Keys that people's machines keep. */
export interface PasskeyTable {
  /** As the machine names it, base64url. */
  credential: string;
  user_id: number;
  /** The account as machines know it. */
  handle: string;
  /** COSE, base64url. */
  public_key: string;
  /** Uses that the machine has counted. */
  counter: number;
  /** How browsers reach it: names. */
  transports: JsonText;
  name: string;
  created_at: Millis;
  /** 0: never. */
  used_at: Generated<Millis>;
}

export interface RoleTable {
  name: string;
  label: string;
  /** Capability names. */
  capabilities: JsonText;
}

export interface CommentTable {
  id: Generated<number>;
  post_id: number;
  parent_id: number;
  /** The first comment of its thread (its own id for that one). */
  thread_id: number;
  user_id: number;
  status: 'approved' | 'hold' | 'spam' | 'trash';
  type: 'comment' | 'pingback' | 'trackback';
  author_name: string;
  author_email: string;
  author_url: string;
  author_ip: string;
  created_at: Millis;
  content: string;
  /** 1: who wrote the post has not heard of it yet. */
  is_untold: Generated<number>;
}

/** What a reader says is wrong with a comment. */
export interface CommentReportTable {
  id: Generated<number>;
  comment_id: number;
  post_id: number;
  /** 0 for visitors. */
  user_id: number;
  /** A signature of the account or the address that it comes from: one report of each. */
  reporter: string;
  reason: 'spam' | 'insult' | 'other';
  text: string;
  created_at: Millis;
  /** 1: a moderator has kept the comment since. */
  is_dismissed: Generated<number>;
}

/** Captcha passes that let a comment in; each works once. */
export interface UsedPassTable {
  nonce: string;
  /** From then on the pass itself is refused, and the row may go. */
  expires_at: Millis;
}

/** Work that is done behind the site, by whichever process has time. What has no row is done. */
export interface JobTable {
  id: Generated<number>;
  kind: string;
  /** Names the job among those of its kind. */
  key: string;
  /** What it is about, as the schema of its kind says. */
  payload: JsonText;
  /** Of those that are due at one time the lowest goes first. */
  priority: Generated<number>;
  /** Times that a process took it up. */
  attempts: Generated<number>;
  /** Times in a row that a process took it up and neither finished nor said why not: it ended. */
  unfinished: Generated<number>;
  /** When it may be taken up, or when a claim of it lapses; 0: not again by itself. */
  due_at: Millis;
  /** Names the process that has it; empty: nobody. */
  claim: Generated<string>;
  /** Why the last attempt failed; empty: none did. */
  reason: Generated<string>;
  /** When it failed for good; 0: it has not. */
  failed_at: Generated<Millis>;
  created_at: Millis;
}

/** A phrase that was searched for on a day. */
export interface SearchedPhraseTable {
  /** Days since 1970. */
  day: number;
  /** Folded. */
  phrase: string;
  /** As most of its askers wrote it. */
  shown: string;
  /** How many more wrote it so than otherwise. */
  votes: number;
  /** Different askers. */
  askers: number;
  seen_at: Millis;
}

/** Who searched for what today. */
export interface SearchedAskerTable {
  day: number;
  /** Hash of an address under the key of the day. */
  asker: string;
  phrase: string;
}

/** The key of a day. */
export interface SearchedDayTable {
  day: number;
  secret: string;
}

/** A feed of another site that pages show. */
export interface FeedTable {
  url: string;
  /** The newest copy; `[]` before the first. */
  items: JsonText;
  /** When it was fetched or refused; 0: never. */
  fetched_at: Millis;
  /** When a page last had it fetched. */
  asked_at: Millis;
  /** Why the last fetch failed; empty: it did not. */
  fault: Generated<string>;
}

/** A browser that is told of new articles. */
export interface PushSubscriptionTable {
  id: Generated<number>;
  /** Address at the browser's push service; who knows it may send there. */
  endpoint: string;
  /** The browser's public key and secret, base64url. */
  p256dh: string;
  auth: string;
  /** The site as it was addressed when its reader subscribed. A copy of the database at another address tells nobody. */
  site_url: string;
  created_at: Millis;
  /** Number of the last message that is settled for it: delivered, refused or too late. */
  told: number;
  /** When it may be taken up, or when a claim of it lapses. */
  due_at: Generated<Millis>;
  /** Names those who are told together by one process; empty: nobody. */
  claim: Generated<string>;
  /** Failures since something was delivered, and when the first of them was; 0: none. */
  attempts: Generated<number>;
  failing_since: Generated<Millis>;
}

/** An article that subscribers are told of, once and for all. */
export interface PushMessageTable {
  /** Counts messages; higher than every `told` when it was given. */
  number: number;
  post_id: number;
  created_at: Millis;
}

export interface MenuTable {
  id: Generated<number>;
  slug: string;
  name: string;
  /** Counts changes of the menu and its items; a stale save names an older one and is refused. */
  revision: Generated<number>;
}

export interface MenuLocationTable {
  location: string;
  menu_id: number;
}

export interface MenuItemTable {
  id: Generated<number>;
  menu_id: number;
  parent_id: number;
  position: number;
  /** As WordPress names them. */
  type: 'custom' | 'post_type' | 'taxonomy';
  /** Post type or taxonomy. */
  object: string;
  object_id: number;
  url: string;
  label: string;
  title_attribute: string;
  target: string;
  rel: string;
  classes: string;
  description: string;
  mega_kind: '' | 'page' | 'category';
  mega_id: number;
}

export interface SettingTable {
  key: string;
  value: JsonText;
  updated_at: Millis;
}

export interface RedirectTable {
  id: Generated<number>;
  /** Path, with its query when that matters. */
  source: string;
  target: string;
  status: 301 | 302 | 307 | 308 | 410;
  created_at: Millis;
  /** Counts changes; a stale save names an older one and is refused. */
  revision: Generated<number>;
}

/** Documents that lay pages out: templates, headers, footers, mobile variants. */
export interface TemplateTable {
  id: Generated<number>;
  /** The fifteen template types of pages, and what pages share. */
  type:
    | 'single'
    | 'category'
    | 'author'
    | 'tag'
    | '404'
    | 'date'
    | 'search'
    | 'attachment'
    | 'page'
    | 'woo_product'
    | 'woo_archive'
    | 'woo_search_archive'
    | 'woo_shop_base'
    | 'cpt'
    | 'cpt_tax'
    | 'home'
    | 'header'
    | 'footer';
  title: string;
  content: string;
  /** 1: meant for phones, only reachable through another template's `mobile_template_id`. */
  is_mobile: Flag;
  mobile_template_id: number;
  header_id: number;
  footer_id: number;
  revision: number;
  created_at: Millis;
  updated_at: Millis;
}

/** What a template said at one time. */
export interface TemplateRevisionTable {
  id: Generated<number>;
  template_id: number;
  /** 0: nobody with an account. */
  author_id: number;
  title: string;
  content: string;
  created_at: Millis;
}

/** A change of a template or of an assignment, as it can be undone. */
export interface TemplateChangeTable {
  id: Generated<number>;
  /** Of pages, as assignments name it; of a template its type. */
  kind: string;
  /** The item of an assignment; 0: the kind, or a template. */
  item_id: number;
  /** 0: an assignment that was taken away. */
  template_id: number;
  action: 'create' | 'update' | 'delete' | 'assign';
  /** What the template was called. */
  title: string;
  /** 0: nobody with an account, or who has none any more. */
  user_id: number;
  created_at: Millis;
  /** The change that this one took back; 0: none. */
  undoes_id: number;
  /** `ChangeState` (modules/templates/changes.ts). */
  before: JsonText;
  after: JsonText;
}

/** What a template was used for when it was deleted. */
export interface TemplateChangeUseTable {
  change_id: number;
  kind: string;
  /** 0: it was the global one. */
  item_id: number;
}

/** Which template an item, or a whole kind, uses. */
export interface TemplateAssignmentTable {
  /** Template type, with the type or taxonomy name for custom ones: `single`, `cpt:book`. */
  kind: string;
  /** Item id; 0 for the global template of the kind. */
  item_id: number;
  template_id: number;
}

/** Who changed what, the last ten thousand times. */
export interface ActivityTable {
  id: Generated<number>;
  at: Millis;
  user_id: number;
  /** Public name at that time: the account may be gone. */
  user_name: string;
  verb: 'create' | 'update' | 'trash' | 'restore' | 'delete' | 'import';
  kind:
    | 'post'
    | 'term'
    | 'menu'
    | 'user'
    | 'setting'
    | 'template'
    | 'redirect'
    | 'front'
    | 'comment'
    | 'job'
    | 'site';
  item_id: number;
  summary: string;
  came_from: Generated<'site' | 'cli' | 'import'>;
}

/** Tags that committed writers emitted, for other processes. */
export interface InvalidationTable {
  id: Generated<number>;
  /** The process that emitted them. */
  origin: string;
  /** `Emission[]` (content/invalidation). */
  emissions: JsonText;
  created_at: Millis;
}

/** What an import made of each item, so that a second run changes nothing. */
export interface ImportItemTable {
  /** The exporter's site address. */
  source: string;
  kind: 'site' | 'user' | 'term' | 'post' | 'revision' | 'comment' | 'menu' | 'template';
  external_id: string;
  local_id: number;
  /** Fingerprints of the versions taken in, newest last; `~` before them while references wait for things that have not come. */
  hash: string;
  /** What stood here after it was taken in (content/imports/ledger); something else now means that it was edited here. Empty: not known. */
  state: Generated<string>;
}

export interface SchemaVersionTable {
  id: number;
  name: string;
  applied_at: Millis;
}
