import type { Database } from '../../kernel/db/open-database.ts';
import { noteReads, take } from '../../lib/noted-reads.ts';
import type { Noted } from '../../lib/noted-reads.ts';
import type { Typography } from '../../lib/typography/typography.ts';
import { findFilesByUrls } from '../media/index.ts';
import type { FoundFile } from '../media/index.ts';
import { isPublic, findSummaries } from '../posts/index.ts';
import { siteTypography, formerSites } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Tag } from '../../kernel/db/invalidation.ts';
import { findTerms } from '../terms/index.ts';
import { audiencesOf, objectTag, nest } from './model.ts';
import type { MenuItem, MenuLocation, MenuNode, Branch } from './model.ts';
import { findMenuItems, findMenuLocations, findPostsAbove } from './store.ts';
import { htmlTokens, readAttribute } from '../../lib/markup/html-tokens.ts';
import { decodeEntities } from '../../lib/plain-text.ts';

export interface ShownMenu {
  /**
   * Nested, each with the audience of its ancestors. Items whose target is missing or not public are left out, and their
   * children move up. Items without readers are left out, too.
   */
  readonly nodes: readonly MenuNode[];
  /** Targets of all items, including hidden ones, which appear once their target is public. */
  readonly targets: readonly Tag[];
}

export interface MenuCache {
  at(location: MenuLocation): Promise<ShownMenu>;
  /** The same with unsaved items at a location, for one preview. */
  withItems(location: MenuLocation, items: readonly MenuItem[]): MenuCache;
}

export type ResolveMenuUrl = (item: {
  readonly type: 'post_type' | 'taxonomy';
  readonly object: string;
  readonly objectId: number;
}) => Promise<string | undefined>;

interface Loaded extends ShownMenu {
  /** Invalidating tags: the targets, and the ancestors of posts, whose slugs are part of the URLs. */
  readonly tags: ReadonlySet<string>;
}

export interface MenuSite {
  readonly typography: Typography;
  /** Rewrites URLs of the imported sites' pages to this site. */
  toLocalUrl(url: string): string;
  /** Whether a URL is a file of an imported site; only imported files can be linked. */
  isFormerFile(url: string): boolean;
  name(): string;
}

export function siteOfMenus(settings: Settings): MenuSite {
  const former = formerSites(settings);
  return {
    typography: siteTypography(settings),
    toLocalUrl: (url) => {
      const path = former.pageOf(url);
      return path === undefined ? url : path || '/';
    },
    name: () => settings.blogname,
    isFormerFile: (url) => former.restOf(url) !== undefined && former.pageOf(url) === undefined,
  };
}

export function createMenuCache(
  database: Pick<Database, 'read' | 'bus'>,
  resolveUrl: ResolveMenuUrl,
  currentSite: () => Promise<MenuSite>,
): MenuCache {
  const menuByLocation = new Map<
    MenuLocation,
    { readonly promise: Promise<Noted<Loaded>>; loaded: Loaded | undefined }
  >();
  const concerns = (tag: string, loaded: Loaded | undefined) =>
    tag === '*' ||
    tag === 'menus' ||
    tag.startsWith('menu:') ||
    tag.startsWith('setting') ||
    tag.startsWith('term:') ||
    ((tag.startsWith('post:') || tag.startsWith('media:')) && (!loaded || loaded.tags.has(tag))); // while loading, its tags are unknown
  database.bus.listen((emissions) => {
    for (const [location, { loaded }] of menuByLocation)
      if (emissions.some(({ tag }) => concerns(tag, loaded))) menuByLocation.delete(location);
  });
  const stored: MenuCache = {
    at: async (location) => {
      const found = menuByLocation.get(location);
      if (found) return take(await found.promise);
      const entry: { readonly promise: Promise<Noted<Loaded>>; loaded: Loaded | undefined } = {
        promise: noteReads(async () =>
          load(database, resolveUrl, await currentSite(), await itemsAt(database, location)),
        ),
        loaded: undefined,
      };
      menuByLocation.set(location, entry);
      try {
        entry.loaded = take(await entry.promise);
        return entry.loaded;
      } catch (error) {
        if (menuByLocation.get(location) === entry) menuByLocation.delete(location);
        throw error;
      }
    },
    withItems: (location, items) => {
      const tried: MenuCache = {
        at: async (place) =>
          place === location ? load(database, resolveUrl, await currentSite(), items) : stored.at(place),
        withItems: stored.withItems,
      };
      return tried;
    },
  };
  return stored;
}

