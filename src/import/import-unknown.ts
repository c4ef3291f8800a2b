import { boundMetaKeys } from '../content/patterns/bindings.ts';
import { isShownKey } from '../content/posts/meta-reader.ts';
import { findPostPaths } from '../content/posts/page-path.ts';
import { findSummaries } from '../content/posts/reader.ts';
import { readSettings } from '../content/settings/reader.ts';
import type { Database } from '../db/open-database.ts';
import { portions } from '../lib/portions.ts';
import { isKnownMetaKey } from './meta-keys.ts';
import type { UnknownUse } from './report.ts';
import type { WxrItem } from './wxr-events.ts';

/** Says how often a text holds blocks and shortcodes that nothing here knows, by name. */
export type LookForUnknown = (content: string) => Readonly<Record<'blocks' | 'shortcodes', ReadonlyMap<string, number>>>;

const kinds = ['blocks', 'shortcodes', 'metaKeys'] as const;
type Found = Readonly<Record<(typeof kinds)[number], ReadonlyMap<string, number>>>;

/** Names of one kind that are remembered; of more, only their uses are counted. */
const mostNames = 5000;
const longestName = 100;

interface Uses {
  uses: number;
  posts: number;
  /** A post that holds it, a public one if there is any. */
  example: number;
  isPublic: boolean;
}

/** Gathers what the posts of an import hold that nothing here knows, for its report. */
export class UnknownParts {
  readonly #look: LookForUnknown;
  readonly #names: Readonly<Record<(typeof kinds)[number], Map<string, Uses>>> = { blocks: new Map(), shortcodes: new Map(), metaKeys: new Map() };
  /** Meta keys that blocks show. */
  readonly #bound = new Set<string>();
  #beyond = 0;

  constructor(look: LookForUnknown = () => ({ blocks: new Map(), shortcodes: new Map() })) {
    this.#look = look;
  }

  /** Looks at an item; what it returns is called once the post is here. */
  in(item: WxrItem): (localId: number, isPublic: boolean) => void {
    const metaKeys = new Map(item.meta.filter(({ key }) => key !== '' && !isKnownMetaKey(key, item.type)).map(({ key }) => [key, 1]));
    const found: Found = { ...this.#look(item.content), metaKeys };
    const bound = boundMetaKeys(item.content).filter(isShownKey);
    return (localId, isPublic) => {
      for (const key of bound) if (this.#bound.size < mostNames) this.#bound.add(key.slice(0, longestName));
      for (const kind of kinds) for (const [name, uses] of found[kind]) this.#count(this.#names[kind], name.slice(0, longestName), uses, { localId, isPublic });
    };
  }

  #count(names: Map<string, Uses>, name: string, uses: number, { localId, isPublic }: { readonly localId: number; readonly isPublic: boolean }): void {
    const known = names.get(name);
    if (!known && names.size >= mostNames) {
      this.#beyond += uses;
      return;
    }
    const isBetter = !known || (isPublic && !known.isPublic);
    names.set(name, {
      uses: (known?.uses ?? 0) + uses, posts: (known?.posts ?? 0) + 1,
      example: isBetter ? localId : known.example, isPublic: isBetter ? isPublic : known.isPublic,
    });
  }

  /** All of it, the most used first, with the address of a post that holds it. */
  async list({ read }: Database): Promise<{ blocks: UnknownUse[]; shortcodes: UnknownUse[]; metaKeys: UnknownUse[]; beyond: number }> {
    const paths = await this.#paths(read);
    const listOf = (kind: (typeof kinds)[number]) =>
      [...this.#names[kind]].map(([name, { uses, posts, example }]) => ({ name, uses, posts, example: paths.get(example) ?? `/?p=${example}` }))
        .toSorted((a, b) => b.posts - a.posts || b.uses - a.uses || (a.name < b.name ? -1 : 1));
    for (const key of this.#bound) this.#names.metaKeys.delete(key); // a text that binds one may come after those that have it
    return { blocks: listOf('blocks'), shortcodes: listOf('shortcodes'), metaKeys: listOf('metaKeys'), beyond: this.#beyond };
  }

  async #paths(read: Database['read']): Promise<Map<number, string>> {
    const ids = new Set(kinds.flatMap((kind) => [...this.#names[kind].values()].filter(({ isPublic }) => isPublic).map(({ example }) => example)));
    const paths = new Map<number, string>();
    if (ids.size === 0) return paths;
    const { settings } = await readSettings(read);
    for (const some of portions([...ids])) {
      const posts = await findSummaries(read, some);
      for (const [id, path] of await findPostPaths(read, [...posts.values()], settings.permalink_structure)) paths.set(id, path);
    }
    return paths;
  }
}
