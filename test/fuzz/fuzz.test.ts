import { afterAll, beforeAll, expect, test } from 'vitest';
import { ajaxActions } from '../../src/http/wp/ajax/actions.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';
import { canaries, makeFuzzSite } from './fuzz-site.ts';
import type { FuzzSite } from './fuzz-site.ts';
import { Grammar, ajaxNames } from './grammar.ts';
import { seededRandom } from '../harness/random.ts';
import { runFuzz } from './run-fuzz.ts';
import { faultsOf } from './soundness.ts';

/** Many more, with other seeds: npm run bench -- fuzz. */
const requests = 1600;

onBothDatabases('requests drawn from a seed', (_get, place) => {
  let served: ServedSite;
  let site: FuzzSite;
  beforeAll(async () => {
    served = await serveSite(place());
    site = await makeFuzzSite(served.database);
  });
  afterAll(() => served.close());

  test('every answer is sound, tells nothing hidden, and changes nothing for others', async () => {
    const result = await runFuzz({ url: served.url, site, seed: 20_261_120, goOn: (sent) => sent < requests });
    expect(result.faults).toEqual([]);
    expect([...result.statuses.keys()]).toEqual(expect.arrayContaining([200, 301, 303, 400, 404]));
  });

  test('a seed draws the same requests again, and none of them holds what must stay hidden', () => {
    const draw = (seed: number) => {
      const grammar = new Grammar(seededRandom(seed), site);
      return Array.from({ length: 3000 }, () => JSON.stringify(grammar.draw()));
    };
    const drawn = draw(5);
    expect(draw(5)).toEqual(drawn);
    expect(draw(6)).not.toEqual(drawn);
    for (const word of canaries) expect(drawn.filter((request) => request.includes(word))).toEqual([]);
  });

  test('every action of the theme is drawn, with its fields', () => {
    expect(ajaxNames.actions).toEqual(expect.arrayContaining([...ajaxActions.keys()]));
    expect(ajaxNames.fields).toEqual(expect.arrayContaining([...ajaxActions.values()].flatMap(({ cachedBy }) => Object.keys(cachedBy ?? {}))));
  });

  test('faults are seen', () => {
    const request = { method: 'GET', path: '/wp-json/', headers: {}, body: undefined };
    const reply = { status: 200, headers: { 'content-type': 'text/html', 'x-content-type-options': 'nosniff', 'content-security-policy': `default-src 'none'` }, body: Buffer.from('<!doctype html><p>Good</body>') };
    const faults = (path: string, more: object, body = '<!doctype html><p>Good</body>') => faultsOf({ ...request, path }, { ...reply, ...more, body: Buffer.from(body) });
    expect(faults('/', {})).toEqual([]);
    expect(faults('/wp-json/', {})).toEqual(['REST answers text/html']);
    expect(faults('/', { status: 500 })).toEqual(['status 500']);
    expect(faults('/', { headers: {} })).toEqual(['no nosniff']);
    expect(faults('/', {}, '<!doctype html>Zyxdraft <zyxinject></body>')).toEqual(['tells Zyxdraft', '<zyxinject of the request is markup']);
    expect(faults('/', { headers: { ...reply.headers, 'content-type': 'application/json' } }, '{')).toEqual(['broken JSON']);
    expect(faults('/', { headers: { ...reply.headers, 'content-type': 'application/rss+xml' } }, '<a><b></a>')[0]).toMatch(/^broken XML/);
    expect(faults('/', { headers: { ...reply.headers, location: '//evil.example/' } })).toEqual(['leads to //evil.example/']);
  });
});
