import type { Reader } from '../../kernel/db/open-database.ts';
import { localIso, zoneOffset } from '../../lib/dates.ts';
import { portions } from '../../lib/batch.ts';
import { trimEndsOf } from '../../lib/cut-text.ts';
import { decodeEntities } from '../../lib/plain-text.ts';
import { serializePhp } from '../../lib/php-serialize.ts';
import { slugify } from '../../lib/slugify.ts';
import { cdata, xmlText } from '../../lib/xml.ts';
import { findMenuItems, listMenus, menuLookKeys } from '../menus/index.ts';
import type { Menu, MenuItem } from '../menus/index.ts';
import { findPostPaths } from '../posts/index.ts';
import { readSettings } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import { menuTaxonomy, sectionTaxonomy, tagTaxonomy } from '../types/index.ts';
import { findUserMeta, findUsers } from '../users/index.ts';
import type { User } from '../../kernel/permission.ts';
import { definitionsXml, findUsersOfFields, namespaceXml } from './definitions.ts';
import * as store from './store.ts';
import type { ExportFilter, TermRow } from './store.ts';
import { bylineSlug, bylineTaxonomy, commentXml, itemEnd, itemXml } from './wxr-item.ts';
import type { ItemSite } from './wxr-item.ts';
import { field, generatorName, htmlName, metaXml, wxrDate, wxrSlug } from './wxr-text.ts';

const usersPerPortion = 100;

/** Ids of menus begin at a power of ten above all terms, and those of menu items above all posts, so that they rarely differ between two exports. */
const leastMenuIds = 1_000_000;
const idsAbove = (highestId: number) => Math.max(leastMenuIds, 10 ** String(highestId).length);

export interface ExportedSite {
  readonly read: Reader;
  readonly siteUrl: string;
  readonly now: number;
}

/** Yields a WXR 1.2 file; memory is bounded by its largest item, plus the ids of terms and files. */
export async function* exportWxr(
  { read, siteUrl, now }: ExportedSite,
  filter: ExportFilter,
): AsyncGenerator<string> {
  const { settings } = await readSettings(read);
  const lastId = await store.highestId(read, 'post');
  const site: ItemSite = { siteUrl, zone: settings.timezone_string };
  const definitions = await definitionsXml(read, filter);
  yield headXml(settings, siteUrl, now, definitions === '' ? '' : namespaceXml);
  yield definitions;
  yield* authorsXml(read, filter);
  for await (const terms of store.listTerms(read, filter)) yield terms.map(termXml).join('');
  const menus = store.isWhole(filter) ? await listMenus(read) : [];
  const aboveTerms = idsAbove(await store.highestId(read, 'term'));
  for (const { id, slug, name } of menus)
    yield termXml({
      id: aboveTerms + id,
      slug,
      name,
      taxonomy: menuTaxonomy,
      description: '',
      parent: null,
      meta: [],
    });
  for await (const ids of store.listItemIds(read, filter, lastId)) {
    for (const step of await store.stepsOf(read, ids)) yield* itemsXml(read, step, site, settings);
  }
  const above = idsAbove(lastId);
  for (const menu of menus) yield* menuXml(read, menu, { ...site, above, now });
  yield '</channel>\n</rss>\n';
}

/** `harbour-post.wordpress.2026-11-29.xml`, with the day in the site's time zone. */
export function exportFileName(
  { blogname, timezone_string: zone }: Pick<Settings, 'blogname' | 'timezone_string'>,
  now: number,
): string {
  const name = trimEndsOf(slugify(blogname, 'en').replace(/[^\w-]/g, ''), '-') || 'site';
  return `${name}.wordpress.${localIso(now, zone).slice(0, 10)}.xml`;
}

/** A name that readers of the file decode as HTML; most names are the same. */
const channelName = (name: string) => (decodeEntities(name) === name ? name : htmlName(name));

