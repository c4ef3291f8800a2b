import { afterAll, beforeAll, beforeEach } from 'vitest';
import { defaultSettings } from '../../src/modules/settings/settings.ts';
import type { Settings } from '../../src/modules/settings/settings.ts';
import { startAdNetwork } from './ad-network.ts';
import type { AdNetwork } from './ad-network.ts';
import { makePost, makeTerm, makeUser } from './factories.ts';
import { useRealSite } from './real-site.ts';
import type { RealSite } from './real-site.ts';

export interface ThirdPartySite {
  readonly site: RealSite;
  readonly network: AdNetwork;
  readonly article: string;
  /** Resets all third-party settings except these. */
  only(settings: Partial<Settings>): Promise<void>;
}

const words =
  'with enough words in it to fill a line or two on any screen that a reader may hold, and to make a column of text that goes on for a while. ';

/** Declares the site of a test file; each test starts with default settings. */
export function thirdPartySite(): ThirdPartySite {
  let network: AdNetwork;
  const changed = new Set<keyof Settings>();
  const site = useRealSite(async (tx) => {
    const author = await makeUser(tx, { displayName: 'Ada Quill' });
    const category = await makeTerm(tx, { name: 'Science', slug: 'science' });
    for (let n = 1; n <= 7; n++)
      await makePost(tx, { title: `Note ${n}`, slug: `note-${n}`, authorId: author, termIds: [category] });
    const text = Array.from(
      { length: 24 },
      (_, n) =>
        `<!-- wp:paragraph --><p id="p${n + 1}">Paragraph ${n + 1} of a long article, ${words.repeat(2)}</p><!-- /wp:paragraph -->`,
    );
    await makePost(tx, {
      title: 'A comet returns',
      slug: 'a-comet',
      authorId: author,
      termIds: [category],
      content: text.join('\n'),
      publishedAt: Date.UTC(2026, 5, 1),
    });
  });
  const only = async (settings: Partial<Settings>) => {
    for (const key of Object.keys(settings) as (keyof Settings)[]) changed.add(key);
    const defaults = Object.fromEntries([...changed].map((key) => [key, defaultSettings[key]]));
    await site.set({ ...defaults, ...settings });
  };
  beforeAll(async () => {
    network = await startAdNetwork();
  });
  beforeEach(async () => {
    await only({});
    network.requests.length = 0;
  });
  afterAll(() => network?.close());
  return {
    site,
    only,
    get network() {
      return network;
    },
    get article() {
      return `${site.url}/a-comet/`;
    },
  };
}
