import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureDefaultCategory } from '../../src/modules/terms/writer.ts';
import { restMethods } from '../../src/kernel/http/rest/rest-reply.ts';
import { restRouteList } from '../../src/site/rest/rest-routes.ts';
import { nameOf, requestOf } from '../harness/ask-matrix.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { accountTables, dumpTables } from '../harness/dump-tables.ts';
import { makePost } from '../harness/factories.ts';
import { makeMatrixSite, makeSubject, roles } from '../harness/matrix-site.ts';
import type { MatrixSite, RoleName } from '../harness/matrix-site.ts';
import { matrixLines, pathInMatrix } from '../harness/read-matrix.ts';
import type { MatrixLine } from '../harness/read-matrix.ts';
import type { Subject } from '../harness/route-cases.ts';

type Row = Readonly<Record<string, unknown>>;

/** Parameters each route accepts by name. */
const taken: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  restRouteList().flatMap(({ path, methods }) =>
    restMethods.flatMap((name) => {
      const method = methods[name];
      return method
        ? [[`${name} ${pathInMatrix(path)}`, new Set(Object.keys(method.schema.shape))] as const]
        : [];
    }),
  ),
);
const mayWrite: readonly RoleName[] = ['author', 'contributor', 'subscriber'];
/** These write nothing themselves. */
const only = /^\/batch\/v1$|\/block-renderer\/|\/block-previews$/;

/** Tables whose rows belong to a user. */
const ofSomebody = [
  'post',
  'user',
  'comment',
  'term',
  'menu',
  'menu_item',
  'role',
  'setting',
  'template',
  'session',
  'application_password',
];

