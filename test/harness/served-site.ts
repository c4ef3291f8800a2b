import { request as httpRequest } from 'node:http';
import { expect } from 'vitest';
import { buildApp } from '../../src/app.ts';
import type { App, AppDependencies } from '../../src/app.ts';
import { noticeQueue, reportNoticeQueue } from '../../src/modules/comments/jobs.ts';
import { startQueues } from '../../src/kernel/jobs/job-queue.ts';
import { mailQueue } from '../../src/modules/mail/mail.ts';
import { createSession, createNonce } from '../../src/modules/users/session.ts';
import { createSessions } from '../../src/modules/users/sessions.ts';
import { restNonceAction } from '../../src/site/rest/rest-actor.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { freePort } from '../../src/lib/network.ts';
import { createSigner, loadSecret } from '../../src/lib/keys.ts';
import type { TestDatabase } from './databases.ts';
import { lastGoodAfterMs } from './last-good.ts';

/** The whole app on a test database, listening on loopback. */
export interface ServedSite {
  readonly url: string;
  readonly app: App;
  readonly database: Database;
  /** Logs a user in; returns their `Cookie` header and a REST nonce. */
  signIn(userId: number): Promise<{ readonly cookie: string; readonly nonce: string }>;
  close(): Promise<void>;
}

/** Starts the app like main.ts, in this process; of the background work only mail is sent, with an `smtpUrl`. `siteUrl`: the configured one. */
export async function serveSite(
  place: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>,
  config: Partial<AppDependencies['config']> & { readonly smtpUrl?: string; readonly siteUrl?: string } = {},
  clock: Pick<AppDependencies, 'now' | 'admin' | 'fetchLibrary' | 'sizesWaitMs'> = {},
): Promise<ServedSite> {
  const port = await freePort('127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const database = await openSiteDatabase({ ...place, maxConnections: 5 });
  await database.migrate();
  await database.watch();
  const app = await buildApp({
    config: {
      dataDir: place.dataDir,
      pageCacheBytes: 16 * 1024 * 1024,
      logLevel: 'fatal',
      trustProxy: [],
      ...config,
    },
    database,
    siteUrl: config.siteUrl ?? url,
    version: 'test',
    lastGoodAfterMs,
    ...clock,
  });
  const { log } = app.server;
  const site = { content: app.content, database, log, smtpUrl: config.smtpUrl, dataDir: place.dataDir };
  const jobs = startQueues(
    config.smtpUrl === undefined ? [] : [noticeQueue(site), reportNoticeQueue(site), mailQueue(site)],
    { bus: database.bus, log },
  );
  const close = async () => {
    await app.close();
    await jobs.close();
    await database.close();
  };
  try {
    await app.server.listen({ port, host: '127.0.0.1' });
  } catch (error) {
    await close();
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return serveSite(place, config, clock); // taken in the meantime
    throw error;
  }
  const signer = createSigner(loadSecret(place.dataDir));
  return {
    url,
    app,
    database,
    close,
    signIn: async (userId) => {
      const session = await database.write((tx) => createSession(tx, userId));
      const cookie = createSessions(database, signer, config.siteUrl ?? url)
        .cookies(session, 'Somebody')
        .map((one) => one.split(';')[0])
        .join('; ');
      return { cookie, nonce: createNonce(signer, session, restNonceAction) };
    },
  };
}

export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Sends exactly this: follows no redirects and normalizes neither headers nor path. */
export function rawRequest(
  base: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<RawReply> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sending = httpRequest(
      {
        hostname,
        port,
        path,
        method: options.method ?? 'GET',
        agent: false,
        headers: {
          ...options.headers,
          connection: 'close',
          ...(options.body === undefined
            ? {}
            : { 'content-length': String(Buffer.byteLength(options.body)) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
        response.on('error', reject);
      },
    );
    sending.on('error', reject);
    sending.end(options.body);
  });
}

/** Ranks the related posts of these posts and waits for the result, since a later ranking would re-render their pages. */
export async function rankRelated(
  { url, app, database }: ServedSite,
  ...slugs: readonly string[]
): Promise<void> {
  for (const slug of slugs) expect((await rawRequest(url, `/${slug}/?relatedposts=1`)).status).toBe(200);
  await expect
    .poll(
      async () => {
        const rows = await database.read
          .selectFrom('post')
          .leftJoin('post_related', 'post_id', 'id')
          .select(['revision', 'ranking_key'])
          .where('slug', 'in', slugs)
          .execute();
        return rows.every(({ revision, ranking_key: key }) => key?.endsWith(`.${revision}`));
      },
      { interval: 5 },
    )
    .toBe(true);
  await database.write(async () => undefined); // waits for emissions of earlier writes
  await app.cache.idle();
}

export function ajax(
  base: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<RawReply> {
  return rawRequest(base, '/wp-admin/admin-ajax.php?td_theme_name=broadsheet&v=test', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}
