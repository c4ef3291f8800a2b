import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionId, createNonce } from '../../src/modules/users/session.ts';
import type { Session } from '../../src/modules/users/session.ts';
import type { Database, Tx } from '../../src/kernel/db/open-database.ts';
import { builderBase } from '../../src/kernel/http/rest/rest-errors.ts';
import { nameOf, requestOf, titleOf } from '../harness/ask-matrix.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { isDrawn } from '../harness/drawn.ts';
import { accountTables, dumpTables } from '../harness/dump-tables.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { makeMatrixSite, makeSubject } from '../harness/matrix-site.ts';
import type { MatrixSite } from '../harness/matrix-site.ts';
import { matrixLines } from '../harness/read-matrix.ts';
import type { Json } from '../harness/rest-app.ts';

/** These write nothing themselves. */
const only =
  /^\/batch\/v1$|\/block-renderer\/|\/cached-pages$|\/template-check$|\/preview$|-previews?$|\/permalink$/;
/** Writes of an administrator over REST, each route and method once. */
const writing = matrixLines.filter(
  ({ method, letters, path }) => method !== 'GET' && /^[+c]/.test(letters) && !only.test(path),
);
const writes = writing.filter((line) => writing.find((one) => nameOf(one) === nameOf(line)) === line);

onDrawnDatabase('a user whose rights end before the write', (_get, place) => {
  let site: MatrixSite;
  let write: Database['write'];
  /** Runs before the next transaction without emitting tags, so no cache knows. */
  let concurrentWrite: ((tx: Tx) => Promise<unknown>) | undefined;
  let before: Awaited<ReturnType<typeof dumpTables>> | undefined;
  beforeAll(async () => {
    site = await makeMatrixSite(place());
    write = site.database.write.bind(site.database);
    site.database.write = async (work) => {
      const change = concurrentWrite;
      concurrentWrite = undefined;
      if (change) {
        await write(change);
        before = await stored();
      }
      return write(work);
    };
  });
  afterAll(() => site.close());
  /** All tables but the derived one: rendered texts. */
  const stored = async () => ({ ...(await dumpTables(site.database, accountTables)), post_render: [] });

  interface Chief {
    readonly id: number;
    readonly session: Session;
    readonly headers: Readonly<Record<string, string>>;
  }
  let people = 0;
  async function chief(): Promise<Chief> {
    const id = await write((tx) => makeUser(tx, { login: `chief${people++}`, roles: ['administrator'] }));
    const { cookie, nonce, session } = await site.signIn(id);
    const headers = { cookie, 'x-wp-nonce': nonce };
    // The user's session is resolved by now.
    expect(
      (await site.app.server.inject({ method: 'GET', url: '/wp-json/wp/v2/users/me', headers })).statusCode,
    ).toBe(200);
    return { id, session, headers };
  }
  const changes: Readonly<Record<string, readonly [number, (tx: Tx, id: number) => Promise<unknown>]>> = {
    'their session ended': [401, (tx, id) => tx.db.deleteFrom('session').where('user_id', '=', id).execute()],
    'their role was taken': [
      403,
      (tx, id) => tx.db.updateTable('user').set({ roles: '["subscriber"]' }).where('id', '=', id).execute(),
    ],
    'their account is gone': [401, (tx, id) => tx.db.deleteFrom('user').where('id', '=', id).execute()],
  };

  for (const [turn, [what, [status, change]]] of Object.entries(changes).entries()) {
    test(`writes nothing over REST where ${what}`, async () => {
      for (const [nth, line] of writes.entries()) {
        if (!isDrawn(`looked again on ${place().dialect}`, nth + turn, Object.keys(changes).length)) continue;
        const { id, headers } = await chief();
        const subject =
          line.subject === '-'
            ? {}
            : await write((tx) => makeSubject(tx, site, id, `${line.path}${line.query}`, line.subject));
        const { method, url, type, payload } = requestOf(line, subject);
        before = undefined;
        concurrentWrite = (tx) => change(tx, id);
        const reply = await site.app.server.inject({
          method: method as 'POST',
          url,
          headers: { ...type, ...headers },
          ...(payload === undefined ? {} : { payload }),
        });
        const due = line.path.startsWith(builderBase) ? 403 : status; // the same for all users
        expect([titleOf(line), reply.statusCode, reply.json<Json>()['message']]).toEqual([
          titleOf(line),
          due,
          expect.stringContaining('Nothing was written'),
        ]);
        expect([titleOf(line), await stored()]).toEqual([titleOf(line), before]);
      }
      expect(writes.length).toBeGreaterThan(50);
    });

    test(`writes nothing by a form where ${what}`, async () => {
      const post = await write((tx) => makePost(tx, { commentStatus: 'open' }));
      const profile = '/wp-admin/profile.php';
      const forms: readonly (readonly [string, Record<string, string>, string?])[] = [
        [profile, { section: 'about', displayName: 'Another', revision: '1' }, 'profile'],
        [profile, { section: 'program', name: 'Phone' }, 'profile'],
        [profile, { section: 'portrait-gone', revision: '1' }, 'profile'],
        ['/wp-admin/authorize-application.php', { app_name: 'A program' }, 'authorize-application'],
        [
          '/wp-comments-post.php',
          {
            comment_post_ID: String(post),
            comment: `Remark ${people}`,
            author: 'Chief',
            email: 'chief@mail.example',
          },
        ],
      ];
      for (const [url, fields, action] of forms) {
        const { id, session, headers } = await chief();
        before = undefined;
        concurrentWrite = (tx) => change(tx, id);
        const nonce: Record<string, string> =
          action === undefined ? {} : { _wpnonce: createNonce(site.signer, session, action) };
        const reply = await site.app.server.inject({
          method: 'POST',
          url,
          headers: { cookie: headers['cookie'] ?? '', 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ ...fields, ...nonce }).toString(),
        });
        expect([
          url,
          fields['section'],
          reply.statusCode,
          /no longer allowed|meanwhile/.test(reply.body),
        ]).toEqual([url, fields['section'], status, true]);
        expect([url, await stored()]).toEqual([url, before]);
      }
    });
  }

  test('a program with a revoked password writes nothing, and a session renewed under another token does', async () => {
    const { id, headers, session } = await chief();
    const post = (more: Readonly<Record<string, string>>) =>
      site.app.server.inject({
        method: 'POST',
        url: '/wp-json/wp/v2/posts',
        headers: more,
        payload: { title: 'By a program' },
      });
    const made = await site.app.server.inject({
      method: 'POST',
      url: `/wp-json/wp/v2/users/${id}/application-passwords`,
      headers,
      payload: { name: 'Phone' },
    });
    const authorization = `Basic ${Buffer.from(`chief${people - 1}:${String(made.json<Json>()['password'])}`).toString('base64')}`;
    expect((await post({ authorization })).statusCode).toBe(201);
    concurrentWrite = (tx) => tx.db.deleteFrom('application_password').where('user_id', '=', id).execute();
    expect((await post({ authorization })).statusCode).toBe(401);
    concurrentWrite = async (tx) => {
      const old = sessionId(session.token);
      const row = await tx.db
        .selectFrom('session')
        .selectAll()
        .where('id', '=', old)
        .executeTakeFirstOrThrow();
      await tx.db.deleteFrom('session').where('id', '=', old).execute();
      await tx.db
        .insertInto('session')
        .values({ ...row, id: 'goes on', former: old })
        .execute();
    };
    expect((await post(headers)).statusCode).toBe(201);
  });
});
