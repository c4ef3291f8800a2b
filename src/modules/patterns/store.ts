import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import {
  enlistedBesideStatusSql,
  isEnlisted,
  summaryColumns,
  toPost,
  wholeParts,
  freshRenderSql,
  findFirstMeta,
  isShownKey,
  isShownValue,
  findDataMeta,
  holdsData,
} from '../posts/index.ts';
import type { Post, StoredRender, Expansion, SourceText } from '../posts/index.ts';
import { metaRules, patternType, postTypeNamed } from '../types/index.ts';
import { patternRefs } from '../../lib/markup/block-refs.ts';
import { portions } from '../../lib/batch.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { mayHoldDataBlocks } from '../../lib/builder-data/data-blocks.ts';
import { wordsWithData } from '../shown-texts/index.ts';
import { readSettings } from '../settings/index.ts';
import { boundMetaKeys, dateFact, mayBindFacts } from '../../lib/markup/bindings.ts';
import { expandPatterns, deepestPatterns } from './expand-patterns.ts';

export interface ShownPattern {
  readonly post: Post;
  readonly render: StoredRender | undefined;
}

/** Patterns by id that can be embedded (published, no password). One query. */
export async function findPatterns(read: Reader, ids: readonly number[]): Promise<Map<number, ShownPattern>> {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('post')
    .leftJoin('post_render', (join) => join.onRef('post_render.post_id', '=', 'post.id').on(freshRenderSql))
    .select([
      ...summaryColumns.map((column) => `post.${column}` as const),
      'post.content',
      'post_render.render_key',
      'post_render.document',
    ])
    .select(wholeParts)
    .where('post.id', 'in', ids)
    .where('post.type', '=', patternType)
    .where(enlistedBesideStatusSql)
    .execute();
  return new Map(
    rows.map(({ render_key: key, document, ...row }) => [
      row.id,
      { post: toPost(row), render: key === null || document === null ? undefined : { key, document } },
    ]),
  );
}

/**
 * Expands patterns and bound meta and dates, in the order of `texts`; undefined for texts without them. Locks the
 * patterns until the transaction ends, so that a change of one finds the posts that read it.
 */
export async function expandTexts(
  tx: Tx,
  sources: readonly SourceText[],
): Promise<(Expansion | undefined)[]> {
  const texts = await withWordsOfData(tx, sources);
  const refs = texts.map(({ content }) => patternRefs(content));
  const contentById = new Map<number, string>();
  const versions = new Map<number, number>();
  const refsById = new Map<number, readonly number[]>();
  let pending = new Set(refs.flat());
  for (let level = 0; level < deepestPatterns && pending.size > 0; level++) {
    const found = await readPatterns(tx, [...pending]);
    for (const id of pending) versions.set(id, found.get(id)?.version ?? 0);
    for (const [id, { content }] of found) {
      if (content === undefined) continue;
      contentById.set(id, content);
      refsById.set(id, patternRefs(content));
    }
    pending = new Set([...pending].flatMap((id) => refsById.get(id) ?? []).filter((id) => !versions.has(id)));
  }
  const keysById = new Map([...contentById].map(([id, content]) => [id, boundMetaKeys(content)]));
  const parts = texts.map((text, index) => {
    const named = new Set(refs[index]); // grows during iteration
    for (const id of named) for (const inner of refsById.get(id) ?? []) named.add(inner);
    const keys = [...boundMetaKeys(text.content), ...[...named].flatMap((id) => keysById.get(id) ?? [])];
    return { ...text, named, keys: new Set(keys.filter(isShownKey)) };
  });
  const binding = parts.flatMap(({ id, keys }) => (id === undefined || keys.size === 0 ? [] : [id]));
  const stored = await findFirstMeta(tx.db, binding, [...new Set(parts.flatMap(({ keys }) => [...keys]))]);
  const bindsFacts = (content: string, named: ReadonlySet<number>) =>
    mayBindFacts(content) || [...named].some((pattern) => mayBindFacts(contentById.get(pattern) ?? ''));
  const zone = parts.some(({ content, named }) => bindsFacts(content, named))
    ? (await readSettings(tx.db)).settings.timezone_string
    : '';
  return parts.map(({ content, type, id = 0, meta = {}, dates, named, keys }, index) => {
    if (
      named.size === 0 &&
      keys.size === 0 &&
      !bindsFacts(content, named) &&
      content === sources[index]?.content
    )
      return undefined;
    const metaOf = (key: string, isMarkup: boolean) => {
      const value = Object.hasOwn(meta, key) ? meta[key]?.[0] : stored.get(id)?.get(key);
      if (!keys.has(key) || value === undefined || !isShownValue(value)) return undefined;
      return isMarkup && isTextField(type, key) ? escapeHtml(value) : value;
    };
    return {
      text: expandPatterns(content, {
        contentById,
        metaOf,
        factOf: (field) => dateFact(field, dates, zone),
        patternId: type === patternType ? id : undefined,
      }),
      versions: new Map(
        [...named].flatMap((pattern) => {
          const version = versions.get(pattern);
          return version === undefined ? [] : [[pattern, version] as const];
        }),
      ),
    };
  });
}

