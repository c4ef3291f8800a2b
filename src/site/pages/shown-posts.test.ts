import { beforeAll, describe, expect, test, vi } from 'vitest';
import { letPass } from '../../../test/harness/let-pass.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { fakeBlock, withFakeBlocks } from '../../../test/harness/fake-blocks.ts';
import { homePage } from '../../../test/harness/load-context.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import type { LoadContext } from '../../blocks/load-context.ts';
import { renderDocument } from './render-document.ts';

vi.mock('../../blocks/registry.server.ts', async (original) =>
  withFakeBlocks(await original<typeof import('../../blocks/registry.server.ts')>()),
);

const showing = (
  name: `test/${string}`,
  load: (context: LoadContext, settings: Record<string, unknown>) => Promise<unknown>,
  container?: 'loader',
) =>
  fakeBlock(name, {
    showsPosts: true,
    ...(container && { container }),
    load: async (settings: Record<string, unknown>, context: LoadContext) => load(context, settings),
  });

/** Shows these posts after some milliseconds, like a list without "No duplicates". */
let loads = 0;
showing('test/shows', async (context, { ids, after = 0 }) => {
  loads++;
  await letPass(Number(after));
  context.noteShown(ids as number[]);
  await context.cards(ids as number[]);
  return 'shows';
});
/** Returns the posts known when it chooses, and takes 50. */
showing('test/sees', async (context) => {
  let seen = '';
  await context.showOnce((shown) => {
    seen = [...shown].join('+');
    return [50];
  });
  await context.cards([50]);
  return `[${seen}]`;
});
showing('test/last', async (context) => {
  await letPass(5); // reads settings first
  let seen = '';
  await context.showLast(0, (shown) => {
    seen = [...shown].join('+');
    return [];
  });
  return `[${seen}]`;
});
showing('test/box', async (context) => context.renderInner(), 'loader');
showing(
  'test/late-box',
  async (context) => {
    await letPass(20);
    return context.renderInner();
  },
  'loader',
);
showing(
  'test/box-with-cards',
  async (context) => {
    await context.cards([1]);
    return context.renderInner();
  },
  'loader',
);
fakeBlock('test/menu', {
  container: 'loader',
  load: async (_settings: unknown, context: LoadContext) => context.renderInner(),
});
fakeBlock('test/columns', { container: true });
showing('test/forgets', async (context) => {
  await letPass(5);
  await context.cards([8]);
  return 'forgets';
});
showing('test/fails', async () => {
  await letPass(5);
  throw new Error('The list is broken.');
});
showing('test/keeps', async (context) =>
  context.cache('kept list', async (inner) => {
    inner.noteShown([6]);
    return 'keeps';
  }),
);
showing('test/nothing', async () => undefined);