onDrawnDatabase('fields that would grant more rights', (_get, place) => {
  let site: MatrixSite;
  const named = { theirs: 0, page: 0 };
  beforeAll(async () => {
    site = await makeMatrixSite(place());
    await site.database.write(async (tx) => {
      await ensureDefaultCategory(tx);
      named.theirs = await makePost(tx, { authorId: site.somebodyElse, status: 'private', title: 'Theirs' });
      named.page = await makePost(tx, { type: 'page', authorId: site.somebodyElse, status: 'draft' });
    });
  });
  afterAll(() => site.close());

  /** Bodies per route: accepted fields separately, since they may be refused; all others at once, since they are ignored. */
  function bodiesFor(line: MatrixLine): readonly Row[] {
    const chief = site.people.administrator.id;
    const fields: Row = {
      id: named.theirs,
      ID: named.theirs,
      post_id: named.theirs,
      user_id: chief,
      userId: chief,
      user: chief,
      owner: chief,
      actor: { id: chief },
      role: 'administrator',
      roles: ['administrator'],
      capabilities: { manage_options: true },
      user_level: 10,
      wp_capabilities: 'administrator',
      author: chief,
      author_id: chief,
      authorIds: [chief],
      post_author: chief,
      author_name: 'The chief',
      author_ip: '192.0.2.1',
      author_email: 'chief@mail.example',
      status: 'publish',
      post_status: 'publish',
      comment_approved: '1',
      date: '2001-01-01T00:00:00',
      date_gmt: '2001-01-01T00:00:00',
      modified: '2001-01-01T00:00:00',
      parent: named.theirs,
      post_parent: named.page,
      post: named.theirs,
      meta: { wp_capabilities: 'administrator', _edit_lock: '1:1', _wp_page_template: 'x' },
      custom_fields: { wp_capabilities: 'x' },
      sticky: true,
      password: 'A-Long-Password-43',
      email: 'mine@mail.example',
      username: 'chief2',
      login: 'chief2',
      type: 'page',
      post_type: 'page',
      guid: 'https://evil.example/',
      revision: 99,
      comment_count: 99,
      featured_media: named.theirs,
      template: 'x',
      uuid: '00000000-0000-4000-8000-000000000000',
      constructor: { x: 1 },
      _method: 'DELETE',
      isOperator: true,
      from: 'cli',
    };
    const known = taken.get(nameOf(line)) ?? new Set();
    const [own, others] = [
      Object.entries(fields).filter(([name]) => known.has(name)),
      Object.entries(fields).filter(([name]) => !known.has(name)),
    ];
    return [
      Object.fromEntries(others),
      ...own.map(([name, value]) => ({ [name]: value })),
      ...(known.has('status')
        ? [{ status: 'private' }, { status: 'future', date: '2090-01-01T00:00:00' }, { status: 'approved' }]
        : []),
    ];
  }

  /** Faults of an existing row, given the requesting user. */
  function foulIn(
    table: string,
    row: Row,
    { id: me, who }: { readonly id: number; readonly who: RoleName },
    before: readonly Row[],
  ): string | undefined {
    const former = before.find((one) => 'id' in row && one['id'] === row['id']);
    const is = (...names: readonly string[]) =>
      names.every((name) => former === undefined || former[name] === row[name]);
    const stated =
      who === 'author'
        ? ['publish', 'private', 'future', 'draft', 'pending', 'inherit', 'trash']
        : ['draft', 'pending', 'inherit', 'trash'];
    switch (table) {
      case 'user':
        return former && row['id'] === me && is('login', 'email', 'password_hash', 'roles', 'created_at')
          ? undefined
          : 'an account';
      case 'user_meta':
      case 'byline':
      case 'application_password':
      case 'session':
        return row['user_id'] === me ? undefined : 'somebody else’s';
      case 'activity':
        return row['user_id'] === me && row['came_from'] === 'site' ? undefined : 'in another name';
      case 'revision':
        return row['author_id'] === me ? undefined : 'in another name';
      case 'shared_draft':
        return row['shared_by'] === me ? undefined : 'in another name';
      case 'comment':
        // A post's author controls its comments' text and post, but not the commenter's account.
        if (former) return is('user_id', 'post_id', 'author_ip', 'thread_id') ? undefined : 'in another name';
        if (row['user_id'] !== me) return 'in another name';
        return row['author_ip'] === '192.0.2.1' ||
          row['author_name'] === 'The chief' ||
          row['author_email'] === 'chief@mail.example'
          ? 'made up'
          : undefined;
      case 'post':
        if (row['author_id'] !== me || row['id'] === named.theirs || !is('type', 'guid', 'author_id'))
          return 'in another name';
        if (!stated.includes(String(row['status'])) || (row['sticky'] === 1 && who !== 'author'))
          return 'more than they may';
        return row['parent_id'] === named.theirs ||
          row['featured_media_id'] === named.theirs ||
          row['comment_count'] === 99
          ? 'made up'
          : undefined;
      case 'post_meta':
      case 'term_meta':
        return /^(?:wp_capabilities|_edit_lock|_wp_page_template)$/.test(String(row['key']))
          ? 'undeclared'
          : undefined;
      case 'term':
        // A post adds to the counts of its terms.
        if (former)
          return is('name', 'slug', 'taxonomy', 'parent_id', 'description', 'revision')
            ? undefined
            : 'not theirs';
        return who !== 'subscriber' && /^(?:post_tag|wp_pattern_category)$/.test(String(row['taxonomy']))
          ? undefined
          : 'not theirs';
      case 'role':
      case 'setting':
      case 'menu':
      case 'menu_item':
      case 'menu_location':
      case 'redirect':
      case 'template':
      case 'template_revision':
      case 'template_assignment':
      case 'front_pin':
      case 'account_token':
      case 'second_factor':
      case 'recovery_code':
      case 'passkey':
        return 'not theirs';
      default:
        return undefined;
    }
  }

  test('role, id, author, status, date, parent and meta in any body grant no more than the caller’s role', async () => {
    for (const who of mayWrite) {
      const { id: me, cookie, nonce } = site.people[who];
      const allowed = matrixLines.filter(
        ({ letters, method, path }) =>
          method !== 'GET' && !only.test(path) && /[+c]/.test(letters.charAt(roles.indexOf(who))),
      );
      // POST accepts the same as PUT and PATCH.
      const lines = allowed.filter(
        (line, at) =>
          allowed.findIndex((one) => nameOf(one) === nameOf(line)) === at &&
          (line.method === 'DELETE' ||
            !allowed.some(
              ({ path, method }) => path === line.path && method === 'POST' && line.method !== 'POST',
            )),
      );
      const requests: { readonly line: MatrixLine; readonly subject: Subject; readonly more: Row }[] = [];
      await site.database.write(async (tx) => {
        for (const line of lines) {
          for (const more of bodiesFor(line)) {
            requests.push({
              line,
              more,
              subject:
                line.subject === '-'
                  ? {}
                  : await makeSubject(tx, site, me, `${line.path}${line.query}`, line.subject),
            });
          }
        }
      });
      const rowsOf = async () => Object.entries(await dumpTables(site.database, accountTables));
      const before = new Map(await rowsOf());
      const statuses = new Map<boolean, number>();
      for (const { line, subject, more } of requests) {
        const { method, url, type, payload } = requestOf(line, subject);
        const isJson = nameOf(line) !== 'POST /wp/v2/media';
        const inAddress = new URLSearchParams(
          Object.entries(more).map(([name, value]) => [name, String(value)]),
        );
        const query = isJson ? '' : `${url.includes('?') ? '&' : '?'}${inAddress}`;
        const { statusCode } = await site.app.server.inject({
          method: method as 'POST',
          url: url + query,
          headers: { ...type, cookie, 'x-wp-nonce': nonce },
          ...(isJson
            ? { payload: JSON.stringify({ ...(JSON.parse(String(payload)) as Row), ...more }) }
            : payload === undefined
              ? {}
              : { payload }),
        });
        expect([nameOf(line), JSON.stringify(more).slice(0, 80), statusCode < 500]).toEqual([
          nameOf(line),
          JSON.stringify(more).slice(0, 80),
          true,
        ]);
        statuses.set(statusCode < 300, (statuses.get(statusCode < 300) ?? 0) + 1);
      }
      // Unknown fields are no reason to refuse the rest.
      expect([who, (statuses.get(true) ?? 0) >= lines.length / 2]).toEqual([who, true]);
      const fouls: unknown[] = [];
      const theirs = new Set(requests.flatMap(({ subject }) => Object.values(subject)).map(String));
      for (const [table, rows] of await rowsOf()) {
        const known = (before.get(table) ?? []).map((row) => JSON.parse(row) as Row);
        const [had, have] = [new Set(before.get(table)), new Set(rows)];
        for (const row of rows.filter((one) => !had.has(one)).map((one) => JSON.parse(one) as Row)) {
          const foul = foulIn(table, row, { id: me, who }, known);
          if (foul !== undefined) fouls.push([who, foul, table, row]);
        }
        // Removed or changed rows were the user's own, or editable by them.
        for (const row of known.filter((one) => !have.has(JSON.stringify(one)))) {
          const isTheirs = [row['id'], row['post_id'], row['user_id'], row['author_id']].some(
            (one) => one === me || theirs.has(String(one)),
          );
          if (!isTheirs && ofSomebody.includes(table)) fouls.push([who, 'gone', table, row]);
        }
      }
      expect(fouls).toEqual([]);
    }
  });
});
