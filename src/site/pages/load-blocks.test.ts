import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { letPass } from '../../../test/harness/let-pass.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../../../test/harness/factories.ts';
import { fakeBlock, withFakeBlocks } from '../../../test/harness/fake-blocks.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { homePage } from '../../../test/harness/load-context.ts';
import type { LoadContext } from '../../blocks/load-context.ts';
import { findBlock } from '../../blocks/registry.server.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { noteReads } from '../../lib/noted-reads.ts';
import type { Tag } from '../../modules/content/tags.ts';
import { blockIdOf, parseSettings } from './prepared-document.ts';
import { renderDocument } from './render-document.ts';

vi.mock('../../blocks/registry.server.ts', async (original) =>
  withFakeBlocks(await original<typeof import('../../blocks/registry.server.ts')>()),
);

let runs: string[] = [];
const counted = (
  name: `test/${string}`,
  load: (context: LoadContext, settings: Record<string, unknown>) => Promise<unknown>,
) =>
  fakeBlock(name, {
    load: async (settings: Record<string, unknown>, context: LoadContext) => {
      runs.push(name);
      return load(context, settings);
    },
  });

counted('test/newest', async (context) => {
  context.tag('list:post');
  return 'newest';
});
counted('test/about-page', async ({ page }) => `about ${page.title}`);
counted('test/own-id', async ({ blockId }) => blockId);
counted('test/hourly', async (context) => {
  context.expireIn(1000);
  return 'hourly';
});
counted('test/keeps', async (context) => {
  const { page } = context;
  return context.cache('shared thing', async (inner) => {
    runs.push('shared thing');
    inner.tag('front');
    inner.expireIn(5000);
    return `for all pages, seen from ${page.path}`.slice(0, 13);
  });
});
counted('test/keeps-page', async (context) =>
  context.cache('looks at page', async (inner) => {
    runs.push('looks at page');
    return inner.page.title;
  }),
);
counted('test/cards', async (context, { ids }) =>
  (await context.cards(ids as number[])).map(({ url }) => url).join(' '),
);
let looks = true;
counted('test/sometimes', async (context) => {
  const { blogname } = await context.content.settings.current();
  return blogname + (looks ? context.page.title : '');
});
let during: (() => Promise<unknown>) | undefined;
counted('test/slow', async (context) => {
  context.tag('front');
  await during?.();
  return 'redirects';
});
counted('test/primary', async (context) => {
  context.tag('menus', 'primary');
  context.tag('menus', 'secondary');
  context.tag('menus');
  return '';
});
counted('test/secondary', async (context) => {
  context.tag('menus', 'secondary');
  return '';
});

counted('test/chooses', async (context, { after = 0, fails = false }) => {
  const ids = await context.showOnce(async (shown) => {
    await letPass(Number(after));
    if (fails) throw new Error('no candidates');
    return [1, 2, 3, 4, 5].filter((id) => !shown.has(id)).slice(0, 2);
  });
  return ids.join('+');
});
counted('test/chooses-last', async (context) =>
  (await context.showLast(2, (shown) => [1, 2, 3, 4, 5, 6, 7].filter((id) => !shown.has(id)))).join('+'),
);
counted('test/leaves', async (context) =>
  (await context.showOnce((_shown, reserved) => [9].slice(0, reserved))).join('+'),
);
fakeBlock('test/silent', { load: async ({ says }: { readonly says?: string }) => says });
counted('test/absent', async (context) => context.absent());

