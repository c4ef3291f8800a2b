import { findPostsAbove } from '../../modules/menus/store.ts';
import { permalinks } from '../../modules/types/permalinks.ts';
import { isPublic } from '../../modules/posts/policy.ts';
import { frontPageOf, formerAddresses } from '../../modules/settings/site-facts.ts';
import { taxonomyNamed } from '../../modules/types/registry.ts';
import { decodeEntities, escapeHtml } from '../../lib/plain-text.ts';
import { safeUrl } from '../document/players.ts';
import { pageLinks } from '../document/own-addresses.ts';
import type { LoadContext } from '../load-context.ts';
import { isCurrent } from '../nav-menu/data.ts';
import { labelProfile } from '../../lib/clean-html/profiles.ts';
import { submenuPropsOf } from './navigation-parts.tsx';
import { learnInside, reportInside, writtenHtml } from './block-context.server.ts';
import type { ItemData, ItemName } from './navigation-parts.tsx';

interface SavedLink {
  /** `post-type`, `taxonomy`, `post-type-archive`, `custom`. */
  readonly kind: string;
  /** Post type or taxonomy; `tag` for `post_tag`. */
  readonly type: string;
  /** 0: none. */
  readonly id: number;
  /** As it was when the block was saved. */
  readonly url: string;
}

export interface LinkTarget {
  /** Undefined: without an address, only a parent of other items. */
  readonly url: string | undefined;
  readonly isCurrent: boolean;
}

/** A link's current address; undefined if its target is deleted or not published. Links to anything but posts and terms keep their address. */
async function linkTarget(link: SavedLink, context: LoadContext): Promise<LinkTarget | undefined> {
  const { id } = link;
  const { page } = context;
  if (id > 0 && isOfTerm(link)) {
    const url = await context.cache(`address of term ${id}`, (inner) => termAddress(id, inner));
    return url === undefined ? undefined : { url, isCurrent: page.term?.id === id };
  }
  if (id > 0 && isOfPost(link)) {
    const found = await context.cache(`address of post ${id}`, (inner) => postAddress(id, inner));
    // An id from the site that the text was imported from may belong to something else here.
    if (!found || isKind(link.type, found.type))
      return found?.url === undefined ? undefined : { url: found.url, isCurrent: page.post?.id === id };
  }
  const url = await ownAddress(link.url, context);
  return {
    url: url === '' ? undefined : url,
    isCurrent: link.kind === 'post-type-archive' && isCurrent(url, page.path),
  };
}

const isOfTerm = ({ kind, type }: SavedLink) =>
  kind === 'taxonomy' || (kind === '' && /^(?:category|tag|post_tag)$/.test(type));
const isOfPost = ({ kind, type }: SavedLink) =>
  kind === 'post-type' || (kind === '' && /^(?:post|page)$/.test(type));
const isKind = (said: string, type: string) => said === '' || said === type;

/** Rewrites addresses of former sites to this one, as in texts. */
export async function ownAddress(url: string, { content }: Pick<LoadContext, 'content'>): Promise<string> {
  const exporters = formerAddresses(await content.settings.current());
  const moved = decodeEntities(pageLinks(content.siteUrl, exporters).link(escapeHtml(safeUrl(url))));
  return moved === content.siteUrl
    ? '/'
    : moved.startsWith(`${content.siteUrl}/`)
      ? moved.slice(content.siteUrl.length)
      : moved;
}

/** Undefined if the post does not exist; without an address if it is not published. */
async function postAddress(
  id: number,
  context: LoadContext,
): Promise<{ readonly type: string; readonly url: string | undefined } | undefined> {
  const { content } = context;
  context.tag(`post:${id}`);
  const [found, settings] = await Promise.all([context.together.postPaths([id]), content.settings.current()]);
  const item = found.get(id);
  if (!item) return undefined;
  // A page's address depends on its ancestors.
  if (item.post.parentId > 0)
    for (const above of await findPostsAbove(content.database.read, [id])) context.tag(`post:${above}`);
  return {
    type: item.post.type,
    url: !isPublic(item.post) ? undefined : frontPageOf(settings) === id ? '/' : item.path,
  };
}

async function termAddress(id: number, context: LoadContext): Promise<string | undefined> {
  const { content } = context;
  context.tag(`term:${id}`);
  const [chains, { permalink_structure: structure }] = await Promise.all([
    context.together.termChains([id]),
    content.settings.current(),
  ]);
  const chain = chains.get(id) ?? [];
  for (const above of chain) context.tag(`term:${above.id}`);
  const taxonomy = chain.at(-1)?.taxonomy;
  return taxonomy !== undefined && taxonomyNamed(taxonomy).isPublic
    ? permalinks(structure).term(chain)
    : undefined;
}

/** Data of links and submenus; undefined, with all items below, if their target no longer exists. */
export async function loadItem(
  name: ItemName,
  settings: SavedLink & { readonly label: string; readonly description: string },
  context: LoadContext,
): Promise<ItemData | undefined> {
  const label = await writtenHtml(settings.label, labelProfile, context);
  if (label.trim() === '') return undefined;
  const { navigation } = context.inherited;
  const inside = learnInside();
  const [target, inner] = await Promise.all([
    linkTarget(settings, context),
    context.renderInner(inside.provided),
  ]);
  const holdsCurrent = inside.found.has('current-item');
  if (target && (target.isCurrent || holdsCurrent)) reportInside(context, 'current-item');
  return (
    target && {
      ...target,
      label,
      holdsCurrent,
      description: await writtenHtml(settings.description, labelProfile, context),
      inner: inner?.trim() ?? '',
      submenus: navigation?.submenus ?? 'hover',
      showsIcon: navigation?.showsIcon ?? false,
      submenuProps: submenuPropsOf(name, navigation?.colors),
    }
  );
}
