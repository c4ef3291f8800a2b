import { expect, test, vi } from 'vitest';
import { onDatabase } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { testSigner } from '../../../test/harness/load-context.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import { chief } from '../../../test/harness/writer.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { pagePreviews } from '../replies/page-previews.ts';
import { renderPageRequest } from '../replies/render-page-request.ts';
import { broadsheetWidgetArea, broadsheetWidgetImports } from '../rest/broadsheet-v1-widget-areas.ts';
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

  test('[IMP-21] blocks of widgets are checked without the cache of compiled templates', async () => {
    const site = pageSite(get());
    const compiled = vi.spyOn(site.documents, 'template');
    const request = {
      actor: chief,
      site: { content: site.content, pagePreviews: pagePreviews(site, testSigner) },
    } as unknown as RestRequest; // with the parts that the routes read
    const file = JSON.stringify({
      sidebar: {
        'text-2': { text: 'Foxes' },
        'block-3': { content: '<!-- wp:acme/nothing /-->' },
      },
    });
    const imported = broadsheetWidgetImports.methods.POST.prepare(
      new Map(Object.entries({ file, preview: true })),
    );
    expect(await imported.run(request, undefined)).toMatchObject({
      body: { areas: [{ area: 'sidebar', added: 1 }], notes: [{ widget: 'block-3', left_out: true }] },
    });
    const saved = broadsheetWidgetArea.methods.POST.prepare(
      new Map([['content', '<!-- wp:acme/nothing /-->']]),
    );
    await expect(saved.run(request, 'sidebar')).rejects.toMatchObject({ status: 400 });
    expect(compiled).not.toHaveBeenCalled();
  });
});
