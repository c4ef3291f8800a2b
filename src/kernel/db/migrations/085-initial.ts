import type { Migration } from '../migration.ts';

type Steps = Migration['steps'];

const flag = [0, 1];
const openOrClosed = ['open', 'closed'];
const trashableStatuses = ['publish', 'future', 'draft', 'pending', 'private', 'auto-draft', 'inherit'];

const listed = `status = 'publish' and password = ''`;

function oneOf(column: string, values: readonly (string | number)[]): string {
  const literals = values.map((value) => (typeof value === 'number' ? value : `'${value}'`));
  return `${column} in (${literals.join(', ')})`;
}

/** CHECK constraint of a table's enum columns (decision 109). */
function knownValues(table: string, columns: Readonly<Record<string, readonly (string | number)[]>>): string {
  const checks = Object.entries(columns).map(([column, values]) => oneOf(column, values));
  return `constraint ${table}_words check (${checks.join(' and ')})`;
}

const postTable: Steps = ({ id, integer, key, text }) => [
  `create table post (
    id ${id}, type ${key}, status ${key}, slug ${key}, author_id ${integer} default 0,
    parent_id ${integer} default 0, menu_order ${integer} default 0, published_at ${integer} default 0,
    modified_at ${integer} default 0, created_at ${integer} default 0, revision ${integer} default 1,
    sticky ${integer} default 0, format ${key} default 'standard', comment_status ${key} default 'open',
    ping_status ${key} default 'closed', comment_count ${integer} default 0, view_count ${integer} default 0,
    featured_media_id ${integer} default 0, mime_type ${key} default '', password ${text} default '',
    guid ${key} default '', rnd1 ${integer} default 0, rnd2 ${integer} default 0, rnd3 ${integer} default 0,
    rnd4 ${integer} default 0, title ${text} default '', excerpt ${text} default '',
    content ${text} default '', expanded text, opening text,
    trashed_status ${key} default ''
      constraint post_trashed_status check (${oneOf('trashed_status', ['', ...trashableStatuses])}),
    known_revision ${integer} default 0,
    ${knownValues('post', {
      status: ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit'],
      format: ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'],
      comment_status: openOrClosed,
      ping_status: openOrClosed,
      sticky: flag,
    })})`,
  `create index post_listing on post (type, published_at, id) where ${listed}`,
  'create index post_status on post (type, status, published_at, id)',
  'create index post_slug on post (slug, type)',
  `create index post_author on post (author_id, type, published_at, id) where ${listed}`,
  'create index post_parent on post (parent_id, type, menu_order)',
  'create index post_schedule on post (status, published_at)',
  'create index post_sticky on post (published_at, id) where sticky = 1',
  `create index post_modified on post (type, modified_at, id) where ${listed}`,
  `create index post_comments on post (type, comment_count, id) where ${listed}`,
  `create index post_views on post (type, view_count, id) where ${listed}`,
  `create index post_sitemap on post (type, id) where ${listed}`,
  // `type` is a column and no condition: SQLite can't match a bound type with a partial index.
  ...[1, 2, 3, 4].map(
    (slot) => `create index post_random${slot} on post (type, rnd${slot}, id) where ${listed}`,
  ),
  'create index post_featured on post (featured_media_id) where featured_media_id > 0',
  `create index post_format on post (format, type, published_at, id)
    where ${listed} and format <> 'standard'`,
  // One expression, so that only the newsroom's list by title uses it; PostgreSQL can't index long text.
  `create index post_title on post ((type || '/' || status), substr(title, 1, 60), id)`,
  'create index post_written on post (author_id, type, id)',
  // Without `status` SQLite prefers `post_status` and reads every post.
  `create index post_behind_password on post (type, status, id) where status = 'publish' and password <> ''`,
];

