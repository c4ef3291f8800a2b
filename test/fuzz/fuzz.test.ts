import { afterAll, beforeAll, expect, test } from 'vitest';
import { ajaxActions } from '../../src/site/ajax/admin-ajax.ts';
import { runsHere } from '../harness/runs-here.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { registeredRoutes } from '../harness/registered-routes.ts';
import { serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';
import { canaries, makeFuzzSite } from './fuzz-site.ts';
import type { FuzzSite } from './fuzz-site.ts';
import { Grammar, ajaxNames } from './grammar.ts';
import { seededRandom } from '../harness/random.ts';
import { closedRest, publicRoutes, routeOf } from './routes.ts';
import { runFuzz } from './run-fuzz.ts';
import { faultsOf } from './soundness.ts';

/** Many more, with other seeds: npm run bench -- fuzz. */
const requests = 2400;
const requestsAgain = 800;
const seed = 20_261_124;

onDrawnDatabase('requests drawn from a seed', (_get, place) => {
  let served: ServedSite;
  let site: FuzzSite;
  beforeAll(async () => {
    served = await serveSite(place(), { trustProxy: ['127.0.0.1'] });
    site = await makeFuzzSite(served.database, place().dataDir);
  });
  afterAll(() => served.close());

  test('every response is sound, reveals nothing hidden, and changes nothing for others', async () => {
    const isFirst = runsHere(place().dialect, 1, 2);
    const { faults, answers } = await runFuzz({
      url: served.url,
      site,
      seed,
      goOn: (sent) => sent < (isFirst ? requests : requestsAgain),
    });
    expect(faults).toEqual([]);
    if (!isFirst) return; // so few don't come to every route
    const statusesOf = (route: string) => [...(answers.get(route)?.keys() ?? [])];
    expect([...answers.values()].flatMap((statuses) => [...statuses.keys()])).toEqual(
      expect.arrayContaining([200, 206, 301, 302, 303, 400, 403, 404, 405, 415, 416]),
    );
    // Every route was asked, with success too where that may be; what visitors may send got through to where it is stored.
    expect(publicRoutes.map(([name]) => name).filter((name) => !answers.has(name))).toEqual([]);
    // A report has to have the proof of its form.
    expect(
      publicRoutes
        .map(([name]) => name)
        .filter((name) => !closedRest.has(name) && statusesOf(name).every((status) => status >= 400)),
    ).toEqual([
      'GET /wp-comments-post.php',
      'POST /wp-comments-report.php',
      'GET /wp-admin/admin-ajax.php',
      'GET /assets/*',
    ]);
    expect(statusesOf('POST /wp-comments-post.php')).toEqual(expect.arrayContaining([302, 400, 403, 404]));
    expect(statusesOf('POST /api/token')).toEqual(expect.arrayContaining([200, 400]));
    expect(statusesOf('GET /wp-content/uploads/*')).toEqual(expect.arrayContaining([200, 206, 404, 416]));
    // Callers are many, so limits on calls stop few.
    for (const [route, statuses] of answers) {
      expect([
        route,
        (statuses.get(429) ?? 0) / [...statuses.values()].reduce((sum, count) => sum + count, 0) < 0.2,
      ]).toEqual([route, true]);
    }
    const taken = await served.database.read
      .selectFrom('comment')
      .select('post_id')
      .where('author_email', 'like', '%@mail.example')
      .execute();
    expect([...new Set(taken.map(({ post_id: post }) => post))].toSorted((a, b) => a - b)).toEqual(
      site.talks,
    );
  });

  test('every route that the server has is among those that are counted', () => {
    const routes = registeredRoutes(served.app.server);
    expect(routes.length).toBeGreaterThan(5);
    for (const { path, methods } of routes) {
      const whole = path.replace(/^\/\*$/, '/').replace(/\*$/, 'wp/v2/posts');
      for (const method of methods)
        expect([method, whole, routeOf({ method, path: whole })]).not.toContain('other');
    }
  });

  test('a seed draws the same requests again, and none of them holds what must stay hidden', () => {
    const draw = (from: number) => {
      const grammar = new Grammar(seededRandom(from), site, 'news.example');
      return Array.from({ length: 3000 }, () => JSON.stringify(grammar.draw()));
    };
    const drawn = draw(5);
    expect(draw(5)).toEqual(drawn);
    expect(draw(6)).not.toEqual(drawn);
    for (const word of canaries) expect(drawn.filter((request) => request.includes(word))).toEqual([]);
  });

  test('every action of the theme is drawn, with its fields', () => {
    expect(ajaxNames.actions).toEqual(expect.arrayContaining([...ajaxActions.keys()]));
    expect(ajaxNames.fields).toEqual(
      expect.arrayContaining(
        [...ajaxActions.values()].flatMap(({ cachedBy }) => Object.keys(cachedBy ?? {})),
      ),
    );
  });

  test('faults are seen', () => {
    const request = { method: 'GET', path: '/wp-json/', headers: {}, body: undefined };
    const reply = {
      status: 200,
      headers: {
        'content-type': 'text/html',
        'x-content-type-options': 'nosniff',
        'content-security-policy': `default-src 'none'`,
      },
      body: Buffer.from('<!doctype html><p>Good</body>'),
    };
    const faults = (path: string, more: object, body = '<!doctype html><p>Good</body>') =>
      faultsOf({ ...request, path }, { ...reply, ...more, body: Buffer.from(body) });
    expect(faults('/', {})).toEqual([]);
    expect(faults('/wp-json/', {})).toEqual(['REST answers text/html']);
    expect(faults('/', { status: 500 })).toEqual(['status 500']);
    expect(faults('/', { headers: {} })).toEqual(['no nosniff']);
    expect(faults('/', {}, '<!doctype html>Zyxdraft <zyxinject></body>')).toEqual([
      'tells Zyxdraft',
      'an element of the request is markup',
    ]);
    expect(faults('/', {}, `<!doctype html><p title="'zyxattr='1">"zyxattr="1</p></body>`)).toEqual([]);
    for (const broken of ['<p title=""zyxattr="1">', `<p title=''zyxattr='1'>`, '<p title=a zyxattr>']) {
      expect(faults('/', {}, `<!doctype html>${broken}</body>`)).toEqual([
        'an attribute of the request is markup',
      ]);
    }
    expect(faults('/', { headers: { ...reply.headers, 'content-type': 'application/json' } }, '{')).toEqual([
      'broken JSON',
    ]);
    expect(
      faults('/', { headers: { ...reply.headers, 'content-type': 'application/rss+xml' } }, '<a><b></a>')[0],
    ).toMatch(/^broken XML/);
    const part = (range: string) =>
      faults(
        '/wp-content/uploads/a.txt',
        { status: 206, headers: { ...reply.headers, 'content-type': 'text/plain', 'content-range': range } },
        '"#',
      );
    expect([part('bytes 2-3/10'), part('bytes 2-4/10'), part('bytes 3-4/10'), part('')]).toEqual([
      [],
      ['2 bytes as bytes 2-4/10'],
      ['other bytes than bytes 3-4/10'],
      ['a part without its place ()'],
    ]);
    expect(faults('/', { headers: { ...reply.headers, location: '//evil.example/' } })).toEqual([
      'leads to //evil.example/',
    ]);
  });
});
