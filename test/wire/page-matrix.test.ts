import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findTemplate } from '../../src/modules/templates/reader.ts';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import { createNonce } from '../../src/modules/users/session.ts';
import { adminPages } from '../../src/site/admin/admin-route.ts';
import { ajaxActions } from '../../src/site/ajax/admin-ajax.ts';
import { loginActions } from '../../src/site/login/login-route.ts';
import { updateUser } from '../../src/modules/users/writer.ts';
import { hashPassword } from '../../src/lib/credentials.ts';
import { pageForms, pageMatrix } from '../fixtures/page-matrix.ts';
import { onDrawnDatabase, onDatabase } from '../harness/databases.ts';
import { accountTables, dumpTables } from '../harness/dump-tables.ts';
import { makeComment, makePost } from '../harness/factories.ts';
import { makeMatrixSite, roles } from '../harness/matrix-site.ts';
import type { MatrixSite } from '../harness/matrix-site.ts';
import { registeredRoutes } from '../harness/registered-routes.ts';
import type { Json } from '../harness/rest-app.ts';

const lines = pageMatrix
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', url = '', form = '', letters = ''] = line.split(/ {2,}/);
    const [path = '', query] = url.split('?');
    return {
      method,
      url,
      path,
      form: form === '-' ? '' : form,
      letters,
      action: new URLSearchParams(form === '-' ? query : form).get('action'),
      query,
    };
  });
const titleOf = ({ method, url, form }: (typeof lines)[number]) => `${method} ${url} ${form}`;

/** The table's letter for a response. */
function letterOf(status: number, isError: boolean): string {
  const letter = {
    200: isError ? 'e' : 'o',
    204: 'n',
    301: '>',
    302: '>',
    303: '>',
    400: 'b',
    403: '-',
    404: 'm',
    405: 'x',
  }[status];
  return letter ?? String(status);
}

test('every call of the theme, action of the log-in page and page of the administration is in the table', () => {
  const calls = lines
    .filter(({ path, method }) => path === '/wp-admin/admin-ajax.php' && method === 'POST')
    .map(({ action }) => action);
  expect(calls.toSorted()).toEqual(
    [...new Set([...ajaxActions.keys(), 'broadsheet_article', 'no_such_action'])]
      .toSorted()
      .flatMap((name) => (name === 'broadsheet_article' ? [name, name] : [name])),
  );
  for (const method of ['GET', 'POST']) {
    const ofMethod = lines.filter((line) => line.path === '/wp-login.php' && line.method === method);
    const actions = ofMethod.map(({ query }) => new URLSearchParams(query).get('action'));
    expect([method, actions.toSorted()]).toEqual([
      method,
      [null, 'postpass', ...loginActions.keys()].toSorted(),
    ]);
  }
  const pages = lines
    .filter(({ path }) => path.startsWith('/wp-admin/'))
    .map(({ method, path }) => `${method} ${path}`);
  expect([...adminPages.keys()].filter((page) => !pages.includes(page))).toEqual([]);
});

