import { findComment } from '../modules/comments/reader.ts';
import { permalinks } from '../modules/types/permalinks.ts';
import { boundMetaKeys } from '../lib/markup/bindings.ts';
import { findTemplateParts } from '../modules/posts/navigation.ts';
import { isShownKey } from '../modules/posts/meta.ts';
import { findPostPaths } from '../modules/posts/addresses.ts';
import { isOfShownType, isWithdrawn, mayBeOpened } from '../modules/posts/policy.ts';
import type { PostSummary } from '../modules/posts/model.ts';
import { findSummaries } from '../modules/posts/reader.ts';
import { readSettings } from '../modules/settings/store.ts';
import { findWithAncestors } from '../modules/terms/reader.ts';
import { chainOf } from '../modules/terms/model.ts';
import type { Term } from '../modules/terms/model.ts';
import { postTypeNamed, taxonomyNamed } from '../modules/types/registry.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { fieldsOfMeta } from '../lib/builder-data/acf-fields.ts';
import { portions } from '../lib/batch.ts';
import { startOf } from '../lib/cut-text.ts';
import { isKnownMetaKey } from './meta-keys.ts';
import type { ImportReport } from './report.ts';
import type { WxrItem } from './wxr-events.ts';

export type LookForUnknown = (
  content: string,
) => Readonly<Record<'blocks' | 'shortcodes' | 'bracketed' | 'parts', ReadonlyMap<string, number>>>;

const kinds = [
  'blocks',
  'parts',
  'shortcodes',
  'bracketed',
  'metaKeys',
  'menuMetaKeys',
  'commentMetaKeys',
  'termMetaKeys',
] as const;
type Kind = (typeof kinds)[number];
type Found = Readonly<Partial<Record<Kind, ReadonlyMap<string, number>>>>;

/** The post, comment or term (by local id) that contains a name, or a description when it has neither id nor address. */
type Place = Readonly<
  { post: number; isPublic: boolean } | { comment: number } | { term: number } | { what: string }
>;

/** Comment meta of WordPress and Akismet that is meaningless on another site. */
const commentBookkeeping = /^(?:akismet_|_wp_trash_meta_)/;
/** Meta of menu items by WordPress itself, by Broadsheet, by mega menus, and the mark of orphaned items. */
const menuKeys =
  /^(?:_menu_item_(?:type|menu_item_parent|object|object_id|target|classes|xfn|url|orphaned)|_broadsheet_menu_(?:icon|badge|audience)|td_mega_menu_(?:page_id|cat))$/;

const templatePart = 'core/template-part ';

const maxNames = 5000;
const maxNameLength = 100;

interface Uses {
  uses: number;
  posts: number;
  /** Prefers a public post. */
  example: Place;
}