function headXml(settings: Settings, siteUrl: string, now: number, namespaces: string): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<!-- Import this file with Broadsheet or WordPress. It does not contain the files of the media library. -->
<rss version="2.0"
\txmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
\txmlns:content="http://purl.org/rss/1.0/modules/content/"
\txmlns:wfw="http://wellformedweb.org/CommentAPI/"
\txmlns:dc="http://purl.org/dc/elements/1.1/"
\txmlns:wp="http://wordpress.org/export/1.2/"
${namespaces}>
<channel>
<title>${xmlText(channelName(settings.blogname))}</title>
<link>${xmlText(siteUrl)}</link>
<description>${xmlText(channelName(settings.blogdescription))}</description>
<pubDate>${new Date(now).toUTCString()}</pubDate>
<language>${xmlText(settings.site_language)}</language>
<generator>${generatorName}</generator>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${xmlText(siteUrl)}</wp:base_site_url>
<wp:base_blog_url>${xmlText(siteUrl)}</wp:base_blog_url>
`;
}

/** Accounts, and for those with a byline next to others a term that names the account. */
async function* authorsXml(read: Reader, filter: ExportFilter): AsyncGenerator<string> {
  const { all, signing } = await store.findAuthorIds(read, filter);
  const named = store.isWhole(filter) ? await findUsersOfFields(read) : new Set<number>();
  const described = [...new Set([...all, ...named])].toSorted((a, b) => a - b);
  for (const ids of portions(described, usersPerPortion)) {
    const users = await findUsers(read, ids);
    for (const id of ids) {
      const user = users.get(id);
      if (!user) continue;
      const meta = await findUserMeta(read, id);
      yield authorXml(user, (key) => meta.get(key)?.[0] ?? '');
    }
  }
  for (const ids of portions([...signing], usersPerPortion)) {
    for (const user of (await findUsers(read, ids)).values())
      yield `<wp:term>\n${field('wp:term_taxonomy', bylineTaxonomy)}\n${field('wp:term_slug', wxrSlug(bylineSlug(user)))}