const postDetails: Steps = ({ id, integer, key, text, clustered }) => [
  `create table post_meta (id ${id}, post_id ${integer}, key ${key}, value ${text})`,
  'create index post_meta_post on post_meta (post_id, key)',
  `create index post_meta_layout on post_meta (key, post_id)
    where key in ('_wp_page_template', 'full_screen_header') and value not in ('', 'default', '0')`,
  `create index post_meta_episode on post_meta (post_id) where key in ('enclosure', 'audio_file')`,
  `create index post_meta_channel on post_meta (key, post_id) where key like '%:enclosure'`,

  `create table byline (
    post_id ${integer}, user_id ${integer}, position ${integer}, post_type ${key}, published_at ${integer},
    listed ${integer}, primary key (post_id, user_id),
    ${knownValues('byline', { listed: flag })}) ${clustered}`,
  'create index byline_listing on byline (user_id, listed, post_type, published_at, post_id)',
  `create table front_pin (post_id ${integer} primary key, place ${integer})`,
  `create table old_slug (slug ${key}, post_id ${integer}, primary key (slug, post_id)) ${clustered}`,
  `create table post_pattern (
    post_id ${integer}, pattern_id ${integer}, version ${integer},
    primary key (post_id, pattern_id)) ${clustered}`,
  'create index post_pattern_pattern on post_pattern (pattern_id, post_id)',

  `create table post_render (post_id ${integer} primary key, render_key ${key}, document ${text})`,
  `create table post_render_media (
    post_id ${integer}, media_id ${integer}, version ${integer},
    primary key (post_id, media_id)) ${clustered}`,
  `create table post_digest (post_id ${integer} primary key, digest_key ${key}, words ${text})`,
  `create table post_related (
    post_id ${integer} primary key, ranking_key ${key}, ranked_at ${integer}, ranking ${text})`,

  `create table revision (
    id ${id}, post_id ${integer}, author_id ${integer}, kind ${key}, title ${text}, excerpt ${text},
    content ${text}, created_at ${integer}, post_revision ${integer} default 0, window_id ${key} default '',
    footnotes text, ${knownValues('revision', { kind: ['revision', 'autosave'] })})`,
  'create index revision_post on revision (post_id, created_at)',
  `create table post_lock (
    post_id ${integer} primary key, user_id ${integer}, window_id ${key}, since ${integer},
    seen_at ${integer}, asker_id ${integer}, asked_at ${integer}, refused_id ${integer},
    claimed ${integer} default 0)`,
  `create table script_block (
    post_id ${integer}, key ${key}, noted_at ${integer}, primary key (post_id, key)) ${clustered}`,
  `create table shared_draft (
    post_id ${integer} primary key, key_hash ${key}, shared_by ${integer}, created_at ${integer})`,
];

const media: Steps = ({ integer, key, text, clustered }) => [
  `create table media (
    post_id ${integer} primary key, file ${key} default '', source_url ${key} default '',
    width ${integer} default 0, height ${integer} default 0, bytes ${integer} default 0,
    alt ${text} default '', focal_x ${integer} default 500, focal_y ${integer} default 500,
    color ${key} default '', sizes ${text} default '{}', version ${integer} default 1,
    focus_given ${integer} default 0, content_hash ${key} default '', edition ${integer} default 0,
    ${knownValues('media', { focus_given: flag })})`,
  'create index media_file on media (file)',
  'create index media_source on media (source_url)',
  `create index media_content_hash on media (content_hash) where content_hash <> ''`,
  `create table media_mention (post_id ${integer}, name ${key}, primary key (name, post_id)) ${clustered}`,
  'create index media_mention_post on media_mention (post_id)',
];

const terms: Steps = ({ id, integer, key, text, clustered }) => [
  `create table term (
    id ${id}, taxonomy ${key}, slug ${key}, name ${text}, description ${text} default '',
    parent_id ${integer} default 0, count ${integer} default 0, revision ${integer} default 1,
    name_key ${key} default '')`,
  'create unique index term_slug on term (taxonomy, slug)',
  'create index term_count on term (taxonomy, count)',
  'create index term_sitemap on term (taxonomy, id)',
  'create index term_name on term (taxonomy, name_key, id)',
  'create index term_parent on term (parent_id, taxonomy, name_key, id)',
  `create table term_meta (id ${id}, term_id ${integer}, key ${key}, value ${text})`,
  'create index term_meta_term on term_meta (term_id, key)',
  `create table term_relationship (
    post_id ${integer}, term_id ${integer}, position ${integer} default 0,
    primary key (post_id, term_id)) ${clustered}`,
  'create index term_relationship_term on term_relationship (term_id, post_id)',
  `create table post_term (
    term_id ${integer}, post_type ${key}, published_at ${integer}, post_id ${integer},
    primary key (term_id, post_type, published_at, post_id)) ${clustered}`,
  'create index post_term_post on post_term (post_id)',
];