onBothDatabases('load-blocks', (get) => {
  let site: PageSite;
  beforeAll(() => {
    site = pageSite(get());
  });
  /** Renders one block on a page; returns its HTML, the loaders that ran, and the render. */
  const show = async (markup: string, title = 'Home', now?: number) => {
    runs = [];
    const render = await site.begin({ ...homePage, title, path: `/${title}/` }, now);
    const html = await renderDocument(site.documents.template(markup, 'doc'), 'doc', render);
    return { html: html ?? '', ran: runs, render };
  };
  const emit = (tag: Tag) => get().write(async (tx) => tx.emit(tag));

  test('caches page-independent data for other pages until one of their tags is emitted', async () => {
    const block = '<!-- wp:test/newest {"a":1} /-->';
    expect((await show(block, 'One')).ran).toEqual(['test/newest']);
    const second = await show(block, 'Two');
    expect(second.ran).toEqual([]);
    expect(second.html).toContain('newest');
    expect(second.render.tags.get('list:post')).toBe('secondary'); // cached data keep their tags
    expect((await show('<!-- wp:test/newest {"a":2} /-->')).ran).toEqual(['test/newest']); // other settings have another cache key
    await emit('post:77');
    expect((await show(block)).ran).toEqual([]);
    await emit('list:post');
    expect((await show(block)).ran).toEqual(['test/newest']);
    get().bus.publish([{ tag: '*', urgency: 'remove' }]);
    expect((await show(block)).ran).toEqual(['test/newest']);
  });

  test('sends the styles of a block that is empty without data when it has some', async () => {
    expect([...(await show('<!-- wp:test/silent /--><!-- wp:test/newest /-->')).render.blocks]).toEqual([
      'test/newest',
    ]);
    expect([...(await show('<!-- wp:test/silent {"says":"words"} /-->')).render.blocks]).toEqual([
      'test/silent',
    ]);
  });

  test('data of a loader that read the page or its own place serve no other page', async () => {
    expect((await show('<!-- wp:test/about-page /-->', 'One')).html).toContain('about One');
    const other = await show('<!-- wp:test/about-page /-->', 'Two');
    expect([other.ran.length, other.html.includes('about Two')]).toEqual([1, true]);
    await show('<!-- wp:test/own-id /-->');
    expect((await show('<!-- wp:test/own-id /-->')).ran).toEqual(['test/own-id']);
  });

  test('caches a loader again once it no longer reads the page, and its cached reads count each time', async () => {
    const loadTitled = async (title: string) => {
      const { value, reads } = await noteReads(() => show('<!-- wp:test/sometimes /-->', title));
      return [value.ran.length, value.html.includes(title), reads.has('blogname')];
    };
    looks = true;
    expect([await loadTitled('One'), await loadTitled('Two')]).toEqual([
      [1, true, true],
      [1, true, true],
    ]);
    looks = false;
    expect([await loadTitled('One'), await loadTitled('Two'), await loadTitled('Three')]).toEqual([
      [1, false, true],
      [0, false, true],
      [0, false, true],
    ]);
  });

  test('shows data loaded during an emission, and does not cache them', async () => {
    during = () => emit('front');
    expect((await show('<!-- wp:test/slow /-->')).html).toContain('redirects');
    during = undefined;
    expect((await show('<!-- wp:test/slow /-->')).ran).toEqual(['test/slow']);
    expect((await show('<!-- wp:test/slow /-->')).ran).toEqual([]);
  });

  test('expireIn limits cached data and the page', async () => {
    const now = Date.UTC(2026, 10, 20);
    expect((await show('<!-- wp:test/hourly /-->', 'One', now)).render.expiresAt).toBe(now + 1000);
    const later = await show('<!-- wp:test/hourly /-->', 'One', now + 999);
    expect([later.ran, later.render.expiresAt]).toEqual([[], now + 1000]);
    expect((await show('<!-- wp:test/hourly /-->', 'One', now + 1000)).ran).toEqual(['test/hourly']);
  });

  test('keep caches the shared part of a page-dependent loader', async () => {
    const first = await show('<!-- wp:test/keeps /-->', 'One');
    expect(first.ran).toEqual(['test/keeps', 'shared thing']);
    const second = await show('<!-- wp:test/keeps /-->', 'Two');
    expect([
      second.ran,
      second.render.tags.has('front'),
      second.render.expiresAt === first.render.expiresAt,
    ]).toEqual([['test/keeps'], true, true]);
    await emit('front');
    expect((await show('<!-- wp:test/keeps /-->')).ran).toEqual(['test/keeps', 'shared thing']);
    expect((await show('<!-- wp:test/keeps-page /-->', 'One')).html).toContain('One');
    expect((await show('<!-- wp:test/keeps-page /-->', 'Two')).html).toContain('Two');
  });

  test('never weakens a primary tag, by the same loader or another', async () => {
    for (const order of [
      '<!-- wp:test/primary /--><!-- wp:test/secondary /-->',
      '<!-- wp:test/secondary /--><!-- wp:test/primary /-->',
    ]) {
      const { render } = await show(order);
      expect(render.tags.get('menus')).toBe('primary');
      render.addTag('menus', 'secondary');
      expect(render.tags.get('menus')).toBe('primary');
    }
  });

  test('cards of concurrent blocks share their queries, and their URLs follow the site’s structure at once', async () => {
    const made = await get().write(async (tx) => {
      const [authorId, parent] = [await makeUser(tx), await makeTerm(tx)];
      const child = await makeTerm(tx, { parentId: parent });
      return {
        posts: [await makePost(tx, { authorId, termIds: [child] }), await makePost(tx, { authorId })],
        authorId,
        child,
        draft: await makePost(tx, { status: 'draft' }),
      };
    });
    const block = (ids: readonly number[]) => `<!-- wp:test/cards {"ids":[${ids.join(',')}]} /-->`;
    await show(block(made.posts));
    const before = get().queryCount();
    const one = await show(
      `${block([...made.posts, made.draft])}${block([made.posts[0] ?? 0])}${block([made.posts[1] ?? 0])}`,
    );
    expect(get().queryCount() - before).toBeLessThanOrEqual(3);
    for (const tag of [
      `post:${made.posts[0]}`,
      `post:${made.posts[1]}`,
      `post:${made.draft}`,
      `user:${made.authorId}`,
      `term:${made.child}`,
    ] as readonly Tag[]) {
      expect([tag, one.render.tags.has(tag)]).toEqual([tag, true]);
    }
    expect(one.html).not.toContain(`?p=${made.posts[0]}`);
    await get().write((tx) => saveSettings(tx, { permalink_structure: 'plain' }));
    expect((await show(block(made.posts))).html).toContain(`?p=${made.posts[0]}`);
    await get().write((tx) => saveSettings(tx, { permalink_structure: 'rewritten' }));
  });

  test('an invalid setting falls back to its default, the others stay, and no stored value can throw', async () => {
    fakeBlock('test/set', {
      version: 2,
      settings: z.object({
        size: z.number().max(5).default(1),
        name: z.string().default('n'),
        deep: z.object({ a: z.number() }).default({ a: 1 }),
      }),
      migrate: (attributes) => {
        if (attributes.boom) throw new Error('migration failed');
        return { ...attributes, name: `${String(attributes.name)} of old` };
      },
    });
    const block = findBlock('test/set');
    if (!block) throw new Error('There is no test/set.');
    const problems: string[] = [];
    const parse = (attributes: Record<string, unknown>) =>
      parseSettings(block, attributes, (problem) => problems.push(problem));
    expect(parse({ version: 2, size: 3 })).toEqual({ size: 3, name: 'n', deep: { a: 1 } });
    expect(problems).toEqual([]);
    expect(parse({ version: 2, size: 9, name: 'kept', deep: { a: 'x' } })).toEqual({
      size: 1,
      name: 'kept',
      deep: { a: 1 },
    });
    expect(problems.splice(0).join()).toMatch(/size.*deep\.a/);
    expect(parse({ name: 'text' })).toMatchObject({ name: 'text of old' });
    expect(parse({ name: 'text', boom: true })).toMatchObject({ size: 1, name: 'text' });
    expect(problems.splice(0).join()).toContain('migration failed');
    expect(
      parse(JSON.parse('{"version":2,"__proto__":{"size":4},"constructor":1}') as Record<string, unknown>),
    ).toMatchObject({ size: 1 });
  });

  test('logs and skips unknown blocks, and ids name document and place', async () => {
    site.logged.length = 0;
    const { html } = await show('<p>a</p><!-- wp:nobody/knows /--><p>b</p>');
    expect(html).toBe('<p>a</p><p>b</p>');
    expect(site.logged.length).toBeGreaterThan(0);
    expect(blockIdOf('a', '0.1')).toBe(blockIdOf('a', '0.1'));
    expect(new Set([blockIdOf('a', '0.1'), blockIdOf('a', '0.2'), blockIdOf('b', '0.1')]).size).toBe(3);
    expect(blockIdOf('a', '0')).toMatch(/^tdi_[\w-]+$/);
  });

  test('blocks that show each post once choose in document order, however long each takes', async () => {
    const { html, render } = await show(
      '<!-- wp:test/chooses {"after":20} /--><!-- wp:test/chooses {"after":1} /--><!-- wp:test/chooses /-->',
    );
    expect(html.match(/[\d+]+(?=<\/div>)/g)).toEqual(['1+2', '3+4', '5']);
    expect(render.isAbsent).toBe(false);
    // Not cached for other pages, since its content depends on that of the others.
    expect((await show('<!-- wp:test/chooses /-->')).html).toContain('1+2');
  });

  test('a block that chooses last leaves out posts of blocks below it, which know its wish', async () => {
    const { html } = await show(
      '<!-- wp:test/chooses-last /--><!-- wp:test/chooses {"after":20} /--><!-- wp:test/leaves /-->',
    );
    expect(html.match(/[\d+]+(?=<\/div>)/g)).toEqual(['3+4+5+6+7', '1+2', '9']);
  });

  test('a failed choice affects only its own block, and those below go on', async () => {
    const render = await site.begin();
    const failed = render.showOnce(() => Promise.reject(new Error('no candidates')));
    const next = render.showOnce((shown) => [7, ...shown]);
    await expect(failed).rejects.toThrow('no candidates');
    expect(await next).toEqual([7]);
    expect(await render.showOnce((shown) => [...shown])).toEqual([7]);
  });

  test('loads data that blocks of a page cache under one name once, even concurrently', async () => {
    expect(
      (await show('<!-- wp:test/keeps {"a":1} /--><!-- wp:test/keeps {"a":2} /-->')).ran.filter(
        (name) => name === 'shared thing',
      ).length,
    ).toBeLessThanOrEqual(1);
  });

  test('a block can turn the page into a 404', async () => {
    expect((await show('<!-- wp:test/absent /-->')).render.isAbsent).toBe(true);
  });
});
