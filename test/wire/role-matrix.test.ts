import type { OutgoingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNonce } from '../../src/modules/users/session.ts';
import { restMethods } from '../../src/kernel/http/rest/rest-reply.ts';
import { restRouteList } from '../../src/site/rest/rest-routes.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { drawn, isDrawn } from '../harness/drawn.ts';
import { accountTables, dumpTables } from '../harness/dump-tables.ts';
import { makeMatrixSite, makeSubject, roles } from '../harness/matrix-site.ts';
import type { MatrixSite, Person } from '../harness/matrix-site.ts';
import { columnsHere } from '../harness/runs-here.ts';
import { addressOf, nameOf, neededBy, requestOf, titleOf } from '../harness/ask-matrix.ts';
import { routeCases } from '../harness/route-cases.ts';
import type { Subject } from '../harness/route-cases.ts';
import { matrixLines, pathInMatrix, readMatrix } from '../harness/read-matrix.ts';
import type { MatrixLine } from '../harness/read-matrix.ts';
import type { Json } from '../harness/rest-app.ts';
import { replyChecker } from '../harness/reply-checker.ts';

const declared = restRouteList().flatMap((route) =>
  restMethods.filter((name) => route.methods[name]).map((method) => `${method} ${pathInMatrix(route.path)}`),
);

test('the table has exactly the methods of the REST routes', () => {
  expect(declared.filter((name) => !matrixLines.some((line) => nameOf(line) === name))).toEqual([]);
  expect(matrixLines.map(nameOf).filter((name) => !declared.includes(name))).toEqual([]);
  expect(matrixLines.filter(({ letters }) => letters.length !== roles.length + 1).map(titleOf)).toEqual([]);
});

/** Built-in resources with fixed names have no owner. */
const namedByWords = new RegExp(
  '/(?:themes|menu-locations|block-types|block-renderer|types|taxonomies|statuses|global-styles' +
    '|(?<=/wp/v2/)(?:templates|template-parts)|plugins|widgets|sidebars|widget-types|font-families|font-collections)/',
);
const subjectPaths = new Set(routeCases.filter(({ subject }) => subject).map(({ path }) => path));
test('every method of a route with an id is tested with another user’s resource', () => {
  const own = declared.filter(
    (name) =>
      name.includes('{') &&
      !namedByWords.test(name) &&
      !matrixLines.some(
        (line) =>
          nameOf(line) === name &&
          (subjectPaths.has(line.path) || /^(?:other|member|writer|chief|term|menu)\b/.test(line.subject)),
      ),
  );
  expect(own).toEqual([]);
});

test.each([
  'GET  /wp/v2/posts/{id} own draft  ++++--  rest_forbidden',
  'GET /wp/v2/posts  -  ++++++',
  'GET  /wp/v2/posts  - ++++++',
  'GET  /wp/v2/posts  -  ++++--\n rest_forbidden',
  'GET  /wp/v2/posts/{id}  own draft  ++++-- rest_forbidden',
  'GET  /wp/v2/posts  -  +++++',
])('columns of a line that run together are no line of the table: %s', (line) => {
  expect(() => readMatrix(line)).toThrow('is no line of the table');
});

const faultOf = replyChecker();
/** Refusals that no capability lifts: requests for logged-in users, one's own account or name, posts with closed comments. */
const beyondCapabilities = new Set([
  'rest_not_logged_in',
  'rest_comment_login_required',
  'reauthentication_required',
  'rest_cannot_introspect_app_password_for_non_authenticated_user',
  'rest_comment_invalid_author',
  'rest_comment_draft_post',
  'rest_comment_trash_post',
  '/batch/v1 rest_forbidden',
  'other protected rest_cannot_read_post',
  '/wp/v2/users/me rest_user_cannot_delete',
  'self rest_user_cannot_delete',
  'self rest_cannot_erase_personal_data',
]);
/** Whether a refusal names a missing capability, where one would help. */
const namesWhatIsMissing = ({ path, subject }: MatrixLine, headers: OutgoingHttpHeaders, code: unknown) =>
  'x-missing-capability' in headers ||
  [String(code), `${path} ${String(code)}`, `${subject} ${String(code)}`].some((one) =>
    beyondCapabilities.has(one),
  );

