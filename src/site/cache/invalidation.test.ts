import { afterEach, describe, expect, test } from 'vitest';
import { page, startCacheServer } from '../../../test/harness/cache-server.ts';
import type { CacheServer } from '../../../test/harness/cache-server.ts';
import type { TagWeight } from '../../blocks/load-context.ts';
import { everything } from '../../kernel/db/invalidation.ts';
import { ForbiddenError, UnavailableError } from '../../lib/errors.ts';

let site: CacheServer;
afterEach(() => site.close());
const title = (text: string) => /<title>(.*?)<\/title>/.exec(text)?.[1];
const read = async (path: string) => title((await site.get(path)).text);

/** A render that waits until it is released; `started` resolves when the `count`-th has begun. */
function gate() {
  const waiting: (() => void)[] = [];
  const watchers: { count: number; resolve: () => void }[] = [];
  let begun = 0;
  return {
    pass: () =>
      new Promise<void>((resolve) => {
        begun++;
        waiting.push(resolve);
        for (const watcher of watchers) if (begun >= watcher.count) watcher.resolve();
      }),
    started: (count: number) =>
      new Promise<void>((resolve) => (begun >= count ? resolve() : void watchers.push({ count, resolve }))),
    open: () => waiting.splice(0).forEach((resolve) => resolve()),
    waiting: () => waiting.length,
  };
}

describe('one render at a time', () => {
  test('concurrent readers wait for one render', async () => {
    const door = gate();
    site = await startCacheServer(async ({ path }) => (await door.pass(), page(path)));
    const readers = Array.from({ length: 5 }, () => read('/a/'));
    await door.started(1);
    while (site.misses < 5) await new Promise((resolve) => setImmediate(resolve));
    door.open();
    expect(await Promise.all(readers)).toEqual(Array(5).fill('/a/'));
    expect(site.rendered).toEqual(['/a/']);
  });

  test('a render is not stored when one of its tags was emitted since it began, and is when another was', async () => {
    const door = gate();
    let version = 0;
    site = await startCacheServer(async () => {
      const seen = ++version;
      await door.pass();
      return page(`version ${seen}`);
    });
    const early = read('/a/');
    await door.started(1);
    site.bus.publish([{ tag: 'post:1', urgency: 'change' }]);
    const late = read('/a/'); // requested after the change, so it must not get data read before it
    while (site.misses < 2) await new Promise((resolve) => setImmediate(resolve));
    door.open();
    expect(await early).toBe('version 1');
    await door.started(2);
    site.bus.publish([{ tag: 'post:2', urgency: 'remove' }]);
    door.open();
    expect(await late).toBe('version 2');
    expect(await read('/a/')).toBe('version 2');
  });

  test('never shows content that was removed while it was rendered', async () => {
    const door = gate();
    let version = 0;
    site = await startCacheServer(async () => {
      const seen = ++version;
      await door.pass();
      return page(`version ${seen}`);
    });
    const reader = read('/a/');
    await door.started(1);
    site.bus.publish([{ tag: 'post:1', urgency: 'remove' }]);
    door.open();
    await door.started(2);
    door.open();
    expect(await reader).toBe('version 2');
  });

  test('emissions beyond the recorded range invalidate every running render', async () => {
    const door = gate();
    site = await startCacheServer(async ({ path }) => (await door.pass(), page(path)));
    const reader = read('/a/');
    await door.started(1);
    site.bus.publish(Array.from({ length: 6000 }, (_, n) => ({ tag: `post:${n + 10}`, urgency: 'change' })));
    door.open();
    await reader;
    expect(site.cache.stats().entries).toBe(0);
  });
});

describe('changes', () => {
  const weights = {
    list: new Map<string, TagWeight>([['post:9', 'secondary']]),
    own: new Map<string, TagWeight>([['post:9', 'primary']]),
  };

  test('a change drops pages about the item, marks pages that list it as stale, and leaves the rest', async () => {
    let version = 1;
    site = await startCacheServer(({ path }) =>
      page(
        `${path} ${version}`,
        path === '/own/' ? { tags: weights.own } : path === '/list/' ? { tags: weights.list } : {},
      ),
    );
    for (const path of ['/own/', '/list/', '/other/']) await read(path);
    version = 2;
    site.bus.publish([{ tag: 'post:9', urgency: 'change' }]);
    expect([await read('/own/'), await read('/list/'), await read('/other/')]).toEqual([
      '/own/ 2',
      '/list/ 1',
      '/other/ 1',
    ]);
    await site.cache.idle();
    expect([await read('/list/'), await read('/other/')]).toEqual(['/list/ 2', '/other/ 1']);
  });

  test('a removal drops lists too, and `*` drops everything', async () => {
    let version = 1;
    site = await startCacheServer(({ path }) =>
      page(`${version}`, path === '/list/' ? { tags: weights.list } : {}),
    );
    for (const path of ['/list/', '/other/']) await read(path);
    version = 2;
    site.bus.publish([{ tag: 'post:9', urgency: 'remove' }]);
    expect([await read('/list/'), await read('/other/')]).toEqual(['2', '1']);
    version = 3;
    site.bus.publish([everything]);
    expect([await read('/list/'), await read('/other/')]).toEqual(['3', '3']);
  });

  test('renders stale pages again one at a time, each once', async () => {
    const door = gate();
    let slow = false;
    let most = 0;
    site = await startCacheServer(async ({ path }) => {
      if (slow) await door.pass();
      return page(`${path} ${slow ? 2 : 1}`, { tags: weights.list });
    });
    const paths = Array.from({ length: 6 }, (_, n) => `/list-${n}/`);
    for (const path of paths) await read(path);
    slow = true;
    site.bus.publish([{ tag: 'post:9', urgency: 'change' }]);
    for (const path of [...paths, ...paths]) expect(await read(path)).toBe(`${path} 1`);
    for (let begun = 1; begun <= 6; begun++) {
      await door.started(begun);
      most = Math.max(most, door.waiting());
      door.open();
    }
    await site.cache.idle();
    expect(most).toBe(1);
    for (const path of paths) expect(await read(path)).toBe(`${path} 2`);
    expect(site.rendered).toHaveLength(12);
  });

  test('drops a stale copy whose new render is private or uncacheable', async () => {
    let gone = false;
    site = await startCacheServer(() => {
      if (gone) throw new ForbiddenError('not for you');
      return page('shown', { tags: weights.list });
    });
    await read('/list/');
    gone = true;
    site.bus.publish([{ tag: 'post:9', urgency: 'change' }]);
    await read('/list/');
    await site.cache.idle();
    expect((await site.get('/list/')).status).toBe(500);
  });
});

