import { beforeAll, expect, test } from 'vitest';
import { describeKind } from '../../src/kernel/http/rest/resource.ts';
import { restMethods } from '../../src/kernel/http/rest/rest-reply.ts';
import { restRouteList } from '../../src/site/rest/rest-routes.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { seededRandom } from '../harness/random.ts';
import { pathInMatrix } from '../harness/read-matrix.ts';
import { useRestApp } from '../harness/rest-app.ts';
import { replyChecker } from '../harness/reply-checker.ts';

/** Bodies for each method that writes, for each who writes. */
const bodies = 6;
const seed = 20_261_122;

const nasty: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e300,
  2 ** 53,
  '9'.repeat(30),
  '',
  ' ',
  'a\0b',
  '\ud800',
  '🪐'.repeat(400),
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '__proto__',
  [],
  [[]],
  [null],
  {},
  { raw: null },
  { raw: { raw: 'x' } },
  { terms: [1] },
  [1, 'x', {}],
  '2026-13-45T99:99:99',
  '0000-00-00T00:00:00',
  '-1',
  'admin@',
  'javascript:alert(1)',
  '../../keys.json',
  Array.from({ length: 600 }, (_one, nth) => nth),
];
const dates = [
  '2026-01-01T00:00:00',
  '2031-02-03T04:05:06Z',
  '1969-12-31T23:59:59+05:30',
  '9999-12-31T23:59:59',
  '0001-01-01T00:00:00Z',
];
const texts = [
  'Comet',
  'A “quoted” — text',
  '<p>One</p>',
  '[gallery]',
  '<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->',
  'reader@mail.example',
  'open',
  'x'.repeat(250),
];

onDrawnDatabase('writes drawn from what the routes declare', (get) => {
  const rest = useRestApp(get);
  const people = { administrator: 0, author: 0 };
  let ids: number[] = [];

  beforeAll(async () => {
    ids = await get().write(async (tx) => {
      people.administrator = await makeUser(tx, { login: 'root', roles: ['administrator'] });
      people.author = await makeUser(tx, { login: 'pen', roles: ['author'] });
      const made = [await makeTerm(tx), await makeMedia(tx), await makeUser(tx)];
      for (const authorId of Object.values(people)) {
        const post = await makePost(tx, { authorId });
        made.push(
          post,
          await makePost(tx, { authorId, type: 'page' }),
          await makeComment(tx, { postId: post }),
        );
      }
      return made;
    });
  });

  test('none causes an internal error, and accepted ones return the declared response', async () => {
    const random = seededRandom(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    const drawn = (schema: Readonly<Record<string, unknown>>): unknown => {
      if (random() < 0.25) return pick(nasty);
      if (Array.isArray(schema['enum'])) return pick<unknown>(schema['enum']);
      const items = schema['items'];
      switch ([schema['type']].flat()[0]) {
        case 'integer':
        case 'number':
          return random() < 0.7 ? pick(ids) : Math.floor(random() * 50);
        case 'boolean':
          return random() < 0.5;
        case 'array':
          return Array.from({ length: Math.floor(random() * 4) }, () => drawn({ ...Object(items) }));
        case 'object':
          return random() < 0.5
            ? pick(texts)
            : { [pick(['raw', 'a', 'footnotes', 'angle'])]: pick<unknown>([...texts, ...nasty]) };
        default:
          return schema['format'] === 'date-time'
            ? pick(dates)
            : `${pick(texts)}${random() < 0.5 ? Math.floor(random() * 1000) : ''}`;
      }
    };
    const faultOf = replyChecker();
    const statuses = new Map<number, number>();
    const wrong: string[] = [];
    for (const { path, methods } of restRouteList()) {
      for (const name of restMethods) {
        const method = name === 'GET' ? undefined : methods[name];
        if (!method || path === '/batch/v1') continue;
        for (const userId of Object.values(people)) {
          for (let nth = 0; nth < bodies; nth++) {
            const body = Object.fromEntries(
              Object.entries(method.schema.shape)
                .filter(([argument]) => method.required.includes(argument) || random() < 0.4)
                .map(([argument, kind]) => [argument, drawn(describeKind(kind))]),
            );
            const address = pathInMatrix(path).replaceAll(/\{(\w+)\}/g, (_whole, part: string) =>
              /id|parent/.test(part) ? String(pick(ids)) : 'primary',
            );
            const { status, text, json } = await rest.sendAs(userId, name, address, body);
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
            const fault =
              status >= 500 && status !== 501
                ? text.slice(0, 300)
                : status < 300
                  ? faultOf(name, pathInMatrix(path), status, json)
                  : undefined;
            if (fault !== undefined)
              wrong.push(`${name} ${address} ${JSON.stringify(body).slice(0, 500)}: ${status} ${fault}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    // Enough of it is taken, and enough refused, by each kind of refusal.
    for (const status of [200, 201, 400, 403, 404])
      expect([status, (statuses.get(status) ?? 0) > 10]).toEqual([status, true]);
  });
});
