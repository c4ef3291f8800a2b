import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import { assignTemplateToItem } from '../../src/modules/templates/assign.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { rankRelated, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';
import { paragraph } from '../harness/writer.ts';

interface Area {
  readonly area: string;
  readonly content: string;
  readonly fallback: string;
  readonly fallback_area: string;
  readonly edited: boolean;
  readonly revision: number;
  readonly shown_on: readonly string[];
  readonly templates: readonly { readonly title: string }[];
  readonly page: { readonly path: string } | null;
}

onBothDatabases('widget areas of a site', (_get, place) => {
  let site: ServedSite;
  let headers: Record<string, string>;
  const page = async (path: string) => (await rawRequest(site.url, path)).body;
  const send = async <Body = Area>(method: string, path: string, body?: object) => {
    const reply = await rawRequest(site.url, `/wp-json/broadsheet/v1/${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: reply.status, body: JSON.parse(reply.body) as Body };
  };
  const save = (area: string, content: string, more = {}) =>
    send('POST', `widget-areas/${area}`, { content, ...more });

  beforeAll(async () => {
    site = await serveSite(place());
    const chief = await site.database.write(async (tx) => {
      const science = await makeTerm(tx, { name: 'Science', slug: 'science' });
      for (let n = 1; n <= 3; n++)
        await makePost(tx, { title: `Story ${n}`, slug: `story-${n}`, termIds: [science] });
      return makeUser(tx, { roles: ['administrator'] });
    });
    const { cookie, nonce } = await site.signIn(chief);
    headers = { cookie, 'x-wp-nonce': nonce };
  });
  afterAll(() => site.close());

  test('[IMP-21] lists the areas with the pages that show them', async () => {
    const { body } = await send<Area[]>('GET', 'widget-areas');
    expect(body.map(({ area }) => area)).toEqual([
      'sidebar',
      'sidebar-single',
      'sidebar-category',
      'sidebar-tag',
      'sidebar-author',
      'sidebar-date',
      'sidebar-search',
      'footer-1',
      'footer-2',
      'footer-3',
    ]);
    expect(body[1]).toMatchObject({ edited: false, revision: 0, shown_on: ['single', 'cpt'] });
    const { body: one } = await send('GET', 'widget-areas/sidebar-single');
    expect(one.content).toContain('broadsheet/trending');
    expect(one.page?.path).toMatch(/^\/story-\d\/$/);
  });

  test('[IMP-21] a saved area is on the pages that show it at once, and a reset returns the page byte for byte', async () => {
    await rankRelated(site, 'story-1', 'story-2', 'story-3');
    const [article, category] = [await page('/story-1/'), await page('/category/science/')];
    const saved = await save('sidebar', paragraph('Zebras for all'), { revision: 0 });
    expect(saved).toMatchObject({ status: 200, body: { edited: true, revision: 1 } });
    expect(await page('/story-1/')).toContain('Zebras for all');
    expect(await page('/category/science/')).toContain('Zebras for all');
    await save('sidebar-category', paragraph('Lions for categories'));
    expect(await page('/story-1/')).toContain('Zebras for all');
    expect(await page('/category/science/')).not.toContain('Zebras for all');
    expect(await page('/category/science/')).toContain('Lions for categories');
    expect((await send('GET', 'widget-areas/sidebar-single')).body).toMatchObject({
      content: paragraph('Zebras for all'),
      fallback_area: 'sidebar',
      edited: false,
    });
    await send('DELETE', 'widget-areas/sidebar-category');
    await send('DELETE', 'widget-areas/sidebar');
    // Random posts of the article's sidebar differ in each render.
    const sideless = (html: string) => html.slice(0, html.indexOf('column-sidebar'));
    expect(sideless(await page('/story-1/'))).toBe(sideless(article));
    expect(await page('/story-1/')).toContain(' trending"');
    expect(await page('/category/science/')).toBe(category);
  });

  test('[IMP-21] an own template shows an area of its own', async () => {
    const id = await site.database.write(async (tx) => {
      const made = await createTemplate(tx, {
        type: 'single',
        title: 'With a box',
        content:
          '<!-- wp:broadsheet/post-title /--><!-- wp:broadsheet/widget-area {"area":"my-box"} /--><!-- wp:broadsheet/post-content /-->',
      });
      const story = await makePost(tx, { title: 'Boxed', slug: 'boxed' });
      await assignTemplateToItem(tx, 'single', story, made);
      return made;
    });
    expect(id).toBeGreaterThan(0);
    expect(await page('/boxed/')).not.toContain('Ducks');
    const { body } = await send<Area[]>('GET', 'widget-areas');
    expect(body.find(({ area }) => area === 'my-box')).toMatchObject({
      edited: false,
      shown_on: [],
      templates: [{ title: 'With a box' }],
    });
    await save('my-box', paragraph('Ducks in a box'));
    expect(await page('/boxed/')).toContain('Ducks in a box');
    expect(await page('/story-1/')).not.toContain('Ducks');
  });

  test('[IMP-21] scripts of an area reach no page, even if an administrator saved them', async () => {
    await save(
      'sidebar',
      '<!-- wp:html --><p onclick="alert(1)">Bold<script>alert(1)</script></p><!-- /wp:html -->',
    );
    const html = await page('/story-1/');
    expect(html).toContain('>Bold');
    expect(html).not.toContain('alert(1)');
    await send('DELETE', 'widget-areas/sidebar');
  });

  test('[IMP-21] refusals name the fault or both sides, and change nothing', async () => {
    const before = await save('footer-1', paragraph('Ours'));
    const stale = await send<{ code: string; data: { mine: object; theirs: Area } }>(
      'POST',
      'widget-areas/footer-1',
      {
        content: paragraph('Mine'),
        revision: before.body.revision + 4,
      },
    );
    expect(stale).toMatchObject({
      status: 409,
      body: { data: { mine: { content: paragraph('Mine') }, theirs: { content: paragraph('Ours') } } },
    });
    for (const content of [
      '<!-- wp:acme/nothing /-->',
      '<!-- /wp:broadsheet/column -->',
      'x'.repeat(100_001),
    ])
      expect([content.slice(0, 30), (await save('footer-1', content)).status]).toEqual([
        content.slice(0, 30),
        400,
      ]);
    expect((await save('Footer', 'x')).status).toBe(404);
    expect((await send('GET', 'widget-areas/-x')).status).toBe(404);
    expect((await send('GET', 'widget-areas/footer-1')).body).toEqual(before.body);
    await send('DELETE', 'widget-areas/footer-1');
  });

  test('[IMP-21] the preview shows unsaved blocks to their editor only, in sidebar and footer', async () => {
    for (const area of ['sidebar', 'footer-2']) {
      const { status, body } = await send<{ html: string }>('POST', 'widget-previews', {
        path: '/story-1/',
        area,
        content: paragraph('Unsaved owls'),
      });
      expect([status, body.html.includes('Unsaved owls')]).toEqual([200, true]);
    }
    expect(await page('/story-1/')).not.toContain('Unsaved owls');
  });

  test('[IMP-21] WordPress’ routes list sidebars, and outermost blocks as block widgets', async () => {
    const wordPress = async <Body>(path: string, method = 'GET') => {
      const reply = await rawRequest(site.url, `/wp-json/wp/v2/${path}`, { method, headers });
      return { status: reply.status, body: JSON.parse(reply.body) as Body };
    };
    await save('footer-1', [paragraph('One'), paragraph('Zwölf')].join('\n\n'));
    const { body: sidebars } =
      await wordPress<{ id: string; status: string; widgets: string[] }[]>('sidebars');
    const footer = sidebars.find(({ id }) => id === 'footer-1');
    expect(footer).toMatchObject({
      name: 'Footer 1',
      status: 'active',
      widgets: [/^block-\d+$/, /^block-\d+$/].map((id) => expect.stringMatching(id)),
    });
    interface Widget {
      readonly id: string;
      readonly instance: { readonly encoded: string; readonly raw: { readonly content: string } };
    }
    const { body: widgets } = await wordPress<Widget[]>('widgets?sidebar=footer-1');
    expect(widgets.map(({ id, instance }) => [id, instance.raw.content])).toEqual([
      [footer?.widgets[0], paragraph('One')],
      [footer?.widgets[1], paragraph('Zwölf')],
    ]);
    const serialized = Buffer.from(widgets[1]?.instance.encoded ?? '', 'base64');
    expect(serialized.toString()).toContain(`s:${Buffer.byteLength(paragraph('Zwölf'))}:"<!-- wp:paragraph`);
    expect((await wordPress<Widget>(`widgets/${widgets[0]?.id}`)).body).toEqual(widgets[0]);
    expect((await wordPress<object>('sidebars/footer-1')).body).toEqual(footer);
    expect((await wordPress<object>('widgets', 'POST')).status).toBe(405);
    expect((await wordPress<object>(`widgets/${widgets[0]?.id}`, 'DELETE')).status).toBe(405);
    expect((await wordPress<object>('widgets/block-9999')).status).toBe(404);
    await send('DELETE', 'widget-areas/footer-1');
  });

  test('[IMP-21] imports a file of widgets, and reports what is left out', async () => {
    const file = JSON.stringify({
      'sidebar-1': { 'text-2': { title: 'Imported', text: 'Foxes of the old site' }, 'meta-2': {} },
      'Shop sidebar': { 'search-4': { title: '' } },
    });
    const plan = await send<{ areas: object[]; notes: object[] }>('POST', 'widget-imports', {
      file,
      preview: true,
    });
    expect(plan.body).toMatchObject({
      areas: [
        { area: 'sidebar', added: 1 },
        { area: 'shop-sidebar', added: 1 },
      ],
      notes: [{ widget: 'meta-2', left_out: true }],
    });
    expect(await page('/story-1/')).not.toContain('Foxes');
    expect((await send('POST', 'widget-imports', { file })).status).toBe(200);
    expect(await page('/story-1/')).toContain('Foxes of the old site');
    const { body } = await send<Area[]>('GET', 'widget-areas');
    expect(body.find(({ area }) => area === 'shop-sidebar')).toMatchObject({ shown_on: [], templates: [] });
    expect((await send('POST', 'widget-imports', { file: 'nothing' })).status).toBe(400);
  });
});
