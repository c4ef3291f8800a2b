import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignTemplateToItem, clearTemplateAssignment } from '../../src/modules/templates/assign.ts';
import { assignTemplate } from '../../src/modules/templates/assign-template.ts';
import { createTemplate } from '../../src/modules/templates/template-commands.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { findActor } from '../../src/modules/users/roles.ts';
import { operator } from '../../src/modules/users/role.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

type Json = Record<string, unknown>;

onBothDatabases('templates over REST', (_get, place) => {
  let site: ServedSite;
  const keys: Record<string, { cookie: string; nonce: string }> = {};
  const ids: Record<string, number> = {};
  const id = (name: string) => ids[name] ?? 0;
  const request = async (method: string, path: string, body?: object, who = 'editor') => {
    const { cookie = '', nonce = '' } = keys[who] ?? {};
    const headers = {
      ...(cookie && { cookie, 'x-wp-nonce': nonce }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const reply = await rawRequest(site.url, `/wp-json/broadsheet/v1/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, json: JSON.parse(reply.body) as Json, headers: reply.headers };
  };
  const explain = async (path: string) =>
    (await request('GET', `template-explanation?path=${encodeURIComponent(path)}`)).json;

  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      for (const role of ['editor', 'author', 'subscriber'] as const)
        ids[role] = await makeUser(tx, { roles: [role], displayName: `The ${role}` });
      ids['world'] = await makeTerm(tx, { taxonomy: 'category', name: 'World', slug: 'world' });
      for (let n = 1; n <= 14; n++) {
        ids[`story ${n}`] = await makePost(tx, {
          title: `Story ${n}`,
          slug: `story-${n}`,
          authorId: id('author'),
          publishedAt: n * 1e9,
        });
      }
      ids['secret'] = await makePost(tx, { title: 'Secret', slug: 'secret', status: 'draft' });
      ids['locked'] = await makePost(tx, {
        title: 'Locked',
        slug: 'locked',
        password: 'word',
        publishedAt: 1,
      });
      ids['wide'] = await makePost(tx, { title: 'Wide', slug: 'wide', publishedAt: 99e9 });
      await updatePost(tx, id('wide'), { meta: { _wp_page_template: ['wide'] } });
      ids['big'] = await createTemplate(tx, operator(), { type: 'single', title: 'Big <b>pictures</b>' });
      ids['sections'] = await createTemplate(tx, operator(), { type: 'category', title: 'Sections' });
      ids['plain'] = await createTemplate(tx, operator(), { type: 'single', title: 'Plain' });
    });
    for (const role of ['editor', 'author', 'subscriber']) keys[role] = await site.signIn(id(role));
  });
  afterAll(() => site.close());

  test('one sentence explains which template a page uses', async () => {
    expect(await explain('/story-1/')).toMatchObject({
      kind: 'single',
      item: id('story 1'),
      title: 'Story 1',
      by: 'built-in',
      template: 0,
      template_title: '',
      phones: '',
      phones_title: '',
      skipped: [],
      sentence: 'This page uses the built-in layout, since no template was chosen for it or for articles.',
    });
    expect(await explain('/wide/')).toMatchObject({
      by: 'layout',
      sentence: 'This page uses the theme’s layout “Wide”, which was chosen for this article.',
    });
    await site.database.write((tx) =>
      assignTemplate(tx, operator(), { kind: 'single', templateId: id('plain') }, 0),
    );
    expect(await explain('/story-1/')).toMatchObject({
      by: 'global',
      template: id('plain'),
      sentence: 'This page uses the template “Plain” because it is the global template of articles.',
    });
    await site.database.write((tx) => assignTemplateToItem(tx, 'single', id('story 2'), id('big')));
    expect(await explain('/story-2/?utm_source=x')).toMatchObject({
      by: 'item',
      template: id('big'),
      sentence: 'This page uses the template “Big pictures” because it was chosen for this article.',
    });
    const narrow = await site.database.write((tx) =>
      createTemplate(tx, operator(), { type: 'single', title: 'Narrow', isMobile: true }),
    );
    const at = (await request('GET', `templates/${id('big')}`)).json;
    await request('POST', `templates/${id('big')}`, { mobile_template: narrow, revision: at['revision'] });
    expect(await explain(`/?p=${id('story 2')}`)).toMatchObject({
      phones: 'Phones get “Narrow”, its mobile template.',
      phones_title: 'Narrow',
    });
    expect(await explain('/no-such-page/')).toMatchObject({ kind: '404', item: 0, by: 'built-in' });
    expect(await explain('/category/world/')).toMatchObject({ kind: 'category', item: id('world') });
    await site.database.write((tx) =>
      tx.db
        .deleteFrom('template')
        .where('id', '=', id('plain'))
        .execute()
        .then(() => tx.emit('templates')),
    );
    expect(await explain('/story-1/')).toMatchObject({
      by: 'built-in',
      skipped: [
        {
          id: id('plain'),
          title: '',
          sentence: `Template ${id('plain')} was chosen, too, and skipped: it no longer exists.`,
        },
      ],
    });
    await site.database.write(async (tx) => {
      await tx.db.deleteFrom('template_assignment').where('template_id', '=', id('plain')).execute();
      tx.emit('templates');
    });
  });

  test('before a change the number of affected pages is shown, with ten of them: pages with their own layout stay', async () => {
    const reach = (await request('GET', 'template-reach?kind=single')).json as {
      total: number;
      own: number;
      sentence: string;
      pages: { title: string }[];
    };
    expect([reach.total, reach.own, reach.sentence]).toEqual([
      14,
      2,
      'This changes 14 articles. 2 articles with layouts of their own stay as they are.',
    ]);
    expect(reach.pages.map(({ title }) => title)).toEqual(
      [14, 13, 12, 11, 10, 9, 8, 7, 6, 5].map((n) => `Story ${n}`),
    );
    expect(reach.pages[0]).toEqual({ title: 'Story 14', link: '/story-14/' });
    expect((await request('GET', 'template-reach?kind=author')).json).toMatchObject({
      total: 1,
      own: 0,
      sentence: 'This changes 1 author.',
    });
    expect((await request('GET', 'template-reach?kind=404')).json).toMatchObject({
      total: null,
      pages: [],
      sentence: 'This changes all pages that are not there.',
    });
    await site.database.write((tx) => updatePost(tx, id('story 14'), { status: 'draft' }));
    expect((await request('GET', 'template-reach?kind=single')).json).toMatchObject({ total: 13 });
    // Titles are HTML; messages and search use their text.
    await site.database.write((tx) =>
      updatePost(tx, id('story 14'), { status: 'publish', title: '<em>Q</em>&amp;A &amp;&nbsp;Titanic' }),
    );
    const [first] = (
      (await request('GET', 'template-reach?kind=single')).json as { pages: { title: string }[] }
    ).pages;
    expect(first?.title).toBe('Q&A & Titanic');
    expect((await request('GET', 'template-sample?kind=search')).json).toMatchObject({
      title: 'Search for “Titanic”',
    });
    await site.database.write((tx) =>
      assignTemplate(tx, operator(), { kind: 'single', itemId: id('story 14'), templateId: id('big') }, 0),
    );
    const {
      changes: [change],
    } = (await request('GET', `template-changes?kind=single&item=${id('story 14')}`)).json as {
      changes: Json[];
    };
    expect(change).toMatchObject({ item_title: 'Q&A & Titanic' });
    await site.database.write(async (tx) => {
      await assignTemplate(
        tx,
        operator(),
        { kind: 'single', itemId: id('story 14'), templateId: 0 },
        id('big'),
      );
      await updatePost(tx, id('story 14'), { title: 'Story 14' });
    });
  });

  test('on a site in another language the sentence is translated', async () => {
    const speak = async (language: string) =>
      site.database.write((tx) => saveSettings(tx, { site_language: language }));
    await speak('de');
    try {
      await site.database.write((tx) =>
        assignTemplate(
          tx,
          operator(),
          { kind: 'category', itemId: id('world'), templateId: id('sections') },
          0,
        ),
      );
      expect(await explain('/category/world/')).toMatchObject({
        sentence: 'Diese Seite nutzt die Vorlage „Sections“, weil diese für sie gewählt wurde.',
      });
      expect((await request('GET', 'template-reach?kind=author')).json).toMatchObject({
        sentence: 'Seiten, die sich dadurch ändern: 1',
      });
      await site.database.write(async (tx) => {
        await tx.db.deleteFrom('template').where('id', '=', id('sections')).execute();
        tx.emit('templates');
      });
      const { sentence, skipped } = await explain('/category/world/');
      expect(sentence).toMatch(/^Diese Seite nutzt das Layout/);
      expect(skipped).toEqual([
        expect.objectContaining({ sentence: expect.stringMatching(/^Auch eine andere/) as unknown }),
      ]);
    } finally {
      await speak('en');
      await site.database.write(async (tx) => {
        await tx.db.deleteFrom('template_assignment').where('template_id', '=', id('sections')).execute();
        await tx.db.deleteFrom('template_change').execute();
        tx.emit('templates');
      });
    }
  });

  test('before a template is deleted, the pages that lose it are shown: assigned, following the global one, or on phones', async () => {
    const make = (title: string, more: object = {}) =>
      site.database.write((tx) => createTemplate(tx, operator(), { type: 'single', title, ...more }));
    const [all, own, narrow] = [
      await make('For all'),
      await make('For one'),
      await make('For phones', { isMobile: true }),
    ];
    const lost = async (template: number) =>
      (await request('GET', `template-reach?kind=single&template=${template}`)).json as {
        total: number | null;
        pages: Json[];
      };
    expect([await lost(all), await lost(999_999)]).toMatchObject([
      { total: 0, pages: [] },
      { total: 0, pages: [] },
    ]);
    await site.database.write(async (tx) => {
      await assignTemplate(tx, operator(), { kind: 'single', templateId: all }, 0);
      for (const item of ['story 7', 'secret']) await assignTemplateToItem(tx, 'single', id(item), own);
      await tx.db.updateTable('template').set({ mobile_template_id: narrow }).where('id', '=', own).execute();
    });
    expect(await lost(own)).toMatchObject({ total: 1, pages: [{ title: 'Story 7', link: '/story-7/' }] });
    expect(await lost(narrow)).toMatchObject({ total: 1, pages: [{ title: 'Story 7' }] });
    const { total } = (await request('GET', 'template-reach?kind=single')).json;
    const { total: following, pages } = await lost(all);
    expect([following, pages.length, pages[0]]).toEqual([
      total,
      10,
      { title: 'Story 14', link: '/story-14/' },
    ]);
    const header = await site.database.write(async (tx) => {
      const made = await createTemplate(tx, operator(), { type: 'header', title: 'Top' });
      await assignTemplate(tx, operator(), { kind: 'header', templateId: made }, 0);
      return made;
    });
    expect(await lost(header)).toMatchObject({ total: null });
    await site.database.write(async (tx) => {
      await tx.db.deleteFrom('template_assignment').where('template_id', 'in', [all, own, header]).execute();
      await tx.db.deleteFrom('template_change').execute();
      tx.emit('templates');
    });
  });

  test('a broken template is skipped with a reason; previewing it shows the public page', async () => {
    const made = await site.database.write((tx) =>
      createTemplate(tx, operator(), { type: 'single', title: 'Broken', content: '' }),
    );
    const broken = (await request('GET', `templates/${made}`)).json as {
      id: number;
      revision: number;
      fault: string;
    };
    expect(broken.fault).toBe('');
    const saved = await request('POST', `templates/${broken.id}`, {
      content: '<!-- wp:nobody/knows /-->',
      revision: broken.revision,
    });
    expect(saved.json['fault']).toContain('nobody/knows');
    await site.database.write((tx) => assignTemplateToItem(tx, 'single', id('story 3'), broken.id));
    const why = (await explain('/story-3/')) as {
      skipped: { id: number; title: string; reason: string }[];
      sentence: string;
    };
    expect(why.skipped).toMatchObject([
      { id: broken.id, title: 'Broken', reason: expect.stringContaining('nobody/knows') as string },
    ]);
    expect(why.sentence).not.toContain('Broken');
    const { cookie = '' } = keys['editor'] ?? {};
    const tried = await rawRequest(site.url, `/story-4/?template_preview=${broken.id}`, {
      headers: { cookie },
    });
    expect([
      tried.status,
      tried.body.includes('Text of Story 4'),
      tried.body.includes('nobody/knows'),
    ]).toEqual([200, true, false]);
    await site.database.write((tx) => clearTemplateAssignment(tx, 'single', id('story 3')));
  });

  test('nothing leaks to users who can’t edit templates, and invalid pages, kinds and templates are refused', async () => {
    const paths = [
      ['GET', 'template-explanation?path=/story-1/'],
      ['GET', 'template-reach?kind=single'],
      ['GET', 'template-changes'],
      ['GET', 'templates'],
      ['GET', 'template-sample?kind=single'],
      ['POST', 'template-preview'],
    ] as const;
    for (const [method, path] of paths) {
      const body = method === 'POST' ? { path: '/story-1/', type: 'single', content: 'x' } : undefined;
      for (const who of ['author', 'subscriber', 'nobody']) {
        const { status, json } = await request(method, path, body, who);
        expect([path, who, status, Object.keys(json).toSorted()]).toEqual([
          path,
          who,
          who === 'nobody' ? 401 : 403,
          ['code', 'data', 'message'],
        ]);
      }
    }
    for (const path of [
      'story',
      '//evil.example/',
      '/\\evil.example',
      '',
      'https://x.example/',
      '/%00',
      `/${'x'.repeat(5000)}`,
      '/wp-json/',
    ]) {
      const { status } = await request('GET', `template-explanation?path=${encodeURIComponent(path)}`);
      expect([path.slice(0, 20), status < 500]).toEqual([path.slice(0, 20), true]);
    }
    for (const kind of ['poster', '__proto__', 'cpt:', 'single:x:y z', '0']) {
      expect([
        kind,
        (await request('GET', `template-reach?kind=${encodeURIComponent(kind)}`)).status,
      ]).toEqual([kind, 400]);
    }
    for (const from of ['-1', 'x', ''])
      expect((await request('POST', `template-changes/1/undo?from=${from}`)).status, from).toBe(400);
    expect((await request('POST', 'template-changes/999999/undo?from=1')).status).toBe(404);
  });

  test('an unsaved document is previewed on a page, and its errors have line numbers', async () => {
    const content = '<!-- wp:paragraph --><p>Only tried</p><!-- /wp:paragraph --><script>alert(1)</script>';
    const { json, status } = await request('POST', 'template-preview', {
      path: '/story-1/',
      type: 'single',
      content,
    });
    expect([
      status,
      String(json['html']).includes('Only tried'),
      String(json['html']).includes('<script'),
    ]).toEqual([200, true, false]);
    expect(
      (await request('POST', 'template-preview', { path: '/story-1/', type: 'category', content })).status,
    ).toBe(404);
    expect((await rawRequest(site.url, '/story-1/')).body).not.toContain('Only tried');
    const broken = [
      '<!-- wp:broadsheet/row -->',
      '<!-- wp:nobody/knows /-->',
      '<!-- wp:broadsheet/post-list {"limit":"many","nonsense":1} /-->',
      '<!-- wp:broadsheet/post-title {"a": -->',
      '<!-- /wp:group -->',
    ].join('\n');
    const { problems } = (await request('POST', 'template-check', { content: broken })).json;
    const lines = (problems as Json[])
      .map(
        (problem) =>
          `${String(problem['line'])} ${String(problem['severity'])} ${String(problem['message'])}`,
      )
      .join('\n');
    for (const part of [
      /2 error There is no block nobody\/knows/,
      /3 error “limit”/,
      /3 warning .*“nonsense”/,
      /4 error The attributes/,
      /5 error The closing comment/,
    ])
      expect(lines).toMatch(part);
    expect(
      ((await request('POST', 'template-check', { content })).json as { problems: unknown[] }).problems,
    ).toEqual([]);
  });

  test('changes are listed with user and time, and undone; an outdated undo gets both sides', async () => {
    const actor = await findActor(site.database.read, id('editor'));
    const made = {
      id: await site.database.write((tx) =>
        createTemplate(tx, actor, { type: 'category', title: 'Sections', content: 'one' }),
      ),
    };
    const at = `templates/${made.id}`;
    expect((await request('GET', at)).json).toMatchObject({
      id: made.id,
      type: 'category',
      content: 'one',
      revision: 1,
    });
    expect((await request('POST', at, { title: 'Bands', content: 'two', revision: 1 })).json).toMatchObject({
      title: 'Bands',
      revision: 2,
    });
    const stale = await request('POST', at, { content: 'three', revision: 1 });
    expect(stale).toMatchObject({
      status: 409,
      json: { data: { mine: { content: 'three' }, theirs: { content: 'two' } } },
    });
    expect((await request('DELETE', `${at}?revision=1`)).status).toBe(409);
    const revisions = (await request('GET', `${at}/revisions`)).json as unknown as {
      id: number;
      author: string;
    }[];
    expect(revisions.map(({ author }) => author)).toEqual(['The editor', 'The editor']);
    expect((await request('GET', `${at}/revisions/${revisions[1]?.id}`)).json).toMatchObject({
      title: 'Sections',
      content: 'one',
    });
    expect((await request('GET', `${at}/revisions/999999`)).status).toBe(404);
    expect((await request('POST', `${at}/revisions/${revisions[1]?.id}?revision=2`)).json).toMatchObject({
      title: 'Sections',
      content: 'one',
      revision: 3,
    });
    await request('DELETE', `${at}?revision=3`);
    const history = async () =>
      (await request('GET', 'template-changes?kind=category')).json['changes'] as Json[];
    const [deleted] = await history();
    expect(deleted).toMatchObject({
      who: 'The editor',
      what: '“Sections” was deleted',
      from: 0,
      is_undone: false,
      is_changed_since: false,
    });
    expect(
      (await request('POST', `template-changes/${String(deleted?.['id'])}/undo`, { from: 7 })).status,
    ).toBe(409);
    expect(
      (await request('POST', `template-changes/${String(deleted?.['id'])}/undo`, { from: 0 })).json,
    ).toMatchObject({ left: [], left_total: 0 });
    expect((await history()).slice(0, 2)).toMatchObject([
      { what: '“Sections” was restored' },
      { is_undone: true },
    ]);
    expect((await request('GET', at)).json).toMatchObject({ title: 'Sections', content: 'one' });
    await site.database.write(async (tx) =>
      assignTemplate(tx, operator(), { kind: 'category', itemId: id('world'), templateId: made.id }, 0),
    );
    const [assigned] = await history();
    expect(assigned).toMatchObject({
      who: '',
      what: 'The category “World”: “Sections” instead of no template of its own',
      undo: 'The category “World” will have no template of its own again.',
      action: 'assign',
      item_title: 'World',
      undoes: 0,
      changed: [],
      before: { template: 0, title: '' },
      after: { template: made.id, title: 'Sections' },
      from: made.id,
    });
    const since = `template-changes/${String(deleted?.['id'])}/undo-since`;
    for (const query of [
      'kind=category',
      `newest=${String(assigned?.['id'])}`,
      'kind=poster&newest=1',
      'kind=category&newest=x',
    ]) {
      expect((await request('POST', `${since}?${query}`)).status, query).toBe(400);
    }
    expect((await request('POST', 'template-changes/999999/undo-since?kind=category&newest=1')).status).toBe(
      404,
    );
    const seen = { kind: 'category', newest: deleted?.['id'] };
    expect(await request('POST', since, seen)).toMatchObject({
      status: 409,
      json: { code: 'stale', data: { mine: deleted?.['id'], theirs: assigned?.['id'] } },
    });
    const { json } = await request('POST', `template-changes/${String(assigned?.['id'])}/undo-since`, {
      kind: 'category',
      newest: assigned?.['id'],
    });
    expect(json).toMatchObject({ ids: [expect.any(Number)], left: [], left_total: 0 });
    expect((await history())[1]).toMatchObject({ id: assigned?.['id'], is_undone: true });
    await site.database.write(async (tx) => {
      await assignTemplate(tx, operator(), { kind: 'category', itemId: id('world'), templateId: made.id }, 0);
      const next = await createTemplate(tx, operator(), { type: 'category', title: 'Other', content: 'x' });
      await assignTemplate(
        tx,
        operator(),
        { kind: 'category', itemId: id('world'), templateId: next },
        made.id,
      );
    });
    const [last] = await history();
    await site.database.write(async (tx) => {
      await tx.db.deleteFrom('template').where('id', '=', made.id).execute();
      tx.emit('templates');
    });
    expect(
      await request('POST', `template-changes/${String(last?.['id'])}/undo-since`, {
        kind: 'category',
        newest: last?.['id'],
      }),
    ).toMatchObject({
      status: 409,
      json: { code: 'template_undo_stopped', data: { change: last?.['id'] } },
    });
  });

  test('[TPL-23] edits are undone one by one, and listed as undone or superseded', async () => {
    const at = `templates/${await site.database.write((tx) => createTemplate(tx, operator(), { type: 'date', title: 'Days', content: 'VERSION-0' }))}`;
    for (const n of [1, 2, 3])
      expect((await request('POST', at, { content: `VERSION-${n}`, revision: n })).status).toBe(200);
    const edits = async () =>
      ((await request('GET', 'template-changes?kind=date')).json['changes'] as Json[])
        .filter((one) => one['undoes'] === 0)
        .slice(0, 3);
    const marks = async () => (await edits()).map((one) => [one['is_undone'], one['is_changed_since']]);
    const undo = async ({ id: change, from }: Json) =>
      (await request('POST', `template-changes/${String(change)}/undo`, { from })).status;
    const undoNewest = async () =>
      undo(
        (await edits()).find((one) => one['is_undone'] === false && one['is_changed_since'] === false) ?? {},
      );
    const content = async () => (await request('GET', at)).json['content'];
    expect(await marks()).toEqual([
      [false, false],
      [false, true],
      [false, true],
    ]);
    expect([await undoNewest(), await content(), await marks()]).toEqual([
      200,
      'VERSION-2',
      [
        [true, true],
        [false, false],
        [false, true],
      ],
    ]);
    expect([await undoNewest(), await content(), await marks()]).toEqual([
      200,
      'VERSION-1',
      [
        [true, true],
        [true, true],
        [false, false],
      ],
    ]);
    expect([await undoNewest(), await content(), await marks()]).toEqual([
      200,
      'VERSION-0',
      [
        [true, true],
        [true, true],
        [true, true],
      ],
    ]);
    await request('POST', at, { content: 'MINE', revision: 7 });
    const [mine = {}] = await edits();
    await request('POST', at, { content: 'THEIRS', revision: 8 });
    expect(await undo(mine)).toBe(409);
    const [theirs, known = {}] = await edits();
    expect([theirs, known]).toMatchObject([
      { is_changed_since: false },
      { id: mine['id'], is_undone: false, is_changed_since: true },
    ]);
    // After the warning an undo continues, as with an assignment.
    expect([await undo(known), await content(), (await marks())[1]]).toEqual([
      200,
      'VERSION-0',
      [true, true],
    ]);
  });
});
