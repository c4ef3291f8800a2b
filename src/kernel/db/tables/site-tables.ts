import type { Generated } from 'kysely';
import type { Flag, JsonText, Millis } from './post-tables.ts';

export interface TermTable {
  id: Generated<number>;
  taxonomy: string;
  slug: string;
  name: string;
  /** Folded name for sorting and search (`nameKey`). */
  name_key: string;
  description: string;
  parent_id: number;
  /** Listed posts with this very term; counts including descendants are in `counter`. */
  count: number;
  /** Incremented by each change; stale saves are refused. */
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
  /** argon2id hash; empty: no password login. */
  password_hash: string;
  slug: string;
  display_name: string;
  url: string;
  bio: string;
  roles: JsonText;
  created_at: Millis;
  /** Incremented by each change; stale saves are refused. */
  revision: Generated<number>;
  /** Path of an uploaded portrait below the uploads folder; empty: none. */
  portrait: Generated<string>;
  links: Generated<JsonText>;
}

export interface UserMetaTable {
  id: Generated<number>;
  user_id: number;
  key: string;
  value: string;
}

export interface SessionTable {
  /** Hash of the cookie's token. */
  id: string;
  user_id: number;
  created_at: Millis;
  expires_at: Millis;
  lasts_ms: Generated<number>;
  /** Hash of its owner's capabilities when it was opened (`rightsOf`): with others it gets a new token. */
  rights: Generated<string>;
  /** Id of the session that this one continues with a new token; '' for most. */
  former: Generated<string>;
  ip: Generated<string>;
  user_agent: Generated<string>;
  /** Until when it may do sensitive things (`Permission.isSensitive`); 0: its user has not proven their identity again. */
  proven_until: Generated<number>;
}

export interface AccountTokenTable {
  /** Hash of the link's token. */
  id: string;
  kind: string;
  /** 0: no account yet. */
  user_id: number;
  data: Generated<string>;
  created_at: Millis;
  expires_at: Millis;
}

export interface ApplicationPasswordTable {
  id: string;
  hash: string;
  user_id: number;
  /** UUID that the program identifies itself with; empty: none. */
  app_id: Generated<string>;
  name: string;
  created_at: Millis;
  /** 0: never. */
  used_at: Generated<Millis>;
  used_ip: Generated<string>;
}

/** A user's authenticator app (TOTP). */
export interface SecondFactorTable {
  user_id: number;
  /** TOTP secret, encrypted with the site's secret. */
  secret: string;
  /** Time step (30 s) of the last accepted code: no code is valid twice. */
  step: number;
  created_at: Millis;
}

export interface RecoveryCodeTable {
  hash: string;
  user_id: number;
}

export interface PasskeyTable {
  /** Credential id, base64url. */
  credential: string;
  user_id: number;
  /** User handle (WebAuthn). */
  handle: string;
  /** COSE, base64url. */
  public_key: string;
  counter: number;
  transports: JsonText;
  name: string;
  created_at: Millis;
  /** 0: never. */
  used_at: Generated<Millis>;
}

export interface RoleTable {
  name: string;
  label: string;
  capabilities: JsonText;
}

export interface CommentTable {
  id: Generated<number>;
  post_id: number;
  parent_id: number;
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
  /** 1: the post's authors have not been notified yet. */
  is_untold: Generated<number>;
}

export interface CommentReportTable {
  id: Generated<number>;
  comment_id: number;
  post_id: number;
  user_id: number;
  /** HMAC of the reporting account or address, which is limited to one report. */
  reporter: string;
  reason: 'spam' | 'insult' | 'other';
  text: string;
  created_at: Millis;
  /** 1: a moderator has dismissed it. */
  is_dismissed: Generated<number>;
}

/** Captcha passes that admitted a comment; each is valid once. */
export interface UsedPassTable {
  nonce: string;
  /** Expiry of the pass; the row can be deleted afterwards. */
  expires_at: Millis;
}