async function itemsAt({ read }: Pick<Database, 'read'>, location: MenuLocation): Promise<MenuItem[]> {
  const menuId = (await findMenuLocations(read)).get(location);
  return menuId === undefined ? [] : findMenuItems(read, menuId);
}

async function load(
  { read }: Pick<Database, 'read'>,
  resolveUrl: ResolveMenuUrl,
  { typography, toLocalUrl, isFormerFile, name }: MenuSite,
  items: readonly MenuItem[],
): Promise<Loaded> {
  const ids = (type: MenuItem['type']) => [
    ...new Set(items.filter((item) => item.type === type).map((item) => item.objectId)),
  ];
  const formerFiles = items
    .filter(({ type, url }) => type === 'custom' && isFormerFile(url))
    .map(({ url }) => url);
  const [posts, terms, above, files] = await Promise.all([
    findSummaries(read, ids('post_type')),
    findTerms(read, ids('taxonomy')),
    findPostsAbove(read, ids('post_type')),
    formerFiles.length === 0
      ? new Map<string, FoundFile>()
      : findFilesByUrls({ database: { read }, siteUrl: '' }, formerFiles),
  ]);
  const localAddress = (url: string) => {
    const file = files.get(url);
    return file ? file.url + (/#.*$/s.exec(url)?.[0] ?? '') : toLocalUrl(url);
  };
  const shown = new Map<number, { readonly label: string; readonly url: string }>();
  await Promise.all(
    items.map(async (item) => {
      const { type } = item;
      if (type === 'custom') {
        const url = localAddress(item.url);
        shown.set(item.id, {
          label: typography.line(item.label) || typography.text(wordlessLabel(item, url, name)),
          url,
        });
        return;
      }
      const post = type === 'post_type' ? posts.get(item.objectId) : undefined;
      const title =
        type === 'taxonomy'
          ? terms.get(item.objectId)?.name
          : post && isPublic(post)
            ? post.title
            : undefined;
      if (title === undefined) return;
      const url = await resolveUrl({ type, object: item.object, objectId: item.objectId });
      if (url !== undefined)
        shown.set(item.id, { label: typography.line(item.label) || typography.line(title), url });
    }),
  );
  const audiences = audiencesOf(items);
  const toNode = ({ item, children }: Branch<MenuItem>): MenuNode => ({
    id: item.id,
    label: '',
    url: '',
    ...shown.get(item.id),
    type: item.type,
    object: item.object,
    objectId: item.objectId,
    titleAttribute: typography.text(item.titleAttribute),
    target: item.target,
    rel: item.rel,
    classes: item.classes,
    description: item.description,
    megaKind: item.megaKind,
    megaId: item.megaId,
    icon: item.icon,
    badge: typography.text(item.badge),
    audience: audiences.get(item.id) ?? '',
    children: children.map(toNode),
  });
  const targets: Tag[] = [
    ...new Set([
      ...items.flatMap((item) => objectTag(item) ?? []),
      ...[...files.values()].map(({ id }) => `media:${id}` as const),
    ]),
  ];
  return {
    nodes: nest(items, ({ id }) => shown.has(id) && audiences.has(id)).map(toNode),
    targets,
    tags: new Set([...targets, ...above.map((id) => `post:${id}`)]),
  };
}

/**
 * Label of an item without text, such as an icon or image: its title or alternative text, else its target's name. Plain
 * text; empty without a target. `url`: on this site; `siteName`: of the front page.
 */
function wordlessLabel(
  { label, titleAttribute }: Pick<MenuItem, 'label' | 'titleAttribute'>,
  url: string,
  siteName: () => string,
): string {
  return titleAttribute.trim() || textOf(label) || (url === '/' ? siteName() : nameOf(url));
}

function textOf(html: string): string {
  for (const { kind, start, end } of htmlTokens(html)) {
    if (kind !== 'open') continue;
    const tag = html.slice(start, end);
    const text = decodeEntities(
      readAttribute(tag, 'alt') || readAttribute(tag, 'aria-label') || readAttribute(tag, 'title') || '',
    ).trim();
    if (text !== '') return text;
  }
  return '';
}

function nameOf(address: string): string {
  const url = address === '' || address === '#' ? null : URL.parse(address, 'https://here.invalid');
  if (!url) return '';
  const last =
    (url.pathname.split('/').findLast((part) => part !== '') ?? url.hash.slice(1)) ||
    url.host.replace(/^(?:www\.|here\.invalid$)/, '');
  return decoded(last).replace(/[-_]+/g, ' ').trim();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a literal percent sign
  }
}
