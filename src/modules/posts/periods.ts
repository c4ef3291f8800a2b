import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { fromLocal, zoneOffset } from '../../lib/dates.ts';
import { articleType } from '../types/index.ts';
import { listCountedDays } from './list.ts';
import { enlistedSql } from './policy.ts';

export type PeriodKind = 'yearly' | 'monthly' | 'weekly' | 'daily';

export interface Period {
  /** First and last day in the site's time zone: local midnight, encoded as if it were UTC, in milliseconds. */
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

const dayMs = 86_400_000;
/** UTC days that are read: a hundred years. */
const maxDays = 36_600;

/** Local midnight of the period's first day and of the day after its end. */
function boundsOf(kind: PeriodKind, local: number): readonly [first: number, next: number] {
  const date = new Date(local);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const midnight = Math.floor(local / dayMs) * dayMs;
  switch (kind) {
    case 'yearly':
      return [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
    case 'monthly':
      return [Date.UTC(year, month), Date.UTC(year, month + 1)];
    case 'weekly': {
      const monday = midnight - ((date.getUTCDay() + 6) % 7) * dayMs;
      return [monday, monday + 7 * dayMs];
    }
    case 'daily':
      return [Date.UTC(year, month, day), Date.UTC(year, month, day + 1)];
  }
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly bounds: readonly [first: number, next: number];
}

/** Splits a UTC day where a period ends in the site's time zone. */
function partsOf(
  { from, to }: { readonly from: number; readonly to: number },
  kind: PeriodKind,
  zone: string,
): Part[] {
  const parts: Part[] = [];
  for (let at = from; at < to; ) {
    const bounds = boundsOf(kind, at + zoneOffset(at, zone));
    const end = Math.min(to, Math.max(at + 1, fromLocal(bounds[1], zone)));
    parts.push({ from: at, to: end, bounds });
    at = end;
  }
  return parts;
}

/**
 * Periods with articles, newest first. Sums the counters of UTC days; for days that span two periods, the articles of
 * the first part are counted with the index. At most two queries.
 */
export async function listPeriods(
  read: Reader,
  kind: PeriodKind,
  zone: string,
  limit: number,
): Promise<Period[]> {
  const days = await listCountedDays(read, articleType, kind === 'daily' ? limit + 1 : maxDays);
  const parted = days.map((day) => ({ day, parts: partsOf(day, kind, zone) }));
  const cut = parted.flatMap(({ parts }) => parts.slice(0, -1));
  const counts = new Map((await countBetween(read, cut)).map((count, index) => [cut[index], count]));
  const found = new Map<number, Period>();
  for (const { day, parts } of parted) {
    let rest = day.count;
    for (const part of parts) {
      const count = part.to === day.to ? rest : (counts.get(part) ?? 0);
      rest -= count;
      const [first, next] = part.bounds;
      if (count > 0)
        found.set(first, { first, last: next - dayMs, count: count + (found.get(first)?.count ?? 0) });
    }
  }
  return [...found.values()].toSorted((a, b) => b.first - a.first).slice(0, limit);
}

/** Publication times of the nearest articles before and after a span; undefined if there aren't any. */
export interface DatesAround {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

export interface Span {
  /** [from, to), milliseconds. */
  readonly from: number;
  readonly to: number;
}

const spansSql = (spans: readonly Span[]) =>
  sql`with span (place, since, until) as (values ${sql.join(
    spans.map(
      ({ from, to }, place) =>
        sql`(cast(${place} as bigint), cast(${from} as bigint), cast(${to} as bigint))`,
    ),
  )})`;
const articlesIn = sql`from post where type = ${sql.lit(articleType)} and ${enlistedSql} and published_at >= span.since and published_at < span.until`;

async function countBetween(read: Reader, spans: readonly Span[]): Promise<number[]> {
  if (spans.length === 0) return [];
  const { rows } = await sql<{
    count: number | string;
  }>`${spansSql(spans)} select (select count(*) ${articlesIn}) as count from span order by place`.execute(
    read,
  );
  return rows.map(({ count }) => Number(count));
}

const spansAtOnce = 1000;

/** Indexes of the spans that contain listed articles. */
export async function findSpansWithArticles(read: Reader, spans: readonly Span[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (let first = 0; first < spans.length; first += spansAtOnce) {
    const some = spans.slice(first, first + spansAtOnce);
    const { rows } = await sql<{
      place: number | string;
    }>`${spansSql(some)} select place from span where exists (select 1 ${articlesIn})`.execute(read);
    for (const { place } of rows) found.add(first + Number(place));
  }
  return found;
}

/** Publication times of the last listed article before each span and the first one after it. */
export async function findDatesAround(read: Reader, spans: readonly Span[]): Promise<DatesAround[]> {
  if (spans.length === 0) return [];
  const articles = sql`from post where type = ${sql.lit(articleType)} and ${enlistedSql}`;
  const { rows } = await sql<{
    place: number | string;
    before: number | string | null;
    after: number | string | null;
  }>`${spansSql(spans)}
    select place, (select max(published_at) ${articles} and published_at < span.since) as before,
      (select min(published_at) ${articles} and published_at >= span.until) as after from span`.execute(read);
  const known = (at: number | string | null) => (at === null ? undefined : Number(at));
  const found = new Map(
    rows.map(({ place, before, after }) => [Number(place), { before: known(before), after: known(after) }]),
  );
  return spans.map((_span, place) => found.get(place) ?? { before: undefined, after: undefined });
}
