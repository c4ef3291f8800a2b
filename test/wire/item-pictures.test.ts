import { afterAll, beforeAll, expect, test } from 'vitest';
import { switchOnType } from '../../src/modules/ready-types/switch-on.ts';
import { readyTypes } from '../../src/modules/ready-types/ready-types.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { operator } from '../../src/modules/users/role.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makeMedia, makePost } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

type Thing = Readonly<Record<string, unknown>>;

onBothDatabases('pictures of items of ready types', (_get, place) => {
  let site: ServedSite;
  beforeAll(async () => {
    site = await serveSite(place());
    for (const { name } of readyTypes)
      await site.database.write((tx) => switchOnType(tx, operator(), { name }));
  });
  afterAll(() => site.close());

  test('[IMP-20] structured data name the item’s own picture, and never the site’s default picture', async () => {
    const values: Record<string, Record<string, string[]>> = {
      review: { item_name: ['Kettle'], rating: ['8'] },
      event: { starts_at: ['2030-06-01T10:00:00'] },
    };
    const slugs = new Map(readyTypes.map(({ name, definition }) => [name, definition.slug]));
    const types = [...slugs.keys()];
    await site.database.write(async (tx) => {
      const [standard, own] = [
        await makeMedia(tx, { file: { file: '2026/01/standard.jpg' } }),
        await makeMedia(tx, { file: { file: '2026/01/own.jpg' } }),
      ];
      await saveSettings(tx, { social_image: standard });
      for (const type of ['post', ...types])
        for (const [slug, featuredMediaId] of [
          [`${type}-bare`, 0],
          [`${type}-own`, own],
        ] as const)
          await makePost(tx, { type, slug, title: 'A title', featuredMediaId, meta: values[type] ?? {} });
    });
    const page = async (path: string, type: string) => {
      const { body } = await rawRequest(site.url, path);
      const [, json = '{}'] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(body) ?? [];
      const { '@graph': things = [] } = JSON.parse(json) as { readonly '@graph'?: readonly Thing[] };
      return { body, item: JSON.stringify(things.find((one) => String(one['@id']).endsWith(`#${type}`))) };
    };
    for (const [type, slug] of slugs) {
      const bare = await page(`/${slug}/${type}-bare/`, type);
      expect([type, bare.item.includes('"@type"'), bare.item.includes('standard')]).toEqual([
        type,
        true,
        false,
      ]);
      expect(bare.body).toMatch(/property="og:image" content="[^"]*standard/);
      const own = await page(`/${slug}/${type}-own/`, type);
      expect([type, own.item.includes('own'), own.item.includes('standard')]).toEqual([type, true, false]);
    }
    expect((await page('/post-bare/', 'article')).item).toContain('standard');
  });
});