const accounts: Steps = ({ id, integer, key, text }) => [
  `create table "user" (
    id ${id}, login ${key}, email ${key}, password_hash ${key} default '', slug ${key}, display_name ${text},
    url ${text} default '', bio ${text} default '', roles ${text}, created_at ${integer},
    revision ${integer} default 1, portrait ${key} default '', links ${text} default '[]')`,
  'create unique index user_login on "user" (login)',
  'create unique index user_slug on "user" (slug)',
  'create index user_email on "user" (email)',
  'create index user_login_folded on "user" (lower(login))',
  `create table user_meta (id ${id}, user_id ${integer}, key ${key}, value ${text})`,
  'create index user_meta_user on user_meta (user_id, key)',
  `create table role (name ${key} primary key, label ${text}, capabilities ${text})`,

  `create table session (
    id ${key} primary key, user_id ${integer}, created_at ${integer}, expires_at ${integer},
    lasts_ms ${integer} default ${2 * 24 * 60 * 60 * 1000}, rights ${text} default '', ip ${text} default '',
    user_agent ${text} default '', former ${key} default '')`,
  'create index session_of_user on session (user_id)',
  'create index session_expiry on session (expires_at)',
  `create table account_token (
    id ${key} primary key, kind ${key}, user_id ${integer}, data ${text} default '{}', created_at ${integer},
    expires_at ${integer})`,
  'create index account_token_of_user on account_token (user_id, kind)',
  'create index account_token_expiry on account_token (expires_at)',
  `create table application_password (
    id ${key} primary key, hash ${key} unique, user_id ${integer}, app_id ${text} default '', name ${text},
    created_at ${integer}, used_at ${integer} default 0, used_ip ${text} default '')`,
  'create index application_password_of_user on application_password (user_id, created_at)',
  `create table second_factor (
    user_id ${integer} primary key, secret ${text}, step ${integer}, created_at ${integer})`,
  `create table recovery_code (hash ${key} primary key, user_id ${integer})`,
  'create index recovery_code_of_user on recovery_code (user_id)',
  `create table passkey (
    credential ${key} primary key, user_id ${integer}, handle ${text}, public_key ${text}, counter ${integer},
    transports ${text}, name ${text}, created_at ${integer}, used_at ${integer} default 0)`,
  'create index passkey_of_user on passkey (user_id, created_at)',
];

const comments: Steps = ({ id, integer, key, text, clustered }) => [
  `create table comment (
    id ${id}, post_id ${integer}, parent_id ${integer} default 0, thread_id ${integer} default 0,
    user_id ${integer} default 0, status ${key}, type ${key} default 'comment',
    author_name ${text} default '', author_email ${text} default '', author_url ${text} default '',
    author_ip ${text} default '', created_at ${integer}, content ${text},
    is_untold ${integer} default 0 check (${oneOf('is_untold', flag)}),
    ${knownValues('comment', {
      status: ['approved', 'hold', 'spam', 'trash'],
      type: ['comment', 'pingback', 'trackback'],
    })})`,
  'create index comment_post on comment (post_id, status, created_at, id)',
  'create index comment_root on comment (post_id, status, created_at, id) where id = thread_id',
  'create index comment_thread on comment (thread_id, created_at)',
  'create index comment_email on comment (author_email, status)',
  'create index comment_ip on comment (author_ip, created_at)',
  'create index comment_status on comment (status, created_at, id, type)',
  `create table comment_report (
    id ${id}, comment_id ${integer}, post_id ${integer}, user_id ${integer}, reporter ${key},
    reason ${key} check (${oneOf('reason', ['spam', 'insult', 'other'])}), text ${text},
    created_at ${integer}, is_dismissed ${integer} default 0 check (${oneOf('is_dismissed', flag)}),
    unique (comment_id, reporter))`,
  'create index comment_report_open on comment_report (is_dismissed, comment_id)',
  'create index comment_report_post on comment_report (post_id)',
  'create index comment_report_user on comment_report (user_id)',
  `create table used_pass (nonce ${key} primary key, expires_at ${integer}) ${clustered}`,
  'create index used_pass_expiry on used_pass (expires_at)',
];

