import { askTogether } from '../../src/blocks/asked-together.server.ts';
import type { BlockContext, LoadContext, PageInfo, TagWeight } from '../../src/blocks/load-context.ts';
import { createContent } from '../../src/modules/content/content.ts';
import type { Content } from '../../src/modules/content/content.ts';
import { findCards } from '../../src/modules/cards/cards.ts';
import { isListed } from '../../src/modules/posts/policy.ts';
import { findPosts } from '../../src/modules/posts/reader.ts';
import { createRelatedPosts } from '../../src/modules/related/related-posts.ts';
import { searchPosts } from '../../src/modules/search/results.ts';
import { createSearchClient } from '../../src/modules/search/search-client.ts';
import type { Settings } from '../../src/modules/settings/settings.ts';
import { anybody } from '../../src/modules/content/viewer.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { createSigner, createVault } from '../../src/lib/keys.ts';

export const testSigner = createSigner(Buffer.from('a secret of the tests, long enough'));
export const testVault = createVault(Buffer.from('a secret of the tests, long enough'));

/** Content of a test database; searches run on this thread, so that no worker outlives the test. */
export function testContent(database: Database): Content {
  const content = {
    ...createContent(database, 'https://example.test'),
    search: createSearchClient(database, { inProcess: true }),
  };
  return { ...content, related: createRelatedPosts(content) };
}

export const homePage: Extract<PageInfo, { kind: 'home' }> = {
  kind: 'home',
  path: '/',
  pageNumber: 1,
  title: 'Home',
};

/** A loader's context with real content, which records declared dependencies. */
export interface FakeLoadContext extends LoadContext {
  readonly tags: ReadonlyMap<string, TagWeight>;
  /** Milliseconds; Infinity when not set. */
  readonly expiry: () => number;
}

export function fakeLoadContext(
  content: Content,
  page: PageInfo = homePage,
  {
    blockId = 'tdi_test',
    now = Date.UTC(2026, 10, 20),
    viewer = anybody,
    inherited = {} as BlockContext,
  } = {},
): FakeLoadContext {
  const tags = new Map<string, TagWeight>();
  const shown = new Set<number>();
  const claimed = new Set<string>();
  let expiry = Infinity;
  return {
    content: { ...content, settings: noting(content.settings, tags) },
    together: askTogether(content),
    page,
    viewer,
    blockId,
    inherited,
    now,
    tags,
    expiry: () => expiry,
    cards: async (ids) => {
      const found = await findCards(content, ids, await content.settings.current());
      return ids.map((id) => found.get(id)).filter((card) => card !== undefined);
    },
    posts: async (ids) => {
      const found = await findPosts(content.database.read, ids);
      return ids
        .map((id) => found.get(id))
        .filter((post) => post !== undefined)
        .filter(isListed);
    },
    showOnce: async (choose) => {
      const chosen = await choose(shown, 0, new Set());
      for (const id of chosen) shown.add(id);
      return chosen;
    },
    noteShown: (ids) => ids.forEach((id) => shown.add(id)),
    showLast: async (_reserve, choose) => choose(shown, 0, new Set()),
    frontPins: () => [],
    noteArea: () => undefined,
    claim: (name) => !claimed.has(name) && Boolean(claimed.add(name)),
    absent: () => void tags.set('absent', 'primary'),
    goesOn: () => undefined,
    found: () => undefined,
    turnedPage: (parameter) => page.queryPages?.get(parameter) ?? 1,
    tag: (tag, weight = 'secondary') => {
      if (tags.get(tag) !== 'primary') tags.set(tag, weight);
    },
    cache: (_key, load) => load(fakeLoadContext(content, page, { blockId, now, viewer, inherited })),
    search: (query) => searchPosts(content, query),
    sign: (purpose, text) => testSigner.sign(purpose, text),
    expireIn: (milliseconds) => {
      expiry = Math.min(expiry, milliseconds);
    },
    renderDocument: async (ref) => `<p>document ${JSON.stringify(ref)}</p>`,
    renderInner: async (provided = {}) => `<p>inner ${JSON.stringify(provided)}</p>`,
  };
}

/** Settings that record each read as a tag, as for pages. */
function noting(settings: Content['settings'], tags: Map<string, TagWeight>): Content['settings'] {
  const current = async () =>
    new Proxy(await settings.current(), {
      get: (all, name: keyof Settings) => {
        tags.set(`setting:${name}`, 'primary');
        return all[name];
      },
    });
  return { ...settings, current };
}
