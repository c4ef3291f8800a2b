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

/** Stores a subscription, which receives messages from now on; a known endpoint gets the new keys. Throws `UnavailableError` beyond the limit. */
export async function saveSubscription(
  tx: Tx,
  { endpoint, keys }: PushTarget,
  siteUrl: string,
): Promise<void> {
  const known = await tx.db
    .updateTable('push_subscription')
    .set({ ...keys, site_url: siteUrl })
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
    .values({ endpoint, ...keys, site_url: siteUrl, created_at: Date.now(), told: await lastNumber(tx.db) })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(keys))
    .execute();
}

/** Removes a subscription, if it exists. Needs no further authorization: only its browser knows the endpoint. */
export async function removeSubscription(tx: Tx, endpoint: string): Promise<void> {
  await tx.db.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute();
}