const appearance: Steps = ({ id, integer, key, text, clustered }) => [
  `create table menu (id ${id}, slug ${key}, name ${text}, revision ${integer} default 1)`,
  'create unique index menu_slug on menu (slug)',
  `create table menu_location (location ${key} primary key, menu_id ${integer})`,
  `create table menu_item (
    id ${id}, menu_id ${integer}, parent_id ${integer} default 0, position ${integer} default 0, type ${key},
    object ${key} default '', object_id ${integer} default 0, url ${text} default '',
    label ${text} default '', title_attribute ${text} default '', target ${key} default '',
    rel ${text} default '', classes ${text} default '', description ${text} default '',
    mega_kind ${key} default '', mega_id ${integer} default 0,
    ${knownValues('menu_item', {
      type: ['custom', 'post_type', 'taxonomy'],
      mega_kind: ['', 'page', 'category'],
    })})`,
  'create index menu_item_menu on menu_item (menu_id, position)',

  `create table template (
    id ${id}, type ${key}, title ${text}, content ${text}, is_mobile ${integer} default 0,
    mobile_template_id ${integer} default 0, header_id ${integer} default 0, footer_id ${integer} default 0,
    revision ${integer} default 1, created_at ${integer}, updated_at ${integer},
    constraint template_words check (type in ('single', 'category', 'author', 'tag', '404', 'date', 'search',
      'attachment', 'page', 'woo_product', 'woo_archive', 'woo_search_archive', 'woo_shop_base', 'cpt',
      'cpt_tax', 'home', 'header', 'footer') and ${oneOf('is_mobile', flag)}))`,
  'create index template_type on template (type, id)',
  `create table template_revision (
    id ${id}, template_id ${integer}, author_id ${integer}, title ${text}, content ${text},
    created_at ${integer})`,
  'create index template_revision_template on template_revision (template_id, id)',
  `create table template_assignment (
    kind ${key}, item_id ${integer}, template_id ${integer}, primary key (kind, item_id)) ${clustered}`,
  'create index template_assignment_template on template_assignment (template_id)',
  `create table template_change (
    id ${id}, kind ${key}, item_id ${integer}, template_id ${integer},
    action ${key} check (${oneOf('action', ['create', 'update', 'delete', 'assign'])}), title ${text},
    user_id ${integer}, created_at ${integer}, undoes_id ${integer}, before ${text}, after ${text})`,
  'create index template_change_kind on template_change (kind, id)',
  'create index template_change_item on template_change (kind, item_id)',
  'create index template_change_template on template_change (template_id, action)',
  'create index template_change_undoes on template_change (undoes_id)',
  'create index template_change_user on template_change (user_id)',
  `create table template_change_use (
    change_id ${integer}, kind ${key}, item_id ${integer},
    primary key (change_id, kind, item_id)) ${clustered}`,
  'create index template_change_use_item on template_change_use (kind, item_id)',
];

const site: Steps = ({ id, integer, key, text, clustered }) => [
  `create table setting (key ${key} primary key, value ${text}, updated_at ${integer})`,
  `create table counter (key ${key} primary key, value ${integer}) ${clustered}`,
  `create table redirect (
    id ${id}, source ${key}, target ${text}, status ${integer} default 301, created_at ${integer},
    revision ${integer} default 1, ${knownValues('redirect', { status: [301, 302, 307, 308, 410] })})`,
  'create unique index redirect_source on redirect (source)',
  `create table feed (
    url ${key} primary key, items ${text}, fetched_at ${integer}, asked_at ${integer},
    fault text default '')`,
  'create index feed_asked on feed (asked_at, url)',

  `create table activity (
    id ${id}, at ${integer}, user_id ${integer}, user_name ${text}, verb ${key}, kind ${key},
    item_id ${integer}, summary ${text}, came_from ${key} default 'site',
    constraint activity_words check (verb in ('create', 'update', 'trash', 'restore', 'delete', 'import')
      and kind in ('post', 'term', 'menu', 'user', 'setting', 'template', 'redirect', 'front', 'comment',
        'job', 'site')
      and came_from in ('site', 'cli', 'import')))`,
  'create index activity_item on activity (kind, item_id, id)',
  `create table job (
    id ${id}, kind ${key}, key ${key}, payload ${text}, priority ${integer} default 0,
    attempts ${integer} default 0, unfinished ${integer} default 0, due_at ${integer},
    claim ${key} default '', reason ${text} default '', failed_at ${integer} default 0, created_at ${integer})`,
  'create unique index job_key on job (kind, key)',
  'create index job_due on job (kind, due_at, priority, id)',
  `create index job_failed on job (kind) where reason <> ''`,
  `create table invalidation (id ${id}, origin ${key}, emissions ${text}, created_at ${integer})`,
  `create table import_item (
    source ${key}, kind ${key}, external_id ${key}, local_id ${integer}, hash ${key}, state ${key} default '',
    primary key (source, kind, external_id),
    ${knownValues('import_item', {
      kind: ['site', 'user', 'term', 'post', 'revision', 'comment', 'menu', 'template'],
    })}) ${clustered}`,

  `create table push_subscription (
    id ${id}, endpoint ${key}, p256dh ${key}, auth ${key}, site_url ${key}, created_at ${integer},
    told ${integer}, due_at ${integer} default 0, claim ${key} default '', attempts ${integer} default 0,
    failing_since ${integer} default 0)`,
  'create unique index push_subscription_endpoint on push_subscription (endpoint)',
  'create index push_subscription_told on push_subscription (told, due_at)',
  `create table push_message (number ${integer} primary key, post_id ${integer}, created_at ${integer})`,
  'create unique index push_message_post on push_message (post_id)',

  `create table searched_phrase (
    day ${integer}, phrase ${key}, shown ${text}, votes ${integer}, askers ${integer}, seen_at ${integer},
    primary key (day, phrase))`,
  `create table searched_asker (
    day ${integer}, asker ${key}, phrase ${key}, primary key (day, asker, phrase))`,
  `create table searched_day (day ${integer} primary key, secret ${key})`,
];

