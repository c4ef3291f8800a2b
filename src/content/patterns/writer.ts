import { sql } from 'kysely';
import type { Tx } from '../../db/open-database.ts';
import { patternRefs } from '../../lib/markup/pattern-refs.ts';
import { portions } from '../../lib/portions.ts';
import { isEnlisted } from '../posts/policy.ts';
import { patternType } from '../types/names.ts';
import { expandPatterns } from './expand-patterns.ts';

/** A text with the patterns that it holds. */
export interface Expanded {
  /** The text as what reads words reads it. */
  readonly text: string;
  /** Every pattern that it names, in patterns of its own, too, with the version that was read; 0: there is none of this id. */
  readonly versions: ReadonlyMap<number, number>;
  /** Makes what the patterns bring, without the text’s own words, for who knows those. */
  readonly brought: () => string;
}

/** Patterns in patterns in patterns … at most, as on pages. */
const deepest = 8;

/**
 * Texts with the patterns in them, in the order of `contents`; undefined for those that name none. The patterns cannot be changed until the transaction ends:
 * who changes one then finds those who have read it.
 */
export async function expandTexts(tx: Tx, contents: readonly string[]): Promise<(Expanded | undefined)[]> {
  const refs = contents.map(patternRefs);
  const contentById = new Map<number, string>();
  const versions = new Map<number, number>();
  const refsById = new Map<number, readonly number[]>();
  let wanted = new Set(refs.flat());
  for (let level = 0; level < deepest && wanted.size > 0; level++) {
    const found = await readPatterns(tx, [...wanted]);
    for (const id of wanted) versions.set(id, found.get(id)?.version ?? 0);
    for (const [id, { content }] of found) {
      if (content === undefined) continue;
      contentById.set(id, content);
      refsById.set(id, patternRefs(content));
    }
    wanted = new Set([...wanted].flatMap((id) => refsById.get(id) ?? []).filter((id) => !versions.has(id)));
  }
  return contents.map((content, index) => {
    const own = refs[index] ?? [];
    if (own.length === 0) return undefined;
    const named = new Set(own); // grows while it is walked
    for (const id of named) for (const inner of refsById.get(id) ?? []) named.add(inner);
    return {
      text: expandPatterns(content, contentById), versions: new Map([...named].map((id) => [id, versions.get(id) ?? 0])),
      // Which blocks the patterns stand in decides what is read of them.
      brought: () => expandPatterns(commentsOf(content), contentById),
    };
  });
}

/** The comments of a text: where its blocks begin and end. */
function commentsOf(content: string): string {
  let found = '';
  for (let start = content.indexOf('<!--'); start !== -1;) {
    const end = content.indexOf('-->', start);
    if (end === -1) break;
    found += `${content.slice(start, end + 3)}\n`;
    start = content.indexOf('<!--', end);
  }
  return found;
}

interface ReadPattern {
  readonly version: number;
  /** Undefined where it is shown to nobody. */
  readonly content: string | undefined;
}

async function readPatterns(tx: Tx, ids: readonly number[]): Promise<Map<number, ReadPattern>> {
  const found = new Map<number, ReadPattern>();
  for (const some of portions(ids)) {
    const rows = await tx.db.selectFrom('post').select(['id', 'revision', 'status', 'password', 'content']).where('id', 'in', some)
      .where('type', '=', patternType).orderBy('id').$if(tx.dialect.rowLocks, (query) => query.forShare()).execute();
    for (const row of rows) found.set(row.id, { version: row.revision, content: isEnlisted(row) ? row.content : undefined });
  }
  return found;
}

/** Notes which patterns these posts hold; what was noted of them before goes. */
export async function notePatterns(tx: Tx, versionsByPost: ReadonlyMap<number, Expanded['versions'] | undefined>): Promise<void> {
  for (const ids of portions([...versionsByPost.keys()])) await tx.db.deleteFrom('post_pattern').where('post_id', 'in', ids).execute();
  const rows = [...versionsByPost].flatMap(([id, versions]) =>
    [...versions ?? []].map(([patternId, version]) => ({ post_id: id, pattern_id: patternId, version })));
  for (const some of portions(rows)) await tx.db.insertInto('post_pattern').values(some).execute();
}

/** A pattern came under an id that posts may have named before: whatever they read under it was another one. */
export async function forgetVersions(tx: Tx, patternId: number): Promise<void> {
  await tx.db.updateTable('post_pattern').set({ version: -1 }).where('pattern_id', '=', patternId).where(sql<boolean>`version > 0`).execute();
}