export class UnknownParts {
  readonly #look: LookForUnknown;
  readonly #names: Readonly<Record<Kind, Map<string, Uses>>> = {
    blocks: new Map(),
    parts: new Map(),
    shortcodes: new Map(),
    bracketed: new Map(),
    metaKeys: new Map(),
    menuMetaKeys: new Map(),
    commentMetaKeys: new Map(),
    termMetaKeys: new Map(),
  };
  /** Meta keys that blocks are bound to. */
  readonly #bound = new Set<string>();
  #beyond = 0;

  constructor(
    look: LookForUnknown = () => ({
      blocks: new Map(),
      shortcodes: new Map(),
      bracketed: new Map(),
      parts: new Map(),
    }),
  ) {
    this.#look = look;
  }

  /** Inspects an item. The returned function is called once its post is written. */
  in(item: WxrItem): (localId: number, isPublic: boolean) => void {
    const fields = new Set(
      fieldsOfMeta(item.meta.map(({ key, value }) => [key, value])).flatMap(({ name }) => [name, `_${name}`]),
    );
    const unread = item.meta.filter(
      ({ key }) => key !== '' && !fields.has(key) && !isKnownMetaKey(key, item.type),
    );
    const metaKeys = new Map(unread.map(({ key }) => [key, 1]));
    const found: Found = { ...this.#look(item.content), metaKeys };
    const bound = boundMetaKeys(item.content).filter(isShownKey);
    return (localId, isPublic) => {
      for (const key of bound) if (this.#bound.size < maxNames) this.#bound.add(key.slice(0, maxNameLength));
      this.#countAll(found, { post: localId, isPublic });
    };
  }

  menuKeysOf(item: WxrItem): string[] {
    return item.meta
      .map(({ key }) => key)
      .filter((key) => key !== '' && !menuKeys.test(key) && !isKnownMetaKey(key, item.type));
  }

  /** Counts meta keys, each once per item; bookkeeping of Akismet and WordPress on comments is ignored. */
  meta(
    kind: 'metaKeys' | 'menuMetaKeys' | 'commentMetaKeys' | 'termMetaKeys',
    keys: readonly string[],
    place: Place,
  ): void {
    const unknown = kind === 'commentMetaKeys' ? keys.filter((key) => !commentBookkeeping.test(key)) : keys;
    if (unknown.length > 0)
      this.#countAll({ [kind]: new Map(unknown.filter((key) => key !== '').map((key) => [key, 1])) }, place);
  }

  #countAll(found: Found, place: Place): void {
    for (const kind of kinds)
      for (const [name, uses] of found[kind] ?? [])
        this.#count(this.#names[kind], name.slice(0, maxNameLength), uses, place);
  }

  #count(names: Map<string, Uses>, name: string, uses: number, place: Place): void {
    const known = names.get(name);
    if (!known && names.size >= maxNames) {
      this.#beyond += uses;
      return;
    }
    const isBetter = !known || (isPublic(place) && !isPublic(known.example));
    names.set(name, {
      uses: (known?.uses ?? 0) + uses,
      posts: (known?.posts ?? 0) + 1,
      example: isBetter ? place : known.example,
    });
  }

  /** All names, most used first, with the address of an example, or a description of it when it can't be opened. */
  async list({ read }: Database): Promise<ImportReport['unknown']> {
    for (const key of this.#bound) this.#names.metaKeys.delete(key); // a text that binds a key may come after the posts that have it
    // A bracketed word counts as a shortcode if the export uses it as one elsewhere.
    for (const [name, { uses, posts, example }] of this.#names.bracketed) {
      const known = this.#names.shortcodes.get(name);
      if (!known) continue;
      this.#names.shortcodes.set(name, {
        uses: known.uses + uses,
        posts: known.posts + posts,
        example: isPublic(known.example) ? known.example : example,
      });
      this.#names.bracketed.delete(name);
    }
    for (const name of this.#names.parts.keys()) {
      if (!name.startsWith(templatePart)) continue;
      const [slug = '', theme] = name.slice(templatePart.length).split('//').toReversed();
      const parts = (await findTemplateParts(read, [slug])).get(slug) ?? [];
      if (parts.some((part) => theme === undefined || part.theme === theme)) this.#names.parts.delete(name);
    }
    const places = new Set(
      kinds.flatMap((kind) => [...this.#names[kind].values()].map(({ example }) => example)),
    );
    const shown = await shownPlaces(read, [...places]);
    const listOf = (kind: Kind) =>
      [...this.#names[kind]]
        .map(([name, { uses, posts, example }]) => ({ name, uses, posts, example: shown.get(example) ?? '' }))
        .toSorted((a, b) => b.posts - a.posts || b.uses - a.uses || (a.name < b.name ? -1 : 1));
    return {
      blocks: listOf('blocks'),
      parts: listOf('parts'),
      shortcodes: listOf('shortcodes'),
      bracketed: listOf('bracketed'),
      metaKeys: listOf('metaKeys'),
      menuMetaKeys: listOf('menuMetaKeys'),
      commentMetaKeys: listOf('commentMetaKeys'),
      termMetaKeys: listOf('termMetaKeys'),
      beyond: this.#beyond,
    };
  }
}

const isPublic = (place: Place) => 'post' in place && place.isPublic;

async function shownPlaces(read: Database['read'], places: readonly Place[]): Promise<Map<Place, string>> {
  const {
    settings: { permalink_structure: structure },
  } = await readSettings(read);
  const postOf = new Map<Place, number>();
  for (const place of places) {
    if ('post' in place) postOf.set(place, place.post);
    const comment = 'comment' in place ? await findComment(read, place.comment) : undefined;
    if (comment) postOf.set(place, comment.postId);
  }
  const posts = new Map<number, PostSummary>();
  const paths = new Map<number, string>();
  for (const some of portions([...new Set(postOf.values())])) {
    const found = await findSummaries(read, some);
    for (const [id, post] of found) posts.set(id, post);
    for (const [id, path] of await findPostPaths(read, [...found.values()], structure)) paths.set(id, path);
  }
  const postShown = (id: number) => {
    const post = posts.get(id);
    const type = postTypeNamed(post?.type ?? '');
    if (!post || !isOfShownType(post) || isWithdrawn(post))
      return `${type.labels.singular} ${id}${post?.title ? ` "${startOf(post.title, 60)}"` : ''}`;
    return (mayBeOpened(post) ? paths.get(id) : undefined) ?? `/?p=${id}`;
  };
  const termIds = places.flatMap((place) => ('term' in place ? [place.term] : []));
  const terms = new Map<number, Term>();
  for (const some of portions(termIds))
    for (const term of await findWithAncestors(read, some)) terms.set(term.id, term);
  const termShown = (id: number) => {
    const term = terms.get(id);
    if (!term || !taxonomyNamed(term.taxonomy).isPublic)
      return `${taxonomyNamed(term?.taxonomy ?? '').labels.singular} ${id} "${term?.name ?? ''}"`;
    return permalinks(structure).term(chainOf(term, terms));
  };
  const shown = (place: Place) => {
    if ('what' in place) return place.what;
    if ('term' in place) return termShown(place.term);
    const post = postShown(postOf.get(place) ?? 0);
    return 'comment' in place ? `${post}${post.startsWith('/') ? '' : ', '}#comment-${place.comment}` : post;
  };
  return new Map(places.map((place) => [place, shown(place)]));
}
