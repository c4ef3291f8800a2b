import { expect, test, vi } from 'vitest';
import { onDatabase } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { testSigner } from '../../../test/harness/load-context.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import { chief } from '../../../test/harness/writer.ts';
import type { Pin } from '../../modules/front/model.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { deletePost } from '../../modules/posts/index.ts';
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

  test('[IMP-11] ten desks share one render of the front page, until a story or the arrangement changes', async () => {
    const ids: number[] = [];
    await get().write(async (tx) => {
      for (let n = 1; n <= 4; n++) ids.push(await makePost(tx, { title: `Shared ${n}` }));
    });
    const site = pageSite(get());
    const { frontAreas } = pagePreviews(site, testSigner);
    // Called once by each render.
    const renders = vi.spyOn(site.content.front, 'withArrangement');
    const pin = { postId: ids[0] ?? 0, area: 'lead', endsAt: 0, headline: '', mediaId: 0 } as const;
    const seen = async (pins: readonly Pin[]) => {
      const [lead] = await frontAreas(chief, { pins, breaking: null });
      return lead?.cards.map(({ title }) => title);
    };
    const desks = await Promise.all(Array.from({ length: 10 }, () => seen([pin])));
    expect(new Set(desks.map((titles) => titles?.[0]))).toEqual(new Set(['Shared 1']));
    await seen([pin]);
    expect(renders).toHaveBeenCalledTimes(1);

    let added = 0;
    await get().write(async (tx) => void (added = await makePost(tx, { title: 'Just in' })));
    expect(await seen([pin])).toContain('Just in');
    expect(renders).toHaveBeenCalledTimes(2);
    expect((await seen([{ ...pin, postId: added }]))?.[0]).toBe('Just in');
    expect(renders).toHaveBeenCalledTimes(3);
    await get().write((tx) => deletePost(tx, added));
    expect(await seen([pin])).not.toContain('Just in');
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