/**
 * FTS5: `ascii` treats all characters beyond ASCII as part of a token; `detail=none` stores row ids only, a fifth of
 * the size. Prefixes of up to 4 letters are indexed: one typed letter takes 0.2 ms instead of 36 at 30,000 posts.
 */
const sqliteSearch: readonly string[] = [
  `create table post_search_key (
    search_key integer primary key, post_id integer not null unique, type text not null,
    title text not null)`,
  `create virtual table post_search using fts5(
    tokens, content='', contentless_delete=1, tokenize='ascii', detail=none, prefix='1 2 3 4')`,
  `create virtual table post_title_gram using fts5(
    tokens, content='', contentless_delete=1, tokenize='ascii', detail=none)`,
  // A view of the index with one row per token and post; it stores nothing.
  `create virtual table post_search_word using fts5vocab('post_search', 'instance')`,
];

/**
 * GIN's pending list in KB: 128 halves the time of a write (1.0 instead of 2.2 ms for 375 words). The planner adds 4
 * per page of the list to the index's cost, so with a longer one it scans all posts of a small site.
 */
const pendingListKb = 128;

const postgresSearch: readonly string[] = [
  `create table post_search_key (
    search_key bigint primary key, post_id bigint not null unique, type text not null,
    title text not null)`,
  `create table post_search (
    search_key bigint primary key, words tsvector not null, grams tsvector not null)`,
  ...['words', 'grams'].map(
    (column) =>
      `create index post_search_${column} on post_search using gin (${column})
        with (gin_pending_list_limit = ${pendingListKb})`,
  ),
];

const letters = { from: 'øłđðħıŋŧςىیکةٱ', to: 'olddhintσييكها' };
/** The zero of each script whose digits are folded. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xed0, 0x1040, 0x17e0];
const digits = zeros
  .flatMap((zero) => Array.from({ length: 10 }, (_, digit) => String.fromCodePoint(zero + digit)))
  .join('');
const leftOut =
  '[\\u00ad\\u0300-\\u036f\\u200b-\\u200f\\u20d0-\\u20ff\\ufe00-\\ufe0f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7' +
  '\\u0640\\u064b-\\u0655\\u0670\\U000e0100-\\U000e01ef]';
const beyondAscii = (lower: string) =>
  `create function folded_beyond_ascii(text) returns text language sql immutable strict parallel safe as $fold$
  select normalize(translate(replace(replace(replace(replace(replace(
    regexp_replace(${lower}, '${leftOut}', '', 'g'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'), 'l·l', 'll'),
    '${letters.from}${digits}', '${letters.to}${'0123456789'.repeat(zeros.length)}'), NFC)
$fold$`;

/**
 * `lib/fold.ts` in SQL, for searches without an index. `folded` is not `strict`, so that PostgreSQL inlines it: ASCII
 * takes a nineteenth of the time. Without ICU, the database's locale decides on lower case.
 */
const postgresFolding: readonly string[] = [
  `do $do$ begin
    if exists (select 1 from pg_collation where collname = 'und-x-icu') then
      ${beyondAscii('lower(normalize($1, NFKD) collate "und-x-icu")')};
    else
      ${beyondAscii('lower(normalize($1, NFKD))')};
    end if;
  end $do$`,
  `create function folded(text) returns text language sql immutable parallel safe as $fold$
      select case when octet_length($1) = length($1) then lower($1 collate "C") else folded_beyond_ascii($1) end
    $fold$`,
];

/** The whole schema, under the id of the last migration of Broadsheet 0.1.0, whose databases and backups open unchanged. */
export const initial: Migration = {
  id: 85,
  name: 'initial',
  steps: (dialect) => [
    ...[postTable, postDetails, media, terms, accounts, comments, appearance, site].flatMap((steps) =>
      steps(dialect),
    ),
    ...(dialect.name === 'sqlite' ? sqliteSearch : [...postgresSearch, ...postgresFolding]),
  ],
};