/** Background jobs, run by any process. Completed jobs have no row. */
export interface JobTable {
  id: Generated<number>;
  kind: string;
  /** Unique within the kind. */
  key: string;
  payload: JsonText;
  /** Among due jobs the lowest value runs first. */
  priority: Generated<number>;
  attempts: Generated<number>;
  /** Consecutive claims whose process died without finishing or failing the job. */
  unfinished: Generated<number>;
  /** Time when it is due or its claim lapses; 0: only on a manual retry. */
  due_at: Millis;
  /** Claim of the current process; empty: none. */
  claim: Generated<string>;
  reason: Generated<string>;
  /** Time of the final failure; 0: not failed. */
  failed_at: Generated<Millis>;
  created_at: Millis;
}

export interface SearchedPhraseTable {
  day: number;
  phrase: string;
  shown: string;
  /** Majority of that spelling over others. */
  votes: number;
  askers: number;
  seen_at: Millis;
}

export interface SearchedAskerTable {
  day: number;
  /** Hash of the address with the day's key. */
  asker: string;
  phrase: string;
}

export interface SearchedDayTable {
  day: number;
  secret: string;
}

export interface FeedTable {
  url: string;
  /** The newest copy; `[]` before the first one. */
  items: JsonText;
  /** Time of the last fetch or its refusal; 0: never. */
  fetched_at: Millis;
  asked_at: Millis;
  /** Error of the last fetch; empty: none. */
  fault: Generated<string>;
}

export interface PushSubscriptionTable {
  id: Generated<number>;
  /** URL at the push service; a caller who knows it can send messages to it. */
  endpoint: string;
  /** The browser's public key and secret, base64url. */
  p256dh: string;
  auth: string;
  /** The site's URL at the time of the subscription. A copy of the database at another URL sends nothing. */
  site_url: string;
  created_at: Millis;
  /** Number of the last settled message: delivered, refused or expired. */
  told: number;
  /** Time when it is due or its claim lapses. */
  due_at: Generated<Millis>;
  /** Claim of a batch by one process; empty: none. */
  claim: Generated<string>;
  /** Failures since the last delivery, and the time of the first one; 0: none. */
  attempts: Generated<number>;
  failing_since: Generated<Millis>;
  /** Primary language of the browser when it last registered, such as `de`; empty if unknown. */
  language: Generated<string>;
  /** Times of the last delivery and the last failure; 0: none. */
  delivered_at: Generated<Millis>;
  failed_at: Generated<Millis>;
}

export interface PushMessageTable {
  /** Sequence number; higher than every `told` when it was assigned. */
  number: number;
  /** The announced article; negative `note_id`: a message written by hand. Unique. */
  post_id: Generated<number>;
  created_at: Millis;
  /** The message written by hand; 0: an article. */
  note_id: Generated<number>;
  delivered_count: Generated<number>;
  /** Refused messages, and those to subscriptions that had ended. */
  failed_count: Generated<number>;
}

/** A push message written by hand. */
export interface PushNoteTable {
  id: Generated<number>;
  title: string;
  body: string;
  /** Path on this site. */
  url: string;
  /** URL of its picture, or empty. */
  image: string;
  due_at: Millis;
  created_at: Millis;
  /** `queued`: it has a number. */
  state: 'scheduled' | 'queued' | 'stopped';
}

export interface MenuTable {
  id: Generated<number>;
  slug: string;
  name: string;
  /** Incremented by each change of the menu or its items; stale saves are refused. */
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
  type: 'custom' | 'post_type' | 'taxonomy';
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
  /** Name of an icon in `lib/menu-icons.ts`, or empty. */
  icon: Generated<string>;
  badge: Generated<string>;
  /** Empty: everyone. */
  audience: Generated<'' | 'signed-in' | 'signed-out'>;
}

export interface SettingTable {
  key: string;
  value: JsonText;
  updated_at: Millis;
}