${field('wp:term_name', htmlName(user.displayName))}\n${metaXml('wp:termmeta', 'user_id', String(user.id))}</wp:term>\n`;
  }
}

function authorXml(user: User, meta: (key: string) => string): string {
  return [
    '<wp:author>',
    field('wp:author_id', user.id),
    field('wp:author_login', user.login),
    field('wp:author_email', user.email),
    field('wp:author_display_name', htmlName(user.displayName)),
    field('wp:author_first_name', meta('first_name')),
    field('wp:author_last_name', meta('last_name')),
    ...(user.bio === '' ? [] : [field('wp:author_description', user.bio)]),
    '</wp:author>\n',
  ].join('\n');
}

function termXml({ id, taxonomy, slug, name, description, parent, meta }: TermRow): string {
  const [element, names] =
    taxonomy === sectionTaxonomy
      ? ([
          'wp:category',
          ['wp:category_nicename', 'wp:category_parent', 'wp:cat_name', 'wp:category_description'],
        ] as const)
      : taxonomy === tagTaxonomy
        ? (['wp:tag', ['wp:tag_slug', '', 'wp:tag_name', 'wp:tag_description']] as const)
        : (['wp:term', ['wp:term_slug', 'wp:term_parent', 'wp:term_name', 'wp:term_description']] as const);
  const values = [wxrSlug(slug), wxrSlug(parent ?? ''), htmlName(name), description];
  const fields = names.flatMap((field_, place) => {
    const value = values[place] ?? '';
    return field_ === '' || (place === 3 && value === '') ? [] : [`<${field_}>${cdata(value)}</${field_}>`];
  });
  return [
    `<${element}>`,
    field('wp:term_id', id),
    ...(element === 'wp:term' ? [field('wp:term_taxonomy', taxonomy)] : []),
    ...fields,
    ...meta.map(({ key, value }) => metaXml('wp:termmeta', key, value).trimEnd()),
    `</${element}>\n`,
  ].join('\n');
}

async function* itemsXml(
  read: Reader,
  ids: readonly number[],
  site: ItemSite,
  { permalink_structure: structure }: Settings,
): AsyncGenerator<string> {
  const rows = await store.readItems(read, ids);
  const [meta, oldSlugs, terms, coAuthors, discussed, paths] = [
    await store.readPostMeta(read, ids),
    await store.readOldSlugs(read, ids),
    await store.readTermsOf(read, ids),
    await store.readCoAuthors(read, ids),
    await store.findDiscussed(read, ids),
    await findPostPaths(
      read,
      rows.map(({ id, type, slug, parent_id: parentId }) => ({ id, type, slug, parentId })),
      structure,
    ),
  ];
  const bylines = new Map(
    rows.map(({ id, author_id: first }) => [
      id,
      [first, ...(coAuthors.get(id) ?? []).map((row) => row.user_id)],
    ]),
  );
  const users = await findUsers(read, [...new Set([...bylines.values()].flat())]);
  for (const row of rows) {
    const authors = (bylines.get(row.id) ?? []).flatMap((id) => users.get(id) ?? []);
    const parts = {
      meta: meta.get(row.id) ?? [],
      oldSlugs: oldSlugs.get(row.id) ?? [],
      terms: terms.get(row.id) ?? [],
      authors,
      path: paths.get(row.id) ?? '/',
    };
    const xml = itemXml(row, parts, site);
    if (!discussed.has(row.id)) yield xml + itemEnd;
    else {
      yield xml;
      for await (const comments of store.listComments(read, row.id))
        yield comments.map((comment) => commentXml(comment, site)).join('');
      yield itemEnd;
    }
  }
}

/** Items of a menu, in order. */
async function* menuXml(
  read: Reader,
  menu: Menu,
  { siteUrl, zone, above, now }: ItemSite & { readonly above: number; readonly now: number },
): AsyncGenerator<string> {
  for (const [index, item] of (await findMenuItems(read, menu.id)).entries()) {
    const id = above + item.id;
    const meta = menuItemMeta(item, id, item.parentId === 0 ? 0 : above + item.parentId);
    yield [
      '<item>',
      field('title', item.label),
      `<link>${xmlText(`${siteUrl}/?p=${id}`)}</link>`,
      field('dc:creator', ''),
      `<guid isPermaLink="false">${xmlText(`${siteUrl}/?p=${id}`)}</guid>`,
      '<description></description>',
      field('content:encoded', item.description),
      field('excerpt:encoded', item.titleAttribute),
      field('wp:post_id', id),
      field('wp:post_date', wxrDate(now + zoneOffset(now, zone))),
      field('wp:post_date_gmt', wxrDate(now)),
      field('wp:comment_status', 'closed'),
      field('wp:ping_status', 'closed'),
      field('wp:post_name', String(id)),
      field('wp:status', 'publish'),
      field('wp:post_parent', 0),
      field('wp:menu_order', index + 1),
      field('wp:post_type', 'nav_menu_item'),
      field('wp:post_password', ''),
      field('wp:is_sticky', 0),
      `<category domain="nav_menu" nicename="${xmlText(wxrSlug(menu.slug))}">${cdata(htmlName(menu.name))}</category>`,
      ...meta.map(([key, value]) => metaXml('wp:postmeta', key, value).trimEnd()),
      itemEnd,
    ].join('\n');
  }
}

function menuItemMeta(item: MenuItem, id: number, parentId: number): [key: string, value: string][] {
  const isCustom = item.type === 'custom';
  return [
    ['_menu_item_type', item.type],
    ['_menu_item_menu_item_parent', String(parentId)],
    ['_menu_item_object_id', String(isCustom ? id : item.objectId)],
    ['_menu_item_object', isCustom ? 'custom' : item.object],
    ['_menu_item_target', item.target],
    ['_menu_item_classes', serializePhp(item.classes.length > 0 ? item.classes : [''])],
    ['_menu_item_xfn', item.rel],
    ['_menu_item_url', item.url],
    ...(item.megaKind === 'page'
      ? [['td_mega_menu_page_id', String(item.megaId)] satisfies [string, string]]
      : []),
    ...(item.megaKind === 'category'
      ? [['td_mega_menu_cat', String(item.megaId)] satisfies [string, string]]
      : []),
    ...(['icon', 'badge', 'audience'] as const).flatMap((name): [string, string][] =>
      item[name] === '' ? [] : [[menuLookKeys[name], item[name]]],
    ),
  ];
}