/** Fields other than rich text are shown as they are; meta without a field may be HTML, as in WordPress. */
function isTextField(type: string, key: string): boolean {
  const { meta } = postTypeNamed(type);
  const schema = Object.hasOwn(meta, key) ? meta[key] : undefined;
  return schema !== undefined && metaRules.get(schema)?.isMarkup === false;
}

async function withWordsOfData(tx: Tx, texts: readonly SourceText[]): Promise<SourceText[]> {
  const stored = await findDataMeta(
    tx.db,
    texts.flatMap(({ id, hasData }) => (id !== undefined && hasData ? [id] : [])),
  );
  return texts.map((text) => {
    const { id = 0, meta = {}, title = '', excerpt = '', content } = text;
    const left = (stored.get(id) ?? []).filter(([key]) => !Object.hasOwn(meta, key));
    if (left.length === 0 && !holdsData(meta) && !mayHoldDataBlocks(content)) return text;
    const written = Object.entries(meta).flatMap(([key, values]) =>
      values.map((value) => [key, value] as const),
    );
    return { ...text, content: wordsWithData({ title, excerpt, content }, [...left, ...written]) };
  });
}

interface ReadPattern {
  readonly version: number;
  /** Undefined if it may not be shown. */
  readonly content: string | undefined;
}

async function readPatterns(tx: Tx, ids: readonly number[]): Promise<Map<number, ReadPattern>> {
  const found = new Map<number, ReadPattern>();
  for (const some of portions(ids)) {
    const rows = await tx.db
      .selectFrom('post')
      .select(['id', 'revision', 'status', 'password', 'content'])
      .where('id', 'in', some)
      .where('type', '=', patternType)
      .orderBy('id')
      .$if(tx.dialect.rowLocks, (query) => query.forShare())
      .execute();
    for (const row of rows)
      found.set(row.id, { version: row.revision, content: isEnlisted(row) ? row.content : undefined });
  }
  return found;
}

export async function notePatterns(
  tx: Tx,
  versionsByPost: ReadonlyMap<number, Expansion['versions'] | undefined>,
): Promise<void> {
  for (const ids of portions([...versionsByPost.keys()]))
    await tx.db.deleteFrom('post_pattern').where('post_id', 'in', ids).execute();
  const rows = [...versionsByPost].flatMap(([id, versions]) =>
    [...(versions ?? [])].map(([patternId, version]) => ({ post_id: id, pattern_id: patternId, version })),
  );
  for (const some of portions(rows)) await tx.db.insertInto('post_pattern').values(some).execute();
}

/** Marks recorded versions as outdated when a new pattern takes an id that posts already refer to. */
export async function forgetVersions(tx: Tx, patternId: number): Promise<void> {
  await tx.db
    .updateTable('post_pattern')
    .set({ version: -1 })
    .where('pattern_id', '=', patternId)
    .where(sql<boolean>`version > 0`)
    .execute();
}