onBothDatabases('the matrix of roles and REST routes', (_get, place) => {
  let site: MatrixSite;
  const isFirst = () => place().dialect === 'sqlite';
  /** On PostgreSQL a third of the lines: permission checks use the same code. */
  const linesAsked = () => (isFirst() ? matrixLines : drawn('lines of the matrix', matrixLines, 3));
  beforeAll(async () => {
    site = await makeMatrixSite(place());
  });
  afterAll(() => site.close());

  const send = async (
    method: string,
    url: string,
    headers: Record<string, string>,
    payload?: string | Buffer,
  ) => {
    const reply = await site.app.server.inject({
      method: method as 'GET',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    // The block editor's export is an archive.
    const body = String(reply.headers['content-type']).includes('json')
      ? reply.json<Json>()
      : (reply.body as unknown as Json);
    return { status: reply.statusCode, code: body['code'], body, headers: reply.headers };
  };
  const request = (line: MatrixLine, subject: Subject, headers: Record<string, string>) => {
    const { method, url, type, payload } = requestOf(line, subject);
    return send(method, url, { ...type, ...headers }, payload);
  };
  const byCookie = ({ cookie, nonce }: Pick<Person, 'cookie' | 'nonce'>) => ({ cookie, 'x-wp-nonce': nonce });
  /** The subject of a line, for each of these. */
  const subjectsOf = async (line: MatrixLine, askers: readonly number[]): Promise<Subject[]> =>
    line.subject === '-'
      ? askers.map(() => ({}))
      : site.database.write(async (tx) => {
          const subjects: Subject[] = [];
          for (const asker of askers)
            subjects.push(await makeSubject(tx, site, asker, `${line.path}${line.query}`, line.subject));
          return subjects;
        });
  /** Status and code that a line expects. */
  const expected = ({ letters, codes }: MatrixLine, column: number) => {
    const letter = letters.charAt(column);
    const done = { '+': 200, c: 201, m: 207 }[letter];
    if (done !== undefined) return [done, undefined] as const;
    const [, status, code] = /^(?:(\d+) )?(.*)$/.exec(codes.get(letter) ?? `no code for ${letter}`) ?? [];
    return [Number(status ?? (column === roles.length ? 401 : 403)), code] as const;
  };

  test('[ROLE-06] [ROLE-07] the five roles and visitors get the table’s response, by session and by application password', async () => {
    const askers = [...roles.map((role) => site.people[role].id), site.somebodyElse];
    for (const line of linesAsked()) {
      const subjects = await subjectsOf(line, askers);
      for (const column of columnsHere(place().dialect, line.letters)) {
        const who = roles[column] ?? 'visitor';
        const person = who === 'visitor' ? undefined : site.people[who];
        const subject = subjects[column] ?? {};
        const outcome = expected(line, column);
        const { status, code, body, headers } = await request(line, subject, person ? byCookie(person) : {});
        expect([titleOf(line), who, status, code]).toEqual([titleOf(line), who, ...outcome]);
        if (status < 300) expect(faultOf(line.method, line.path, status, body)).toBeUndefined();
        if (status === 401 || status === 403)
          expect([titleOf(line), who, namesWhatIsMissing(line, headers, code)]).toEqual([
            titleOf(line),
            who,
            true,
          ]);
        const isAsked = isFirst() && isDrawn('programs', column + matrixLines.indexOf(line), 3);
        if (!person || !isAsked || matrixLines.find((one) => nameOf(one) === nameOf(line)) !== line) continue;
        // Copied links have other ids, and undone changes are gone.
        const isGone =
          (line.method === 'DELETE' || line.subject === 'waiting' || line.path.endsWith('/undo')) &&
          status < 300;
        const [another = {}] = isGone ? await subjectsOf(line, [person.id]) : [subject];
        const program = await request(line, another, { authorization: person.basic });
        // Only a program can request its own password's details, and only a session can be confirmed.
        const introspects = line.path.endsWith('/introspect') && line.subject === 'self';
        const confirms = line.method === 'POST' && line.path.endsWith('/reauthentication');
        expect([titleOf(line), `program of ${who}`, program.status, program.code]).toEqual([
          titleOf(line),
          `program of ${who}`,
          ...(introspects ? [200, undefined] : confirms ? [403, 'rest_no_session'] : outcome),
        ]);
      }
    }
  });

  test('OPTIONS lists for each role the methods that the table allows', async () => {
    for (const line of linesAsked()) {
      // A subject in the body is known only to the method.
      if (
        line.query !== '' ||
        Object.keys(line.body).length > 0 ||
        line.method === 'GET' ||
        (line.subject !== '-' && !line.path.includes('{'))
      )
        continue;
      const subjects = await subjectsOf(
        line,
        roles.map((role) => site.people[role].id),
      );
      for (const column of columnsHere(place().dialect, line.letters)) {
        const who = roles[column];
        if (!who) continue;
        const url = addressOf(line, subjects[column] ?? {});
        const allow = String((await send('OPTIONS', url, byCookie(site.people[who]))).headers['allow']).split(
          ', ',
        );
        const [status, code] = expected(line, column);
        // Checks that depend on more than the caller are refused later.
        if (status >= 400 && !/^rest_(?:cannot|user_cannot|forbidden)/.test(String(code))) continue;
        expect([titleOf(line), who, allow.includes(line.method)]).toEqual([titleOf(line), who, status < 300]);
      }
    }
  });

  test('a batch allows no more than its requests separately', async () => {
    for (const [column, who] of roles.entries()) {
      const refused = linesAsked().filter(
        (line) =>
          line.method !== 'GET' && !line.path.startsWith('/batch/') && expected(line, column)[0] >= 400,
      );
      expect(refused.length).toBeGreaterThan(0);
      const parts = [];
      for (const line of refused) {
        const [subject = {}] = await subjectsOf(line, [site.people[who].id]);
        const body = { ...neededBy(line, subject), ...line.body };
        parts.push({
          line,
          sent: { method: line.method, path: addressOf(line, subject).slice('/wp-json'.length), body },
        });
      }
      const before = await dumpTables(site.database, accountTables);
      while (parts.length > 0) {
        const some = parts.splice(0, 25);
        const reply = await site.app.server.inject({
          method: 'POST',
          url: '/wp-json/batch/v1',
          headers: byCookie(site.people[who]),
          payload: { requests: some.map(({ sent }) => sent) },
        });
        const { responses } = reply.json<{ responses: readonly { status: number }[] }>();
        const done = some.filter((_part, nth) => (responses[nth]?.status ?? 0) < 400);
        expect([who, responses.length, done.map(({ line }) => titleOf(line))]).toEqual([
          who,
          some.length,
          [],
        ]);
      }
      expect(await dumpTables(site.database, accountTables)).toEqual(before);
    }
  });

  test('nested items are reachable only through their own parent: revisions by their post, passwords and sessions by their account', async () => {
    const lines = matrixLines.filter(
      (line) =>
        line.path.split('{').length > 2 && matrixLines.find((one) => nameOf(one) === nameOf(line)) === line,
    );
    expect(lines.length).toBeGreaterThan(15);
    const before = new Map<string, Subject>();
    for (const line of lines) {
      for (const who of ['administrator', 'author', 'subscriber'] as const) {
        if (namedByWords.test(line.path)) continue;
        const { id } = site.people[who];
        const [own, other] = await site.database.write(async (tx) => {
          const make = (named: string) => makeSubject(tx, site, id, line.path, named);
          return line.path.includes('/users/')
            ? [await make('self'), await make('member')]
            : [await make('own draft'), await make('other private')];
        });
        const parent = line.path.includes('/sessions/')
          ? 'id'
          : line.path.includes('/users/')
            ? 'user_id'
            : 'parent';
        before.set(`${titleOf(line)} by one's own, ${who}`, { ...other, [parent]: own?.[parent] ?? '' });
        before.set(`${titleOf(line)} by another user's, ${who}`, {
          ...own,
          [parent]: other?.[parent] ?? '',
        });
      }
    }
    const rows = await dumpTables(site.database, accountTables);
    for (const [said, subject] of before) {
      const line = lines.find((one) => said.startsWith(titleOf(one))) ?? expect.fail(said);
      const who = roles.find((role) => said.endsWith(role)) ?? expect.fail(said);
      const { status, body } = await request(line, subject, byCookie(site.people[who]));
      expect([
        said,
        who === 'administrator' ? status : [403, 404].includes(status),
        JSON.stringify(body).includes('Former'),
      ]).toEqual([said, who === 'administrator' ? 404 : true, false]);
    }
    expect(await dumpTables(site.database, accountTables)).toEqual(rows);
  });

  test('a method that a route lacks is no route, for administrators, too', async () => {
    for (const route of restRouteList()) {
      for (const method of restMethods.filter((name) => !route.methods[name])) {
        const url = `/wp-json${pathInMatrix(route.path).replaceAll(/\{\w+\}/g, '1')}`;
        const { status, code } = await send(method, url, byCookie(site.people.administrator));
        expect([method, route.path, status, code]).toEqual([method, route.path, 404, 'rest_no_route']);
      }
    }
  });

  test('an ended session, a foreign or mismatched nonce, and a session without a nonce neither read nor write', async () => {
    const { administrator, editor } = site.people;
    const second = await site.signIn(administrator.id);
    const foreign: Record<string, Record<string, string>> = {
      'an ended session': byCookie(site.ended),
      'the nonce of another user': { cookie: administrator.cookie, 'x-wp-nonce': editor.nonce },
      'the nonce of another session': { cookie: administrator.cookie, 'x-wp-nonce': second.nonce },
      'a nonce alone': { 'x-wp-nonce': administrator.nonce },
      'the nonce of another action': {
        cookie: administrator.cookie,
        'x-wp-nonce': createNonce(site.signer, second.session, 'profile'),
      },
      'the nonce of another action of this session': {
        cookie: second.cookie,
        'x-wp-nonce': createNonce(site.signer, second.session, 'profile'),
      },
    };
    const subjects = new Map<MatrixLine, Subject>();
    const lines = linesAsked();
    for (const line of lines) subjects.set(line, (await subjectsOf(line, [administrator.id]))[0] ?? {});
    const before = await dumpTables(site.database, accountTables);
    for (const line of lines) {
      const subject = subjects.get(line) ?? {};
      for (const [what, headers] of Object.entries(foreign)) {
        const { status, code } = await request(line, subject, headers);
        expect([titleOf(line), what, status, code]).toEqual([
          titleOf(line),
          what,
          403,
          'rest_cookie_invalid_nonce',
        ]);
      }
      // Requests another site's page can cause: the cookie, a form or text body, any address.
      if (line.method === 'GET') continue;
      const url = addressOf(line, subject);
      const overridden = `${url}${url.includes('?') ? '&' : '?'}_method=${line.method}`;
      const refused = expected(line, roles.length);
      const forged = {
        cookie: administrator.cookie,
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
      };
      for (const [method, address, type] of [
        [line.method, url, 'application/json'],
        ['POST', overridden, 'text/plain'],
        ['POST', overridden, 'application/x-www-form-urlencoded'],
      ] as const) {
        const reply = await send(method, address, { ...forged, 'content-type': type }, '{"title":"Forged"}');
        expect([titleOf(line), type, reply.status, reply.code]).toEqual([titleOf(line), type, ...refused]);
      }
      // GET never writes, even with a nonce, because links are prefetched and reloaded.
      const led = await send('GET', overridden, byCookie(administrator));
      expect([titleOf(line), 'GET', led.status, led.code]).toEqual([titleOf(line), 'GET', ...refused]);
    }
    expect(await dumpTables(site.database, accountTables)).toEqual(before);
  });
});
