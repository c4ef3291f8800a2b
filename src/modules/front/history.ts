import { z } from 'zod';
import type { Reader } from '../../kernel/db/open-database.ts';
import { listActivity } from '../activity/index.ts';
import { findSummaries } from '../posts/index.ts';
import { findTerms } from '../terms/index.ts';
import { sectionTaxonomy } from '../types/index.ts';
import type { SentFront } from './merge-fronts.ts';
import { categoryOfArea, isFrontArea } from './model.ts';

const maxListed = 20;

const storedEnd = z.string().nullable();
const storedFront = z.object({
  pins: z.array(
    z.object({
      post_id: z.number(),
      area: z.string(),
      ends_at: storedEnd,
      headline: z.string(),
      picture: z.number(),
    }),
  ),
  breaking: z.object({ text: z.string(), url: z.string(), ends_at: storedEnd }).nullable(),
});

export interface FormerFront extends SentFront {
  /** Of the log entry. */
  readonly id: number;
  readonly date: string;
  readonly user: number;
  readonly user_name: string;
}

const categoryOf = (area: string) => (isFrontArea(area) ? categoryOfArea(area) : undefined);

/** The last arrangements, newest first, without deleted posts, categories and pictures and ended pins. */
export async function listFrontHistory(read: Reader, now = Date.now()): Promise<FormerFront[]> {
  const entries = (await listActivity(read, { kind: 'front', limit: maxListed })).flatMap((entry) => {
    const parsed = storedFront.safeParse(entry.details?.['front']?.after);
    return parsed.success ? [{ ...entry, front: parsed.data }] : [];
  });
  const all = entries.flatMap(({ front }) => front.pins);
  const [known, terms] = await Promise.all([
    findSummaries(read, [...new Set(all.flatMap((pin) => [pin.post_id, pin.picture]))]),
    findTerms(read, [...new Set(all.flatMap(({ area }) => categoryOf(area) ?? []))]),
  ]);
  const isArea = (area: string) =>
    area === 'lead' || terms.get(categoryOf(area) ?? 0)?.taxonomy === sectionTaxonomy;
  const lasts = (end: string | null) => end === null || Date.parse(end) > now;
  return entries.map(({ id, at, userId, userName, front: { pins, breaking } }) => ({
    id,
    date: new Date(at).toISOString(),
    user: userId,
    user_name: userName,
    pins: pins.flatMap((pin) =>
      known.has(pin.post_id) && isArea(pin.area) && lasts(pin.ends_at)
        ? [{ ...pin, picture: known.has(pin.picture) ? pin.picture : 0 }]
        : [],
    ),
    breaking: breaking && lasts(breaking.ends_at) ? breaking : null,
  }));
}
