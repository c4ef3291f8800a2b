import type { Reader } from '../../kernel/db/open-database.ts';
import { foreignSlug } from '../../lib/slugify.ts';
import { findTermBySlug, findTerms } from '../terms/index.ts';
import { sectionTaxonomy, tagTaxonomy } from '../types/index.ts';
import { Ledger } from './ledger.ts';

/** Ids at the old site that content refers to; slugs are allowed for terms. */
export type NamedThere = Readonly<Record<'categories' | 'tags' | 'authors' | 'posts', readonly string[]>>;
/** Ids here of categories, users and posts, and slugs of tags. */
export type NamedHere = Readonly<Record<keyof NamedThere, ReadonlyMap<string, string>>>;

/** Per kind. */
const maxNamed = 100;

/** Resolves the old site's ids in a post. Posts written here refer to ids of this site, or of the only imported one. */
export async function findNamedHere(read: Reader, postId: number, named: NamedThere): Promise<NamedHere> {
  const sources = await findSources(read);
  const source = sources.length < 2 ? sources[0] : await sourceOf(read, sources, postId);
  const ledger = source === undefined ? undefined : new Ledger(source);
  const isOurs = sources.length === 0;
  const terms = async (taxonomy: string, names: readonly string[]) =>
    found(names, async (name) => {
      const id = !isId(name)
        ? undefined
        : isOurs
          ? Number(name)
          : (await ledger?.findNote(read, 'term', `${taxonomy}:${name}`))?.localId;
      const byId = id ? (await findTerms(read, [id])).get(id) : undefined;
      const slug = foreignSlug(name);
      return byId?.taxonomy === taxonomy
        ? byId
        : slug === ''
          ? undefined
          : findTermBySlug(read, taxonomy, slug);
    });
  const byLedger = (kind: 'post' | 'user', names: readonly string[]) =>
    found(names.filter(isId), async (name) => {
      if (isOurs) return Number(name);
      return (
        (kind === 'post'
          ? await ledger?.findOne(read, 'post', name)
          : await ledger?.findNote(read, 'user', name)
        )?.localId || undefined
      );
    });
  const text = <Value>(all: ReadonlyMap<string, Value>, value: (one: Value) => string) =>
    new Map([...all].map(([name, one]) => [name, value(one)]));
  const [categories, tags, authors, posts] = await Promise.all([
    terms(sectionTaxonomy, named.categories),
    terms(tagTaxonomy, named.tags),
    byLedger('user', named.authors),
    byLedger('post', named.posts),
  ]);
  return {
    categories: text(categories, ({ id }) => String(id)),
    tags: text(tags, ({ slug }) => slug),
    authors: text(authors, String),
    posts: text(posts, String),
  };
}

const isId = (name: string) => /^\d{1,15}$/.test(name);

async function found<Value>(
  names: readonly string[],
  find: (name: string) => Promise<Value | undefined>,
): Promise<Map<string, Value>> {
  const values = new Map<string, Value>();
  await Promise.all(
    names.slice(0, maxNamed).map(async (name) => {
      const value = await find(name);
      if (value !== undefined) values.set(name, value);
    }),
  );
  return values;
}

async function findSources(read: Reader): Promise<string[]> {
  const rows = await read
    .selectFrom('import_item')
    .select('source')
    .where('kind', '=', 'site')
    .where('external_id', '=', '')
    .execute();
  return rows.map(({ source }) => source);
}

async function sourceOf(
  read: Reader,
  sources: readonly string[],
  postId: number,
): Promise<string | undefined> {
  if (postId === 0) return undefined;
  const row = await read
    .selectFrom('import_item')
    .select('source')
    .where('kind', '=', 'post')
    .where('source', 'in', sources)
    .where('local_id', '=', postId)
    .where('hash', '<>', '')
    .limit(1)
    .executeTakeFirst();
  return row?.source;
}