onDatabase('sqlite', 'the matrix of roles and pages', (_get, place) => {
  let site: MatrixSite;
  let callers = 0;
  const named = new Map<string, string | number>();
  beforeAll(async () => {
    site = await makeMatrixSite(place());
    named.set('published', await site.database.write((tx) => makePost(tx, { title: 'Open' })));
    named.set(
      'comment',
      await site.database.write((tx) => makeComment(tx, { postId: Number(named.get('published')) })),
    );
    named.set(
      'draft',
      await site.database.write((tx) =>
        makePost(tx, { title: 'Zyxdraft', content: 'Zyxdraft', status: 'draft' }),
      ),
    );
  });
  afterAll(() => site.close());

  test('every route of the server is in the table, except REST', () => {
    const isKnown = (method: string, path: string) => {
      const [begins = ''] = path.split(/\*|:\w+$/);
      return lines.some(
        (line) =>
          line.method === method && (begins === path ? line.path === path : line.path.startsWith(begins)),
      );
    };
    const routes = registeredRoutes(site.app.server).filter(({ path }) => !path.startsWith('/wp-json'));
    expect(routes.length).toBeGreaterThan(8);
    const missing = routes.flatMap(({ path, methods }) =>
      methods.filter((method) => !isKnown(method, path)).map((method) => `${method} ${path}`),
    );
    // HEAD equals GET; wp-cron.php ignores its input.
    expect(missing.filter((name) => !/^HEAD |\/wp-cron\.php$/.test(name))).toEqual([]);
  });

  test('the five roles, visitors, programs, ended sessions and forms of other sites get the table’s response', async () => {
    for (const line of lines) {
      for (const [column, who] of [
        ...roles,
        'visitor' as const,
        'foreign' as const,
        'ended' as const,
        'program' as const,
      ].entries()) {
        const role = who === 'foreign' ? 'administrator' : who;
        // Separate sessions, because some requests end theirs.
        const signedIn =
          role === 'visitor' || role === 'program'
            ? undefined
            : role === 'ended'
              ? site.ended
              : await site.signIn(site.people[role].id);
        named.set('n', ++callers);
        const fill = (text: string) =>
          text.replaceAll(/\{(?:nonce:)?([\w-]+)\}/g, (whole, name: string) => {
            if (!whole.startsWith('{nonce:')) return String(named.get(name));
            return signedIn && 'session' in signedIn ? createNonce(site.signer, signedIn.session, name) : 'x';
          });
        const reply = await site.app.server.inject({
          method: line.method as 'GET',
          url: fill(line.url),
          ...(line.method === 'POST' ? { payload: fill(line.form) } : {}),
          headers: {
            'x-forwarded-for': `198.51.${callers >> 8}.${callers & 255}`,
            ...(signedIn ? { cookie: signedIn.cookie } : {}),
            ...(role === 'program' ? { authorization: site.people.administrator.basic } : {}),
            ...(line.method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
            ...(who === 'foreign' ? { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } : {}),
          },
        });
        const isJson = String(reply.headers['content-type']).includes('json');
        const letter = letterOf(reply.statusCode, isJson && Boolean(reply.json<Json>()['error']));
        const other =
          { ended: roles.length, program: roles.length, foreign: roles.length + 1 }[String(who)] ?? column;
        const expected = line.letters.replace(' ', '').charAt(other);
        expect([titleOf(line), who, letter]).toEqual([titleOf(line), who, expected]);
        expect([titleOf(line), who, reply.body.includes('Zyxdraft')]).toEqual([
          titleOf(line),
          who,
          line.url.includes('{draft}') && letter === 'o',
        ]);
        if (letter === '>' && line.path.startsWith('/wp-'))
          expect(reply.headers.location).toMatch(/^\/(?!\/)/);
        // A cross-site request neither starts nor ends a session, and is refused.
        if (who === 'foreign' && line.method === 'POST' && line.action?.startsWith('td_mod_')) {
          expect([titleOf(line), reply.json<Json>()['error']]).toEqual([
            titleOf(line),
            expect.stringContaining('another site'),
          ]);
        }
        if (who === 'foreign')
          expect(String(reply.headers['set-cookie'] ?? ''), titleOf(line)).not.toContain(
            'wordpress_logged_in_',
          );
      }
    }
  });

  test('HEAD responses equal GET, without the body', async () => {
    for (const line of lines.filter(({ method, path }) => method === 'GET' && path.startsWith('/wp-'))) {
      for (const who of ['administrator', 'subscriber', 'visitor'] as const) {
        const headers = who === 'visitor' ? {} : { cookie: site.people[who].cookie };
        const [head, got] = await Promise.all(
          (['HEAD', 'GET'] as const).map((method) =>
            site.app.server.inject({ method, url: line.url, headers }),
          ),
        );
        const statusAndHeaders = (reply = got) => [
          reply?.statusCode,
          reply?.headers.location,
          reply?.headers['content-type'],
          reply?.headers['cache-control'],
        ];
        expect([titleOf(line), who, head?.body, ...statusAndHeaders(head)]).toEqual([
          titleOf(line),
          who,
          '',
          ...statusAndHeaders(),
        ]);
      }
    }
  });
});

onDrawnDatabase('forms of the administration', (_get, place) => {
  let site: MatrixSite;
  const password = 'A-Long-Password-42';
  beforeAll(async () => {
    site = await makeMatrixSite(place());
    mkdirSync(join(place().dataDir, 'import'), { recursive: true });
    writeFileSync(join(place().dataDir, 'import', 'waiting.xml'), '<rss/>');
    const hash = await hashPassword(password);
    await site.database.write((tx) => updateUser(tx, site.people.administrator.id, { password: hash }));
  });
  afterAll(() => site.close());

  test('write their data for their own sender; with another’s proof, or without one, no row is written', async () => {
    const { administrator, editor } = site.people;
    const published = await site.database.write((tx) =>
      makePost(tx, { title: 'Open', commentStatus: 'open' }),
    );
    const template = await site.database.write((tx) => createTemplate(tx, { type: 'single', title: 'Wide' }));
    const forms = pageForms
      .trim()
      .split('\n')
      .map((line) => {
        const [method = '', url = '', form = '', action = '', letter = ''] = line.split(/ {2,}/);
        return { method, url, form: form === '-' ? '' : form, action: action === '-' ? '' : action, letter };
      });
    // Every page with a form is tested, except for second factors, whose forms all need a code or key.
    const tried = forms.map(({ method, url }) => `${method} ${url}`);
    expect([...adminPages.keys()].filter((page) => page.startsWith('POST') && !tried.includes(page))).toEqual(
      ['POST /wp-admin/second-factor.php'],
    );
    let callers = 0;
    for (const one of forms) {
      const [own, other, ofEditor] = [
        await site.signIn(administrator.id),
        await site.signIn(administrator.id),
        await site.signIn(editor.id),
      ];
      const { revision } = await site.database.read
        .selectFrom('user')
        .select('revision')
        .where('id', '=', administrator.id)
        .executeTakeFirstOrThrow();
      const edited = (await findTemplate(site.database.read, template))?.revision;
      callers++;
      const send = async (nonce: string | undefined, headers: Record<string, string>) => {
        const values: Record<string, string> = {
          n: String(callers),
          published: String(published),
          revision: String(revision),
          template: String(template),
          edited: String(edited),
          password,
          nonce: nonce ?? '',
        };
        const fill = (text: string) =>
          text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '');
        const reply = await site.app.server.inject({
          method: one.method as 'POST',
          url: fill(one.url),
          headers: {
            'x-forwarded-for': `198.52.0.${callers}`,
            ...(one.method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
            ...headers,
          },
          ...(one.method === 'POST'
            ? { payload: `${fill(one.form)}${nonce === undefined ? '' : `&_wpnonce=${nonce}`}` }
            : {}),
        });
        return letterOf(reply.statusCode, false);
      };
      const nonceOf = (
        { session }: { readonly session: Parameters<typeof createNonce>[1] },
        action = one.action,
      ) => createNonce(site.signer, session, action);
      const { cookie } = own;
      const nonce = one.action === '' ? undefined : nonceOf(own);
      const evil = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
      const refused: readonly (readonly [string, string | undefined, Record<string, string>])[] =
        one.action === ''
          ? [['another site', undefined, evil]]
          : [
              ['nobody', nonce, {}],
              ['a program', nonce, { authorization: administrator.basic }],
              ['a session that ended', nonce, { cookie: site.ended.cookie }],
              ['no nonce', undefined, { cookie }],
              ['an unknown nonce', 'x', { cookie }],
              ['a nonce of another action', nonceOf(own, 'wp_rest'), { cookie }],
              ['another user’s nonce', nonceOf(ofEditor), { cookie }],
              ['a nonce of another session', nonceOf(other), { cookie }],
              ['another user with this nonce', nonce, { cookie: ofEditor.cookie }],
              ...(one.method === 'POST' ? [['another site with this nonce', nonce, evil] as const] : []),
            ];
      const before = await dumpTables(site.database, accountTables);
      for (const [what, sent, headers] of refused) {
        const letter = await send(sent, headers);
        // Without a session, pages redirect to the log-in form, or posts get an explanation; with one, an explanation,
        // or the log-out question.
        const isLed =
          (headers['cookie'] === undefined || headers['cookie'] === site.ended.cookie) &&
          !/^section=(?:about|program)&/.test(one.form);
        const isAsked = one.action === 'log-out' && headers['origin'] === undefined;
        expect([one, what, letter]).toEqual([one, what, isLed ? '>' : isAsked ? 'o' : '-']);
      }
      expect(await dumpTables(site.database, accountTables)).toEqual(before);
      expect([one, await send(nonce, { cookie })]).toEqual([one, one.letter]);
      expect(await dumpTables(site.database, accountTables)).not.toEqual(before);
    }
  });
});
