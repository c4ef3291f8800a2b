import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTemplate, updateTemplate } from '../../src/modules/templates/writer.ts';
import { findAssignments, findTemplate } from '../../src/modules/templates/reader.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { patternType } from '../../src/modules/types/names.ts';
import { templateEditorUrl } from '../../src/modules/templates/model.ts';
import { decodeEntities } from '../../src/lib/plain-text.ts';
import { hiddenIn } from '../harness/account-site.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { rawRequest } from '../harness/served-site.ts';
import { makeTemplateWorld } from '../harness/template-world.ts';
import type { TemplateWorld } from '../harness/template-world.ts';

const content = '<!-- wp:broadsheet/post-content /-->';
const words = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`;

interface Warning {
  readonly what: string;
  readonly device: string;
  readonly template: number;
  readonly title: string;
  readonly label: string;
  readonly message: string;
}

onBothDatabases('warnings about templates', (_get, place) => {
  let world: TemplateWorld;
  const request = async (method: string, path: string, body?: object, who = 'editor') => {
    const { cookie, nonce } = world.headersOf(who);
    const headers = {
      ...(cookie && { cookie, 'x-wp-nonce': nonce }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const reply = await rawRequest(world.site.url, `/wp-json/broadsheet/v1/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, json: JSON.parse(reply.body) as unknown };
  };
  const warnings = async (query: string) => {
    const { status, json } = await request('GET', `template-warnings?${query}`);
    expect(status, query).toBe(200);
    return json as { readonly template: number; readonly warnings: readonly Warning[] }[];
  };
  const short = async (query: string) =>
    (await warnings(query)).flatMap((one) =>
      one.warnings.map(({ what, device, template }) => `${device} ${what} ${template}`),
    );
  const make = (input: Parameters<typeof createTemplate>[1]) =>
    world.site.database.write((tx) => createTemplate(tx, input));
  const page = (id: number, cookie: string) =>
    rawRequest(world.site.url, templateEditorUrl('', id), { headers: { cookie } });
  const send = (fields: Record<string, string>, cookie: string) =>
    rawRequest(world.site.url, '/wp-admin/site-editor.php', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
      body: new URLSearchParams(fields).toString(),
    });
  const formOf = async (id: number, cookie: string, markup: string) => {
    const { body } = await page(id, cookie);
    const hidden = ['postId', 'revision', '_wpnonce', 'beganTitle', 'beganMark'];
    return {
      section: 'save',
      ...Object.fromEntries(hidden.map((name) => [name, decodeEntities(hiddenIn(body, name))])),
      title: decodeEntities(/name="title"[^>]* value="([^"]*)"/.exec(body)?.[1] ?? ''),
      content: markup,
    };
  };

  beforeAll(async () => {
    world = await makeTemplateWorld(place());
  });
  afterAll(() => world.close());

  test('name device, template, kind and fix for a template and its variant for phones', async () => {
    const phones = await make({ type: 'single', title: 'Small', isMobile: true });
    const wide = await make({ type: 'single', title: 'Wide', content, mobileTemplateId: phones });
    expect(await warnings(`template=${wide}`)).toEqual([
      {
        template: wide,
        warnings: [
          {
            what: 'blank',
            device: 'phone',
            template: phones,
            title: 'Small',
            type: 'single',
            label: 'Phone: Empty page',
            message:
              'Phone: “Small” (Single post) has no block with visible content, so readers would get an empty page. ' +
              'Add blocks first.',
          },
        ],
      },
    ]);
    await world.site.database.write((tx) => updateTemplate(tx, phones, { content: words('Hello') }));
    expect(await short(`template=${wide}`)).toEqual([`phone no_content ${phones}`]);
    expect(await short(`template=${phones}`)).toEqual([`phone no_content ${phones}`]);
    await world.site.database.write((tx) => updateTemplate(tx, phones, { content }));
    expect(await short(`template=${wide}`)).toEqual([]);
  });

  test('follow nested patterns and template parts that are published', async () => {
    const [inner, outer, draft, circle] = await world.site.database.write(async (tx) => {
      const first = await makePost(tx, { type: patternType, title: 'Text', content });
      const columns = `<!-- wp:columns --><div><!-- wp:column --><div><!-- wp:block {"ref":${first}} /--></div><!-- /wp:column --></div><!-- /wp:columns -->`;
      const second = await makePost(tx, { type: patternType, title: 'Columns', content: columns });
      const hidden = await makePost(tx, { type: patternType, title: 'Draft', content, status: 'draft' });
      const self = await makePost(tx, { type: patternType, title: 'Circle' });
      await tx.db
        .updateTable('post')
        .set({ content: `<!-- wp:block {"ref":${self}} /-->${words('Around')}` })
        .where('id', '=', self)
        .execute();
      await makePost(tx, { type: 'wp_template_part', title: 'Article', slug: 'article', content });
      return [first, second, hidden, self];
    });
    const named = async (markup: string) =>
      short(`template=${await make({ type: 'single', title: 'Named', content: markup })}`);
    for (const id of [inner, outer]) expect(await named(`<!-- wp:block {"ref":${id}} /-->`)).toEqual([]);
    expect(await named('<!-- wp:template-part {"slug":"article"} /-->')).toEqual([]);
    expect(await named('<!-- wp:template-part {"slug":"gone"} /-->')).toEqual([
      expect.stringMatching(/^all blank \d+$/),
    ]);
    expect(await named(`<!-- wp:block {"ref":${draft}} /-->`)).toEqual([
      expect.stringMatching(/^all blank \d+$/),
    ]);
    expect(await named(`<!-- wp:block {"ref":${circle}} /-->`)).toEqual([
      expect.stringMatching(/^all no_content \d+$/),
    ]);
    const many = Array.from({ length: 400 }, (_, at) => `<!-- wp:block {"ref":${at + 100_000}} /-->`).join(
      '',
    );
    expect(await named(many)).toEqual([]);
  });

  test('are listed for a type; a mobile page needs no block with the text', async () => {
    const bare = await make({ type: 'category', title: 'Bare', content: words('Hello') });
    const listed = await make({
      type: 'category',
      title: 'Listed',
      content: '<!-- wp:broadsheet/archive-loop /-->',
    });
    expect(await short('type=category')).toEqual([`all no_list ${bare}`]);
    const narrow = await make({ type: 'category', title: 'Narrow', isMobile: true });
    await world.site.database.write((tx) => updateTemplate(tx, bare, { mobileTemplateId: narrow }));
    expect(await short('type=category')).toEqual([`desktop no_list ${bare}`, `phone blank ${narrow}`]);
    const mine = await make({ type: 'page', title: 'Mine', content: words('Hello'), isMobile: true });
    const blank = await make({ type: 'page', title: 'Blank', isMobile: true });
    expect(await short('type=page')).toEqual([`phone blank ${blank}`]);
    expect(await short(`template=${mine}&mobile_page=true`)).toEqual([]);
    expect(await short(`template=${mine}&mobile_page=false`)).toEqual([`phone no_content ${mine}`]);
    expect(await short(`template=${listed}`)).toEqual([]);
  });

  test('are refused to callers without posts and for invalid parameters', async () => {
    const id = await make({ type: 'single', title: 'Secret' });
    for (const who of ['editor', 'author', 'contributor'])
      expect((await request('GET', `template-warnings?template=${id}`, undefined, who)).status, who).toBe(
        200,
      );
    for (const [who, status] of [
      ['subscriber', 403],
      ['nobody', 401],
    ] as const)
      expect((await request('GET', `template-warnings?template=${id}`, undefined, who)).status, who).toBe(
        status,
      );
    expect((await request('GET', 'template-warnings?template=999999')).status).toBe(404);
    for (const query of ['', 'type=nothing', 'template=0', 'template=x', 'template=1&mobile_page=maybe'])
      expect((await request('GET', `template-warnings?${query}`)).status, query).toBe(400);
  });

  test('are part of the replies of template-check and of an import', async () => {
    const check = async (body: object) =>
      ((await request('POST', 'template-check', body)).json as { readonly warnings: readonly Warning[] })
        .warnings;
    expect(await check({ content: '', type: 'single' })).toMatchObject([
      { what: 'blank', device: 'all', template: 0 },
    ]);
    expect(await check({ content: '', type: 'single', mobile: true })).toMatchObject([{ device: 'phone' }]);
    expect([await check({ content, type: 'single' }), await check({ content: '' })]).toEqual([[], []]);
    const file = {
      format: 'broadsheet-template',
      version: 1,
      main: 1,
      templates: [{ id: 1, type: 'tag', title: 'Brought', content: '' }],
    };
    const { status, json } = await request('POST', 'template-files', { file });
    expect([status, json]).toMatchObject([201, { warnings: [{ what: 'blank', title: 'Brought' }] }]);
  });

  test('are in the language of the site', async () => {
    const id = await make({ type: 'single', title: 'Leer' });
    await world.site.database.write((tx) => saveSettings(tx, { site_language: 'de' }));
    const [entry] = await warnings(`template=${id}`);
    await world.site.database.write((tx) => saveSettings(tx, { site_language: null }));
    expect(entry?.warnings[0]?.message).toMatch(
      /^Alle Bildschirme: „Leer“ \(Einzelner Beitrag\) hat keinen Block/,
    );
  });

  test('leave the replies of the editor calls unchanged', async () => {
    const blank = await make({ type: 'single', title: 'Blank for all' });
    const { item } = world.pages['single'] ?? {};
    const assigned = await world.call('tdb_assign_single_template_global', { template_id: blank });
    expect([assigned.status, Object.keys(assigned.json as object).toSorted()]).toEqual([
      200,
      ['global_template_id', 'reload'],
    ]);
    const list = (await world.call('tdb_get_single_templates', { single_id: item?.id ?? 0 }))
      .json as object[];
    expect(Object.keys(list[0] ?? {}).toSorted()).toEqual([
      'cpt',
      'is_current',
      'is_global',
      'mobile_template_id',
      'mobile_template_title',
      'template_id',
      'template_title',
    ]);
    await world.call('tdb_assign_single_template_global', { template_id: '' });
    expect((await findAssignments(world.site.database.read, 'single', 0)).global).toBeUndefined();
  });

  test('appear before the page of a template in use saves, and Save anyway saves', async () => {
    const { cookie } = world.headersOf('editor');
    const { path = '' } = world.pages['single'] ?? {};
    const phones = await make({
      type: 'single',
      title: 'For phones',
      content: `${words('Phone layout')}${content}`,
      isMobile: true,
    });
    const wide = await make({
      type: 'single',
      title: 'For all',
      content: `${words('Wide layout')}${content}`,
      mobileTemplateId: phones,
    });
    await world.call('tdb_assign_single_template_global', { template_id: wide });
    const readers = async () => [
      (await world.get(path)).body.includes('Wide layout'),
      (await world.get(path, { phone: true })).body.includes('Phone layout'),
    ];
    expect(await readers()).toEqual([true, true]);

    const typed = await formOf(phones, cookie, '<!-- wp:group --><div></div><!-- /wp:group -->');
    const question = await send(typed, cookie);
    expect(question.status).toBe(200);
    expect(question.body).toMatch(/<dialog[^>]*class="template-ask"[^>]*>/);
    expect(question.body).toContain('Phone: “For phones” (Single post) has no block with visible content');
    expect(question.body).toContain('&lt;!-- wp:group --&gt;');
    expect((await findTemplate(world.site.database.read, phones))?.content).toContain('Phone layout');
    expect(await readers()).toEqual([true, true]);

    const saved = await send({ ...typed, anyway: '1' }, cookie);
    expect(saved.status).toBe(303);
    expect((await findTemplate(world.site.database.read, phones))?.content).not.toContain('Phone layout');
    expect(await readers()).toEqual([true, false]);
    // The list shows it afterwards.
    const list = (await rawRequest(world.site.url, '/wp-admin/site-editor.php', { headers: { cookie } }))
      .body;
    expect(list).toMatch(/For phones<\/a>[^]*?template-mark">Phone: Empty page</);
    expect(list).not.toMatch(/For all<\/a><\/b><small>[^<]*<\/small><small><span class="template-mark">/);

    // An earlier revision is restored unchanged; a blank one needs confirmation.
    const { body } = await page(phones, cookie);
    const restores = [...body.matchAll(/<button[^>]* value="(\d+)"[^>]*>/g)].map(([, id = '']) => id);
    expect(restores).toHaveLength(2);
    const fields = {
      section: 'restore',
      postId: String(phones),
      _wpnonce: hiddenIn(body, '_wpnonce'),
      revision: hiddenIn(body, 'revision'),
    };
    expect((await send({ ...fields, restore: restores[1] ?? '' }, cookie)).status).toBe(303);
    expect(await readers()).toEqual([true, true]);
    const revision = hiddenIn((await page(phones, cookie)).body, 'revision');
    const back = await send({ ...fields, revision, restore: restores[0] ?? '' }, cookie);
    expect([back.status, back.body.includes('template-ask')]).toEqual([200, true]);
    expect(await readers()).toEqual([true, true]);
    expect(
      (await send({ ...fields, revision, restore: restores[0] ?? '', anyway: '1' }, cookie)).status,
    ).toBe(303);
    expect(await readers()).toEqual([true, false]);
    await world.call('tdb_assign_single_template_global', { template_id: '' });
  });

  test('do not appear for an unused template or one with its text', async () => {
    const { cookie } = world.headersOf('editor');
    const unused = await make({ type: 'single', title: 'Unused', content });
    expect((await send(await formOf(unused, cookie, words('No text')), cookie)).status).toBe(303);
    const used = await make({ type: 'single', title: 'Used', content });
    await world.call('tdb_assign_single_template_global', { template_id: used });
    expect((await send(await formOf(used, cookie, words('More') + content), cookie)).status).toBe(303);
    expect((await send(await formOf(used, cookie, words('No text')), cookie)).status).toBe(200);
    await world.call('tdb_assign_single_template_global', { template_id: '' });
  });
});