describe('failed renders', () => {
  test('falls back to the last good copy, with a warning, until a render succeeds', async () => {
    let now = 0;
    let down = false;
    site = await startCacheServer(
      () => {
        if (down) throw new UnavailableError('the database is away');
        return page(`at ${now}`);
      },
      { now: () => now },
    );
    await read('/a/');
    down = true;
    now = 10_000;
    site.bus.publish([{ tag: 'post:1', urgency: 'change' }]);
    const reply = await site.get('/a/');
    expect([reply.status, title(reply.text), reply.headers.warning]).toEqual([
      200,
      'at 0',
      '111 - "Revalidation Failed"',
    ]);
    expect(site.warnings).toEqual([
      'Rendering /a/ failed (the database is away); its last good copy is served.',
    ]);
    await site.get('/a/');
    expect(site.rendered).toHaveLength(2); // a failing database is not queried again for a second
    down = false;
    now = 20_000;
    expect(await read('/a/')).toBe('at 20000');
  });

  test('falls back when a render takes longer than readers wait, and serves the new copy once it is done', async () => {
    const slow = Promise.withResolvers<undefined>();
    let version = 1;
    site = await startCacheServer(
      async () => {
        if (version > 1) await slow.promise;
        return page(`version ${version}`);
      },
      { lastGoodAfterMs: 1, now: () => version * 10_000 },
    );
    await read('/a/');
    version = 2;
    site.bus.publish([{ tag: 'post:1', urgency: 'change' }]);
    const early = await site.get('/a/');
    expect([title(early.text), early.headers.warning]).toEqual(['version 1', '111 - "Revalidation Failed"']);
    slow.resolve(undefined);
    version = 3;
    await expect.poll(() => read('/a/')).toBe('version 3');
  });

  test('never falls back to a removed copy, not even one that a change had retired before', async () => {
    let down = false;
    site = await startCacheServer(({ path }) => {
      if (down) throw new Error('broken');
      return page(path);
    });
    for (const path of ['/a/', '/b/']) await read(path);
    down = true;
    site.bus.publish([{ tag: 'post:1', urgency: 'change' }]);
    expect(await read('/a/')).toBe('/a/');
    site.bus.publish([{ tag: 'post:1', urgency: 'remove' }]);
    for (const path of ['/a/', '/b/']) expect((await site.get(path)).status).toBe(500);
  });

  test('never falls back to a copy whose page has become unknown or uncacheable', async () => {
    let state: 'shown' | 'away' | 'broken' = 'shown';
    site = await startCacheServer(({ path }) => {
      if (state === 'broken') throw new Error('broken');
      if (state === 'shown') return page(path);
      return path === '/a/'
        ? page('for you alone', { store: false })
        : { shareKey: '404', render: async () => page('missing', { status: 404 }) };
    });
    for (const path of ['/a/', '/b/']) await read(path);
    state = 'away';
    site.bus.publish([{ tag: 'post:1', urgency: 'change' }]);
    expect([await read('/a/'), await read('/b/')]).toEqual(['for you alone', 'missing']);
    state = 'broken';
    for (const path of ['/a/', '/b/']) expect((await site.get(path)).status).toBe(500);
  });

  test('a refusal is no failure: no older copy replaces it', async () => {
    let refuse = false;
    site = await startCacheServer(() => {
      if (refuse) throw new ForbiddenError('not for you');
      return page('shown');
    });
    await read('/a/');
    refuse = true;
    site.bus.publish([{ tag: 'post:1', urgency: 'change' }]);
    expect((await site.get('/a/')).status).toBe(500);
  });

  test('a failing background render leaves the stale copy in place', async () => {
    let now = 0;
    let down = false;
    site = await startCacheServer(
      () => {
        if (down) throw new Error('broken');
        return page('good', { tags: new Map([['post:9', 'secondary']]) });
      },
      { now: () => now },
    );
    await read('/a/');
    down = true;
    site.bus.publish([{ tag: 'post:9', urgency: 'change' }]);
    for (let n = 0; n < 3; n++) {
      expect(await read('/a/')).toBe('good');
      await site.cache.idle();
    }
    expect(site.rendered).toHaveLength(2);
    now = 5000;
    await read('/a/');
    await site.cache.idle();
    expect([site.rendered.length, site.warnings.length]).toEqual([3, 2]);
  });
});
