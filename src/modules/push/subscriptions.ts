import { sql } from 'kysely';
import { ECDH } from 'node:crypto';
import { z } from 'zod';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { UnavailableError } from '../../lib/errors.ts';
import { isPushService } from './push.ts';

/** Characters of an endpoint; those in use have 150 to 700. */
const maxEndpointLength = 1500;
const maxSubscriptions = 500_000;

const base64url = (bytes: number) =>
  z
    .string()
    .max(120)
    .transform((text) =>
      text
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/={1,2}$/, ''),
    )
    .refine(
      (text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes,
      `expected ${bytes} bytes in base64url`,
    );

function isPoint(key: string): boolean {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url', 'hex', 'uncompressed').length === 130;
  } catch {
    return false; // not on the curve: messages could not be encrypted
  }
}

/** A subscription as in `PushSubscription.toJSON()`. `services`: trusted origins, in addition to the well-known push services. */
export const subscriptionSchema = (services: readonly string[]) =>
  z.object({
    endpoint: z
      .string()
      .max(maxEndpointLength)
      .refine(
        (endpoint) => isPushService(endpoint, services),
        'expected the https address of a push service that this site knows',
      ),
    keys: z.object({
      p256dh: base64url(65).refine(isPoint, 'expected a point of the curve P-256'),
      auth: base64url(16),
    }),
  });

export type PushTarget = z.output<ReturnType<typeof subscriptionSchema>>;

export async function lastNumber(read: Reader): Promise<number> {
  const message = await read
    .selectFrom('push_message')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const subscription = await read
    .selectFrom('push_subscription')
    .select('told')
    .orderBy('told', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Math.max(message?.number ?? 0, subscription?.told ?? 0);
}

/** Stores a subscription, which receives messages from now on; a known endpoint gets the new keys and language. Throws `UnavailableError` beyond the limit. */
export async function saveSubscription(
  tx: Tx,
  { endpoint, keys }: PushTarget,
  siteUrl: string,
  language = '',
): Promise<void> {
  const known = await tx.db
    .updateTable('push_subscription')
    .set({ ...keys, site_url: siteUrl, ...(language === '' ? {} : { language }) })
    .where('endpoint', '=', endpoint)
    .executeTakeFirst();
  if (known.numUpdatedRows > 0n) return;
  const { count } = await tx.db
    .selectFrom('push_subscription')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxSubscriptions)
    throw new UnavailableError(`This site has ${maxSubscriptions} subscribers, and takes no more.`);
  await tx.db
    .insertInto('push_subscription')
    .values({
      endpoint,
      ...keys,
      site_url: siteUrl,
      language,
      created_at: Date.now(),
      told: await lastNumber(tx.db),
    })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(keys))
    .execute();
}

/** Removes a subscription, if it exists. Needs no further authorization: only its browser knows the endpoint. */
export async function removeSubscription(tx: Tx, endpoint: string): Promise<void> {
  await tx.db.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute();
}

/** The primary language of an `Accept-Language` header, such as `de`; empty without one. */
export const languageIn = (header = ''): string =>
  /^\s*([a-z]{2,3})\b/i.exec(header)?.[1]?.toLowerCase() ?? '';

export type BrowserFamily = 'chromium' | 'firefox' | 'safari' | 'edge' | 'other';

const families: readonly (readonly [RegExp, BrowserFamily])[] = [
  [/(?:^|\.)googleapis\.com$/, 'chromium'],
  [/(?:^|\.)mozilla\.com$/, 'firefox'],
  [/(?:^|\.)apple\.com$/, 'safari'],
  [/(?:^|\.)windows\.com$/, 'edge'],
];

/** The browser family that uses an endpoint's push service. */
export function browserFamily(endpoint: string): BrowserFamily {
  const { hostname } = new URL(endpoint);
  return families.find(([host]) => host.test(hostname))?.[1] ?? 'other';
}

/** A subscriber without its endpoint and keys, which would let others send messages. */
export interface Subscriber {
  readonly id: number;
  readonly browser: BrowserFamily;
  readonly language: string;
  /** Milliseconds; 0: never. */
  readonly createdAt: number;
  readonly deliveredAt: number;
  readonly failedAt: number;
}

const subscriberColumns = [
  'id',
  'endpoint',
  'language',
  'created_at as createdAt',
  'delivered_at as deliveredAt',
  'failed_at as failedAt',
] as const;

/** The newest first. */
export async function listSubscribers(
  read: Reader,
  siteUrl: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Subscriber[]> {
  const rows = await read
    .selectFrom('push_subscription')
    .select(subscriberColumns)
    .where('site_url', '=', siteUrl)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ endpoint, ...row }) => ({ ...row, browser: browserFamily(endpoint) }));
}

export async function findSubscriber(read: Reader, id: number): Promise<Subscriber | undefined> {
  const row = await read
    .selectFrom('push_subscription')
    .select(subscriberColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { endpoint, ...shown } = row;
  return { ...shown, browser: browserFamily(endpoint) };
}

export async function deleteSubscriber(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('push_subscription').where('id', '=', id).execute();
}

/** `below`: only those that have not been sent the message of this number. */
export async function countSubscribers(read: Reader, siteUrl: string, below?: number): Promise<number> {
  const { count } = await read
    .selectFrom('push_subscription')
    .select(sql<number>`count(*)`.as('count'))
    .where('site_url', '=', siteUrl)
    .$if(below !== undefined, (query) => query.where('told', '<', below ?? 0))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const dayMs = 86_400_000;

/** Current subscribers by the day (UTC) of their subscription, for the last `days` days. */
export async function subscriptionsByDay(
  read: Reader,
  siteUrl: string,
  { days, now }: { readonly days: number; readonly now: number },
): Promise<{ readonly day: number; readonly count: number }[]> {
  const first = Math.floor(now / dayMs) - days + 1;
  const day = sql<number>`(created_at / ${sql.lit(dayMs)})`;
  const rows = await read
    .selectFrom('push_subscription')
    .select([day.as('day'), sql<number>`count(*)`.as('count')])
    .where('site_url', '=', siteUrl)
    .where('created_at', '>=', first * dayMs)
    .groupBy(day)
    .execute();
  const counts = new Map(rows.map((row) => [Math.floor(Number(row.day)), Number(row.count)]));
  return Array.from({ length: days }, (_, at) => ({
    day: (first + at) * dayMs,
    count: counts.get(first + at) ?? 0,
  }));
}

/** A stored subscription of this site; undefined if the browser isn't subscribed. */
export async function findTarget(
  read: Reader,
  endpoint: string,
  siteUrl: string,
): Promise<PushTarget | undefined> {
  const row = await read
    .selectFrom('push_subscription')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('endpoint', '=', endpoint)
    .where('site_url', '=', siteUrl)
    .executeTakeFirst();
  return row && { endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } };
}