export interface RedirectTable {
  id: Generated<number>;
  /** Path, with a query if it matters. */
  source: string;
  target: string;
  status: 301 | 302 | 307 | 308 | 410;
  created_at: Millis;
  /** Incremented by each change; stale saves are refused. */
  revision: Generated<number>;
  /** Of a pattern: its source before `*`, percent-encoded; otherwise empty. */
  stem: Generated<string>;
}

/** Requests by readers for paths without a page, per day. */
export interface MissingPageTable {
  id: Generated<number>;
  /** Days since 1970, UTC. */
  day: number;
  path: string;
  count: number;
  seen_at: Millis;
}

export interface TemplateTable {
  id: Generated<number>;
  /** The fifteen template types of pages, and the shared parts. */
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
  /** 1: for phones, only used through another template's `mobile_template_id`. */
  is_mobile: Flag;
  mobile_template_id: number;
  header_id: number;
  footer_id: number;
  revision: number;
  created_at: Millis;
  updated_at: Millis;
}

export interface TemplateRevisionTable {
  id: Generated<number>;
  template_id: number;
  /** 0: no account. */
  author_id: number;
  title: string;
  content: string;
  created_at: Millis;
}

export interface TemplateChangeTable {
  id: Generated<number>;
  /** Page kind of an assignment, or a template's type. */
  kind: string;
  /** Item of an assignment; 0: the kind, or a template. */
  item_id: number;
  /** 0: a removed assignment. */
  template_id: number;
  action: 'create' | 'update' | 'delete' | 'assign';
  title: string;
  /** 0: no account, or a deleted one. */
  user_id: number;
  created_at: Millis;
  /** Id of the change that this one undid; 0: none. */
  undoes_id: number;
  /** `ChangeState` (modules/templates/changes.ts). */
  before: JsonText;
  after: JsonText;
}

export interface TemplateChangeUseTable {
  change_id: number;
  kind: string;
  /** 0: the global template of the kind. */
  item_id: number;
}

export interface TemplateAssignmentTable {
  /** Template type, with the type or taxonomy name for custom ones: `single`, `cpt:book`. */
  kind: string;
  /** Item id; 0 for the global template of the kind. */
  item_id: number;
  template_id: number;
}

export interface ActivityTable {
  id: Generated<number>;
  at: Millis;
  user_id: number;
  /** Public name at that time: the account may be gone. */
  user_name: string;
  verb: 'create' | 'update' | 'trash' | 'restore' | 'delete' | 'import' | 'login' | 'logout' | 'login-failed';
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
  /** JSON of `Activity.details`, or empty. */
  details: Generated<string>;
}

/** Failed log-ins by day and source; `address` is empty for sources beyond the maximum of a day. */
export interface LoginFailureTable {
  /** Days since 1970, UTC. */
  day: number;
  address: string;
  count: number;
  failed_at: Millis;
}

/** Last run of each queue, by its name. */
export interface TaskRunTable {
  name: string;
  ran_at: Millis;
  /** Last failure of the queue itself, and its error; 0 and empty: the last run succeeded. */
  failed_at: Generated<Millis>;
  reason: Generated<string>;
}

/** Emissions of committed transactions, for other processes. */
export interface InvalidationTable {
  id: Generated<number>;
  origin: string;
  /** Written by `encodeEmissions`. */
  emissions: JsonText;
  created_at: Millis;
}

/** Results of imports per item, so that a second run changes nothing. */
export interface ImportItemTable {
  /** The exporting site's URL. */
  source: string;
  kind: 'site' | 'user' | 'term' | 'post' | 'revision' | 'comment' | 'menu' | 'template';
  external_id: string;
  local_id: number;
  /** Fingerprints of the imported versions, newest last; prefixed by `~` while references to missing items are pending. */
  hash: string;
  /** State after the import (`modules/imports/ledger.ts`); a different current state means that it was edited here. Empty: unknown. */
  state: Generated<string>;
}

export interface SchemaVersionTable {
  id: number;
  name: string;
  applied_at: Millis;
}
