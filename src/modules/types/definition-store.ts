import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { readDefinition } from './own-definition.ts';
import type {
  DefinitionKind,
  StoredDefinition,
  TaxonomyDefinition,
  TypeDefinition,
} from './own-definition.ts';
import { namesOfCode, registeredTypes } from './registry.ts';

const columns = ['name', 'kind', 'definition', 'revision', 'is_deleted'] as const;

/** All stored definitions, deleted ones included, by name. */
export async function listDefinitions(read: Reader): Promise<StoredDefinition[]> {
  const rows = await read.selectFrom('content_type').select(columns).orderBy('name').execute();
  return rows.map(readDefinition);
}

/** Serializes changes of definitions until the transaction ends, since no two have the same address. */
export async function holdDefinitions(tx: Tx): Promise<void> {
  await tx.dialect.lockName('content types')?.execute(tx.db);
}

interface Written {
  readonly name: string;
  readonly kind: DefinitionKind;
  readonly definition: TypeDefinition | TaxonomyDefinition;
  readonly formerSlugs: readonly string[];
}

/** Adds a definition, or replaces the stored one of that name. */
export async function writeDefinition(
  tx: Tx,
  { name, kind, definition, formerSlugs }: Written,
): Promise<void> {
  const values = {
    kind,
    definition: JSON.stringify({ ...definition, formerSlugs }),
    is_deleted: 0,
    updated_at: Date.now(),
  };
  await tx.db
    .insertInto('content_type')
    .values({ name, ...values, revision: 1 })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((eb) => ({ ...values, revision: eb('content_type.revision', '+', 1) })),
    )
    .execute();
  tx.emit('types');
}

/** Replaces only the former slugs, which users don't edit; the revision stays. */
export async function writeFormerSlugs(
  tx: Tx,
  { name, definition, formerSlugs }: Pick<Written, 'name' | 'definition' | 'formerSlugs'>,
): Promise<void> {
  await tx.db
    .updateTable('content_type')
    .set({ definition: JSON.stringify({ ...definition, formerSlugs }) })
    .where('name', '=', name)
    .execute();
}

/** Marks a definition as deleted. Its items stay. */
export async function hideDefinition(tx: Tx, name: string): Promise<void> {
  await tx.db
    .updateTable('content_type')
    .set((eb) => ({ is_deleted: 1, revision: eb('revision', '+', 1), updated_at: Date.now() }))
    .where('name', '=', name)
    .execute();
  tx.emit('types');
}

/** Items of each type, in any status but `auto-draft`; or terms of each taxonomy. */
export async function countItems(read: Reader, kind: DefinitionKind): Promise<Map<string, number>> {
  const types = kind === 'post_type' ? await typesInUse(read) : [];
  if (kind === 'post_type' && types.length === 0) return new Map();
  const rows =
    kind === 'post_type'
      ? await read
          .selectFrom('post')
          .select(['type as name', (eb) => eb.fn.countAll<number>().as('count')])
          .where('status', '<>', 'auto-draft')
          .where('type', 'in', types)
          .groupBy('type')
          .execute()
      : await read
          .selectFrom('term')
          .select(['taxonomy as name', (eb) => eb.fn.countAll<number>().as('count')])
          .where('taxonomy', 'not in', namesOfCode('taxonomy'))
          .groupBy('taxonomy')
          .execute();
  return new Map(rows.map(({ name, count }) => [name, Number(count)]));
}

/** Types of posts that the code doesn't define. Skips from type to type in the index, since nearly all posts have a type of the code. */
async function typesInUse(read: Reader): Promise<string[]> {
  const { rows } = await sql<{ readonly type: string }>`
    with recursive used(type) as (
      select min(type) from post
      union all
      select (select min(type) from post where post.type > used.type) from used where used.type is not null)
    select type from used where type is not null`.execute(read);
  const ofCode = new Set(namesOfCode('post_type'));
  return rows.map(({ type }) => type).filter((type) => !ofCode.has(type));
}

/** Whether posts have this type, or terms this taxonomy. */
export async function isInUse(read: Reader, name: string): Promise<boolean> {
  const post = await read
    .selectFrom('post')
    .select('id')
    .where('type', '=', name)
    .limit(1)
    .executeTakeFirst();
  if (post) return true;
  const term = await read
    .selectFrom('term')
    .select('id')
    .where('taxonomy', '=', name)
    .limit(1)
    .executeTakeFirst();
  return term !== undefined;
}

/** A post, page or file at the root with one of these slugs, which would have the address of a type. */
export async function findAtRoot(
  read: Reader,
  slugs: readonly string[],
): Promise<
  { readonly id: number; readonly type: string; readonly title: string; readonly slug: string } | undefined
> {
  const types = registeredTypes().filter((type) => type.isPublic && type.slug === '');
  return read
    .selectFrom('post')
    .select(['id', 'type', 'title', 'slug'])
    .where('slug', 'in', slugs)
    .where('parent_id', '=', 0)
    .where('status', 'not in', ['draft', 'auto-draft', 'pending', 'trash'])
    .where(
      'type',
      'in',
      types.map(({ name }) => name),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** A slug that several posts of a type have, below different parents. */
export async function findSharedSlug(read: Reader, type: string): Promise<string | undefined> {
  const row = await read
    .selectFrom('post')
    .select('slug')
    .where('type', '=', type)
    .where('slug', '<>', '')
    .groupBy('slug')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .limit(1)
    .executeTakeFirst();
  return row?.slug;
}
