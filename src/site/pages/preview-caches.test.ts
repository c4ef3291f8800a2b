import { expect, test, vi } from 'vitest';
import { onDatabase } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { testSigner } from '../../../test/harness/load-context.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import { renderPageRequest } from '../replies/render-page-request.ts';
import { siteWithSettings } from './site.ts';
import type { Site } from './site.ts';

onDatabase('sqlite', 'previews', (get) => {
  test('use none of the caches of public pages, which their entries would fill', async () => {
    await get().write((tx) => makePost(tx, { title: 'Ferries return' }));
    const site = pageSite(get());
    const [styles, cards, data] = [
      vi.spyOn(site.styles, 'of'),
      vi.spyOn(site.cards, 'find'),
      vi.spyOn(site.blockData, 'set'),
    ];
    const calls = () => [styles, cards, data].map((spy) => spy.mock.calls.length > 0);
    const front = async (shown: Site) => {
      const answer = await renderPageRequest(shown, testSigner, {
        key: '',
        device: 'desktop',
        path: '/',
        action: undefined,
        parameters: new Map(),
      });
      return 'shareKey' in answer ? answer.render() : answer;
    };
    expect((await front(siteWithSettings(site, { look: { base: 'tabloid' } }))).status).toBe(200);
    expect(calls()).toEqual([false, false, false]);
    expect((await front(site)).status).toBe(200);
    expect(calls()).toEqual([true, true, true]);
  });
});