onBothDatabases('posts that blocks show', (get) => {
  let site: PageSite;
  let pattern = 0;
  beforeAll(async () => {
    site = pageSite(get());
    pattern = await get().write((tx) =>
      makePost(tx, { type: 'wp_block', content: '<!-- wp:test/shows {"ids":[3,4]} /-->' }),
    );
  });
  const draw = async (markup: string) => {
    const render = await site.begin(homePage);
    return (await renderDocument(site.documents.template(markup, 'doc'), 'doc', render)) ?? '';
  };
  /** The posts known to each choosing block, in document order. */
  const seen = async (markup: string) =>
    [...(await draw(markup)).matchAll(/\[([\d+]*)\]/g)].map(([, ids]) => ids);
  const shows = (ids: readonly number[], after = 0) =>
    `<!-- wp:test/shows ${JSON.stringify({ ids, after })} /-->`;
  const sees = '<!-- wp:test/sees /-->';
  const inside = (name: string, inner: string) => `<!-- wp:test/${name} -->${inner}<!-- /wp:test/${name} -->`;

  test.each<readonly [string, () => string, readonly string[]]>([
    ['above it, however long they take', () => shows([2, 1], 20) + shows([3]) + sees, ['2+1+3']],
    ['never those below it', () => shows([1]) + sees + shows([2]) + sees, ['1', '1+50+2']],
    ['in columns', () => inside('columns', inside('columns', shows([1], 10))) + sees, ['1']],
    ['in the column on its left', () => inside('columns', shows([1], 10)) + inside('columns', sees), ['1']],
    [
      'in a block that renders its inner blocks',
      () => inside('box', inside('box', shows([1], 10))) + sees,
      ['1'],
    ],
    [
      'in one that begins late',
      () => inside('late-box', shows([1]) + sees) + shows([2]) + sees,
      ['1', '1+50+2'],
    ],
    ['in a synced pattern', () => `<!-- wp:block {"ref":${pattern}} /-->${sees}`, ['3+4']],
    ['in a pattern that is not there', () => `<!-- wp:block {"ref":999999} /-->${shows([1])}${sees}`, ['1']],
    [
      'that a loader shares with others',
      () => `<!-- wp:test/keeps /--><!-- wp:test/keeps {"a":1} /-->${sees}`,
      ['6'],
    ],
    ['except for those of a menu', () => inside('menu', shows([1]) + sees) + sees, ['1', '']],
    [
      'for a block that chooses last, those below it, too',
      () => `<!-- wp:test/last /-->${shows([1], 20)}${sees}`,
      ['1+50', '1'],
    ],
  ])('are known to a block that shows each post once: %s', async (_, markup, expected) => {
    expect(await seen(markup())).toEqual(expected);
  });

  test('are known when the block above was cached, on the same page and on another', async () => {
    const block = shows([21, 22]);
    expect(await seen(block + sees)).toEqual(['21+22']);
    loads = 0;
    expect(await seen(block + sees)).toEqual(['21+22']);
    expect(await seen(shows([23], 20) + block + sees + inside('box', block) + sees)).toEqual([
      '23+21+22',
      '23+21+22+50',
    ]);
    expect(loads).toBe(1);
    expect(await seen(sees)).toEqual(['']);
    const cachedBlock = '<!-- wp:test/keeps {"a":2} /-->';
    expect([await seen(cachedBlock + sees), await seen(cachedBlock + sees)]).toEqual([['6'], ['6']]);
  });

  describe('a block without posts delays no other', () => {
    test.each([
      ['asks for cards only', '<!-- wp:test/forgets /-->'],
      ['shows nothing', '<!-- wp:test/nothing /-->'],
      ['is empty', inside('box', '')],
      ['asks for cards before it renders its inner blocks', inside('box-with-cards', '<p>a</p>')],
      ['holds blocks that ask for cards', inside('box', '<!-- wp:test/forgets /-->'.repeat(3))],
    ])('%s', async (_, markup) => {
      expect(await seen(markup + shows([1]) + sees)).toEqual(['1']);
      expect(await seen(shows([1]) + markup + sees)).toEqual(['1']);
    });

    test('fails', async () => {
      await expect(draw(`<!-- wp:test/fails /-->${sees}`)).rejects.toThrow('The list is broken.');
    });

    test('a thousand of them, nested ten deep', async () => {
      const some = shows([1]) + inside('columns', inside('box', sees + shows([2]))) + sees;
      let nested = some;
      for (let depth = 0; depth < 10; depth++) nested = inside('box', nested + some);
      expect((await seen(nested.repeat(20))).at(-1)).toBe('1+50+2');
      expect(
        (await seen(shows(Array.from({ length: 20_000 }, (__, n) => n + 1)) + sees))[0]?.split('+'),
      ).toHaveLength(10_000);
    });
  });

  test('a separate document has its own list of shown posts', async () => {
    const render = await site.begin(homePage);
    const at = (markup: string, shown = render.shownPosts) =>
      renderDocument(site.documents.template(markup, 'part'), 'part', render, shown);
    const [header, main] = await Promise.all([
      at(shows([1]) + sees, render.separatePosts()),
      at(shows([2]) + sees),
    ]);
    expect([header, main].map((html) => /\[([\d+]*)\]/.exec(html ?? '')?.[1])).toEqual(['1', '2']);
  });
});
