import { beforeAll, expect, test } from 'vitest';
import { emittedBy, makeActors, whoMay } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../../../test/harness/factories.ts';
import { listActivity } from '../activity/reader.ts';
import { pinOf } from '../../../test/harness/front.ts';
import { asItStands } from '../../kernel/command.ts';
import { arrangeFront } from '../front/commands.ts';
import { listFrontPins } from '../front/store.ts';
import { findMenuItems, findMenuLocations, listMenus } from '../menus/store.ts';
import { saveMenu, assignMenu, deleteMenu, maxItems } from '../menus/commands.ts';
import { createRedirect, updateRedirect, deleteRedirect } from '../redirects/commands.ts';
import { findRedirect } from '../redirects/store.ts';
import { readSettings } from '../settings/store.ts';
import { saveSettings } from '../settings/commands.ts';
import { defaultSettings } from '../settings/settings.ts';
import { assignTemplate } from '../templates/assign-template.ts';
import {
  createTemplate,
  saveTemplate,
  deleteTemplate,
  restoreTemplate,
} from '../templates/template-commands.ts';
import { findAssignments, findTemplate, findTemplateToChange } from '../templates/reader.ts';
import { findTemplateRevision, listTemplateRevisions } from '../templates/revisions.ts';
import { createTextWorkers } from '../posts/prepare-text.ts';
import { cleanTemplateAhead } from '../templates/template-input.ts';
import { updateTemplate } from '../templates/writer.ts';
import { findActor } from '../users/roles.ts';
import { deleteUser } from '../users/writer.ts';

/** Input of a wrong type. */
const odd = <Input>(input: unknown) => input as Input;

onBothDatabases('site commands', (get) => {
  let actors: Actors;
  let serial = 0;
  const path = () => `/old-${++serial}`;
  const stored = async () => (await readSettings(get().read)).settings;
  const save = (
    input: Record<string, unknown>,
    from: Record<string, unknown>,
    actor = actors.administrator,
  ) => get().write((tx) => saveSettings(tx, actor, input, from));
  const redirect = (input: unknown, actor = actors.administrator) =>
    get().write((tx) => createRedirect(tx, actor, odd(input)));
  const menu = (input: unknown, from: number, actor = actors.administrator) =>
    get().write((tx) => saveMenu(tx, actor, odd(input), from));
  const template = (input: unknown, actor = actors.editor) =>
    get().write((tx) => createTemplate(tx, actor, odd(input)));
  const change = (input: unknown, from: number, actor = actors.editor) =>
    get().write((tx) => saveTemplate(tx, actor, odd(input), from));
  const front = (pinned: unknown, from: readonly number[] | undefined, actor = actors.editor) =>
    get().write((tx) =>
      arrangeFront(
        tx,
        actor,
        odd({
          pins: Array.isArray(pinned) ? pinned.map((id) => pinOf(id as number)) : pinned,
          breaking: null,
        }),
        from ? { pins: from.map((id) => pinOf(id)), breaking: null } : odd(undefined),
      ),
    );
  const pins = async () => (await listFrontPins(get().read)).map(({ postId }) => postId);

  beforeAll(async () => {
    actors = await makeActors(get());
  });

  test('each command requires its capability', async () => {
    const { blogname: title } = await stored();
    expect(
      await whoMay(actors, (actor) =>
        get().write((tx) => saveSettings(tx, actor, { blogname: title }, { blogname: title })),
      ),
    ).toBe('administrator');
    expect(
      await whoMay(actors, (actor) =>
        get().write(async (tx) => {
          const id = await createRedirect(tx, actor, { source: path(), target: '/there' });
          await updateRedirect(tx, actor, { id, source: path(), target: '/there' }, 1);
          await deleteRedirect(tx, actor, { id }, 2);
        }),
      ),
    ).toBe('administrator');
    expect(
      await whoMay(actors, (actor) =>
        get().write(async (tx) =>
          deleteMenu(tx, actor, { id: await saveMenu(tx, actor, { name: 'Mine', items: [] }, 0) }, 2),
        ),
      ),
    ).toBe('administrator');
    expect(
      await whoMay(actors, (actor) =>
        get().write(async (tx) => {
          const id = await createTemplate(tx, actor, { type: 'page', title: 'Mine' });
          await saveTemplate(tx, actor, { id, title: 'Ours' }, 1);
          await deleteTemplate(tx, actor, { id }, 2);
        }),
      ),
    ).toBe('administrator editor');
    expect(
      await whoMay(actors, (actor) =>
        get().write((tx) => arrangeFront(tx, actor, { pins: [], breaking: null }, asItStands)),
      ),
    ).toBe('administrator editor');
  });

  test('does not overwrite a setting that another user changed concurrently, and ignores changes of other settings', async () => {
    const { blogname: title, blogdescription: tagline } = await stored();
    await save({ blogname: 'Theirs' }, { blogname: title });
    await expect(
      save({ blogname: 'Mine', blogdescription: 'Mine too' }, { blogname: title, blogdescription: tagline }),
    ).rejects.toMatchObject({
      status: 409,
      code: 'stale',
      mine: { blogname: 'Mine' },
      theirs: { blogname: 'Theirs' },
    });
    expect(await stored()).toMatchObject({ blogname: 'Theirs', blogdescription: tagline });
    expect(
      await emittedBy(get(), () =>
        save(
          { blogdescription: 'Mine too', blogname: 'Theirs' },
          { blogdescription: tagline, blogname: 'Theirs' },
        ),
      ),
    ).toEqual(['setting:blogdescription change']);
    expect((await listActivity(get().read, { kind: 'setting', limit: 1 }))[0]).toMatchObject({
      userId: actors.administrator.id,
      summary: 'blogdescription',
    });
    const tries = await Promise.allSettled(
      ['a', 'b', 'c'].map((blogname) => save({ blogname }, { blogname: 'Theirs' })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await save(
      { blogname: null, blogdescription: null },
      { blogname: (await stored()).blogname, blogdescription: 'Mine too' },
    );
    expect((await stored()).blogname).toBe(defaultSettings.blogname);
  });

  test('a secret is neither required nor shown, and changing it requires knowing whether it is set', async () => {
    await save({ captcha_secret_key: 'hush-hush' }, { captcha_secret_key: false });
    const stale = save({ captcha_secret_key: 'other-one' }, { captcha_secret_key: false });
    await expect(stale).rejects.toMatchObject({
      status: 409,
      mine: { captcha_secret_key: true },
      theirs: { captcha_secret_key: true },
    });
    expect(JSON.stringify(await listActivity(get().read, { limit: 9 }))).not.toContain('hush');
    await save({ captcha_secret_key: null }, { captcha_secret_key: true });
  });

  test('refuses invalid settings as a whole', async () => {
    const { blogname: title } = await stored();
    for (const [input, from] of [
      [{ blogname: 'x' }, {}],
      [{ blogname: 7 }, { blogname: title }],
      [{ nothing: 1 }, {}],
      [{ blogname: 'x', nothing: 1 }, { blogname: title }],
      [null, {}],
      ['x', {}],
      [{ blogname: 'x' }, null],
    ] as const) {
      await expect(
        get().write((tx) => saveSettings(tx, actors.administrator, odd(input), odd(from))),
        JSON.stringify(input),
      ).rejects.toMatchObject({ status: 400 });
    }
    expect((await stored()).blogname).toBe(title);
  });

  test('redirects have revisions, and stale, hostile and duplicate ones are refused', async () => {
    const [source, other] = [path(), path()];
    const id = await redirect({ source, target: '/there' });
    const update = (input: object, from: number) =>
      get().write((tx) => updateRedirect(tx, actors.administrator, odd({ id, ...input }), from));
    await update({ source, target: '/elsewhere', status: 302 }, 1);
    await expect(update({ source, target: '/mine' }, 1)).rejects.toMatchObject({
      status: 409,
      mine: { target: '/mine' },
      theirs: { target: '/elsewhere', status: 302, revision: 2 },
    });
    expect(await emittedBy(get(), () => update({ source, target: '/elsewhere', status: 302 }, 2))).toEqual(
      [],
    );
    const tries = await Promise.allSettled([1, 2, 3].map(() => redirect({ source: other, target: '/x' })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ status: 409, code: 'redirect_exists' });
    for (const input of [
      {},
      { source: 7 },
      { source: '/a\0', target: '/b' },
      { source: '/a', target: 'javascript:alert(1)' },
      { source: '/a', target: '//evil.example' },
      { source: 'a', target: '/b' },
      { source: '/a', target: '/b', status: 200 },
      { source: '/a', target: '/a' },
      { source: '/a', target: '/b', x: 1 },
    ]) {
      await expect(redirect(input), JSON.stringify(input)).rejects.toMatchObject({ status: 400 });
    }
    expect(await findRedirect(get().read, '/a')).toBeUndefined();
  });

  test('saves a menu as a whole, loses nothing on a stale save, and accepts no item of another menu', async () => {
    const id = await menu(
      {
        name: 'Main',
        items: [
          { type: 'custom', url: '/a', label: 'A' },
          { type: 'custom', url: 'javascript:alert(1)', label: 'B', parent: 0 },
        ],
      },
      0,
    );
    const other = await menu({ name: 'Other', items: [{ url: '/x', label: 'X' }] }, 0);
    const items = await findMenuItems(get().read, id);
    expect(items.map(({ label, url, parentId }) => [label, url, parentId])).toEqual([
      ['A', '/a', 0],
      ['B', '', items[0]?.id],
    ]);
    const [taken] = await findMenuItems(get().read, other);
    await menu({ id, name: 'Renamed', items: [{ id: items[0]?.id ?? 0, label: 'A', url: '/a' }] }, 2);
    await expect(menu({ id, name: 'Mine', items: [] }, 2)).rejects.toMatchObject({
      status: 409,
      mine: { name: 'Mine', items: [] },
      theirs: { name: 'Renamed', items: [{ label: 'A' }] },
    });
    for (const [input, status] of [
      [{ name: '', items: [] }, 400],
      [{ items: [] }, 400],
      [{ id, name: 'x', items: [{ id: taken?.id }] }, 400],
      [{ id, name: 'x', items: [{ parent: 3 }] }, 400],
      [{ id, name: 'x', items: [{ parent: 0 }] }, 400],
      [{ id, name: 'x', items: [{ type: 'odd' }] }, 400],
      [{ id, name: 'x', items: [{ label: 'a\0' }] }, 400],
      [{ id, name: 'x', items: Array.from({ length: maxItems + 1 }, () => ({})) }, 400],
      [{ id: 999_999, name: 'x', items: [] }, 404],
    ] as const)
      await expect(menu(input, 3), JSON.stringify(input).slice(0, 60)).rejects.toMatchObject({ status });
    expect((await findMenuItems(get().read, other)).length).toBe(1);
    // The maximum of an import can be saved, too.
    await menu(
      { name: 'Long', items: Array.from({ length: maxItems }, (_, n) => ({ url: `/${n}`, label: `${n}` })) },
      0,
    );
    expect((await listMenus(get().read)).map(({ name }) => name)).toEqual(['Long', 'Other', 'Renamed']);
    await expect(get().write((tx) => deleteMenu(tx, actors.administrator, { id }, 2))).rejects.toMatchObject({
      status: 409,
    });
  });

  test('a stale save loses nothing of a template, and templates contain no scripts of users who can’t write them', async () => {
    const id = await template({
      type: 'page',
      title: 'Plain',
      content: '<!-- wp:html --><p>one</p><!-- /wp:html -->',
    });
    await change({ id, content: '<!-- wp:html --><p>theirs</p><!-- /wp:html -->' }, 1);
    await expect(change({ id, title: 'Mine' }, 1)).rejects.toMatchObject({
      status: 409,
      mine: { title: 'Mine' },
      theirs: { title: 'Plain', revision: 2 },
    });
    expect(await emittedBy(get(), () => change({ id, title: 'Plain' }, 2))).toEqual([]);
    expect(await emittedBy(get(), () => change({ id, title: 'Wide' }, 2))).toEqual([
      `template:${id} change`,
      'templates change',
    ]);
    const noScripts = {
      ...actors.editor,
      capabilities: new Set([...actors.editor.capabilities].filter((name) => name !== 'unfiltered_html')),
    };
    await change(
      { id, content: '<!-- wp:html --><p onclick="x()">mine</p><script>x()</script><!-- /wp:html -->' },
      3,
      noScripts,
    );
    expect(await findTemplate(get().read, id)).toMatchObject({
      title: 'Wide',
      content: '<!-- wp:html --><p>mine</p><!-- /wp:html -->',
      revision: 4,
    });
    const large = `<!-- wp:html --><p>${'mine '.repeat(5000)}</p><script>x()</script><!-- /wp:html -->`;
    const source = { database: get(), textWorkers: createTextWorkers() };
    const ahead = await cleanTemplateAhead(source, noScripts, { id, content: large });
    expect(ahead).toMatchObject({
      stored: '<!-- wp:html --><p>mine</p><!-- /wp:html -->',
      cleaned: large.replace('<script>x()</script>', ''),
    });
    expect(await cleanTemplateAhead(source, actors.author, { id, content: large })).toBeUndefined();
    const marked = ahead && { ...ahead, cleaned: 'cleaned ahead' };
    await get().write((tx) => saveTemplate(tx, noScripts, { id, content: large }, 4, marked));
    expect((await findTemplate(get().read, id))?.content).toBe('cleaned ahead');
    await get().write((tx) => saveTemplate(tx, noScripts, { id, content: large }, 5, marked));
    expect((await findTemplate(get().read, id))?.content).toBe(ahead?.cleaned);
    for (const input of [
      {},
      { type: 'page' },
      { type: 'odd', title: 'x' },
      { type: 'page', title: '' },
      { type: 'page', title: 'x', headerId: id },
      { type: 'page', title: 'x', revision: 3 },
      { type: 'page', title: 'x\0' },
    ]) {
      await expect(template(input), JSON.stringify(input)).rejects.toMatchObject({ status: 400 });
    }
    await expect(change({ id: 999_999, title: 'x' }, 1)).rejects.toMatchObject({ status: 404 });
  });

  test('each save of a template stores its previous version, and a restore stores the replaced one', async () => {
    const heir = await get().write((tx) => makeUser(tx));
    const leaver = await get().write((tx) => makeUser(tx, { roles: ['editor'] }));
    const theirs = await findActor(get().read, leaver);
    const id = await template({ type: 'page', title: ' One ', content: 'a' }, theirs);
    const storedRevisions = async (of = id) =>
      (await listTemplateRevisions(get().read, of, { limit: 9 })).revisions.map(
        ({ title, authorId }) => `${title} ${authorId}`,
      );
    const newest = async (back: number) =>
      (await listTemplateRevisions(get().read, id, { limit: 1, offset: back })).revisions[0]?.id ?? 0;
    const restore = (input: unknown, from: number, actor = actors.editor) =>
      get().write((tx) => restoreTemplate(tx, actor, odd(input), from));
    const editor = actors.editor.id;
    await change({ id, title: ' Two ' }, 1);
    await change({ id, content: 'b', title: 'Two' }, 2);
    await change({ id, headerId: await template({ type: 'header', title: 'Head' }) }, 3);
    expect(await storedRevisions()).toEqual([`Two ${editor}`, `Two ${editor}`, `One ${leaver}`]);
    await get().write((tx) => updateTemplate(tx, id, { title: 'Imported' }));
    await change({ id, content: 'c' }, 5);
    expect(await storedRevisions()).toEqual([
      `Imported ${editor}`,
      'Imported 0',
      `Two ${editor}`,
      `Two ${editor}`,
      `One ${leaver}`,
    ]);
    const first = await newest(4);
    expect(await findTemplateRevision(get().read, first)).toMatchObject({
      templateId: id,
      title: 'One',
      content: 'a',
      createdAt: expect.any(Number),
    });
    await expect(restore({ id: first }, 5)).rejects.toMatchObject({
      status: 409,
      mine: { title: 'One', content: 'a' },
      theirs: { title: 'Imported', content: 'c' },
    });
    expect(
      await whoMay(actors, (actor) =>
        get().write(async (tx) => {
          await restoreTemplate(
            tx,
            actor,
            { id: first },
            (await findTemplateToChange(tx, id))?.revision ?? 0,
          );
        }),
      ),
    ).toBe('administrator editor');
    expect(await findTemplate(get().read, id)).toMatchObject({
      title: 'One',
      content: 'a',
      headerId: expect.any(Number),
      revision: 7,
    });
    expect((await storedRevisions())[0]).toMatch(/^One /);
    expect(await emittedBy(get(), () => restore({ id: first }, 7))).toEqual([]);
    expect((await listActivity(get().read, { kind: 'template', itemId: id, limit: 1 }))[0]).toMatchObject({
      verb: 'restore',
      summary: `page "Imported": revision ${first}, title, content`,
    });
    const noScripts = {
      ...actors.editor,
      capabilities: new Set([...actors.editor.capabilities].filter((name) => name !== 'unfiltered_html')),
    };
    await change(
      { id, content: '<!-- wp:html --><p onclick="x()">hot</p><!-- /wp:html -->' },
      7,
      actors.administrator,
    );
    await change({ id, content: 'cold' }, 8);
    await restore({ id: await newest(1) }, 9, noScripts);
    expect((await findTemplate(get().read, id))?.content).toBe('<!-- wp:html --><p>hot</p><!-- /wp:html -->');
    for (const [input, status] of [
      [{ id: 999_999 }, 404],
      [{ id: 0 }, 400],
      [{}, 400],
      [{ id: first, title: 'x' }, 400],
    ] as const) {
      await expect(restore(input, 10), JSON.stringify(input)).rejects.toMatchObject({ status });
    }
    await get().write((tx) => deleteUser(tx, leaver, heir));
    expect(
      (await storedRevisions()).filter((one) => one.endsWith(` ${leaver}`) || one === `One ${heir}`),
    ).toEqual([`One ${heir}`]);
    const other = await template({ type: 'page', title: 'Other' });
    await get().write((tx) => deleteTemplate(tx, actors.editor, { id }, 10));
    // Retained so that the template can be restored.
    expect([(await storedRevisions()).length, await storedRevisions(other)]).toEqual([
      9,
      [`Other ${editor}`],
    ]);
    await expect(restore({ id: first }, 1)).rejects.toMatchObject({ status: 404 });
  });

  test('assigns a template to an item or a page type only over the assignment that the user saw', async () => {
    const [one, other, phones] = [
      await template({ type: 'single', title: 'One' }),
      await template({ type: 'single', title: 'Other' }),
      await template({ type: 'single', title: 'Phones', isMobile: true }),
    ];
    const [ofTerms, head] = [
      await template({ type: 'category', title: 'Of terms' }),
      await template({ type: 'header', title: 'Head' }),
    ];
    const { post, page, term, hidden } = await get().write(async (tx) => ({
      post: await makePost(tx),
      page: await makePost(tx, { type: 'page' }),
      term: await makeTerm(tx),
      hidden: await makePost(tx, { status: 'private' }),
    }));
    const assign = (input: unknown, from: number, actor: Actors[keyof Actors] = actors.editor) =>
      get().write((tx) => assignTemplate(tx, actor, odd(input), from));
    const assigned = async (kind: string, itemId: number) => {
      const { item, global } = await findAssignments(get().read, kind, itemId);
      return itemId > 0 ? item : global;
    };
    expect(
      await whoMay(actors, (actor) =>
        get().write((tx) => assignTemplate(tx, actor, { kind: 'tag', templateId: 0 }, 0)),
      ),
    ).toBe('administrator editor');
    expect(
      await emittedBy(get(), () => assign({ kind: 'single', itemId: post, templateId: one }, 0)),
    ).toEqual([`assignment:single:${post} change`, 'templates change']);
    await expect(assign({ kind: 'single', itemId: post, templateId: other }, 0)).rejects.toMatchObject({
      status: 409,
      code: 'stale',
      mine: other,
      theirs: one,
    });
    expect(
      await emittedBy(get(), () => assign({ kind: 'single', itemId: post, templateId: one }, one)),
    ).toEqual([]);
    await assign({ kind: 'single', itemId: post, templateId: 0 }, one);
    await assign({ kind: 'single', templateId: other }, 0);
    await assign({ kind: 'category', itemId: term, templateId: ofTerms }, 0);
    await assign({ kind: 'header', templateId: head }, 0);
    await assign(
      {
        kind: 'author',
        itemId: actors.author.id,
        templateId: await template({ type: 'author', title: 'Hers' }),
      },
      0,
    );
    expect([
      await assigned('single', post),
      await assigned('single', 0),
      await assigned('category', term),
      await assigned('header', 0),
    ]).toEqual([undefined, other, ofTerms, head]);
    expect((await listActivity(get().read, { kind: 'template', itemId: one, limit: 1 }))[0]).toMatchObject({
      verb: 'update',
      userId: actors.editor.id,
      summary: `the template of single ${post}: ${one} → none`,
    });
    const tries = await Promise.allSettled(
      [one, 0].map((templateId) => assign({ kind: 'single', templateId }, other)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const designer = { ...actors.contributor, capabilities: new Set(['read', 'edit_templates']) };
    for (const [input, status] of [
      [{ kind: 'single', itemId: page, templateId: one }, 404],
      [{ kind: 'category', itemId: 999_999, templateId: one }, 404],
      [{ kind: 'search', itemId: post, templateId: one }, 404],
      [{ kind: 'author', itemId: 999_999, templateId: one }, 404],
      [{ kind: 'category', itemId: term, templateId: one }, 400],
      [{ kind: 'single', itemId: post, templateId: phones }, 400],
      [{ kind: 'single', itemId: post, templateId: 999_999 }, 404],
      [{ kind: 'odd', templateId: one }, 400],
      [{ kind: 'cpt:../x', templateId: one }, 400],
      [{ kind: 'single', itemId: -1, templateId: one }, 400],
      [{ kind: 'single' }, 400],
      [{ kind: 'single', templateId: one, x: 1 }, 400],
    ] as const)
      await expect(
        assign(input, input.kind === 'category' ? ofTerms : 0),
        JSON.stringify(input),
      ).rejects.toMatchObject({ status });
    await expect(
      assign({ kind: 'single', itemId: hidden, templateId: one }, 0, designer),
    ).rejects.toMatchObject({ status: 404 });
    await expect(
      assign({ kind: 'single', itemId: post, templateId: one }, odd(undefined)),
    ).rejects.toMatchObject({ status: 400, code: 'revision_missing' });
  });

  test('saving an unchanged menu creates no revision, no log entry, and invalidates no page', async () => {
    const sent = [
      { type: 'custom', url: '/a', label: 'A', classes: ['wide', 'bold'] },
      { url: '/b', label: 'B', parent: 0 },
    ];
    const changes: ((items: readonly Record<string, unknown>[]) => readonly Record<string, unknown>[])[] = [
      (items) => items,
      (items) => items.slice(0, 1),
      (items) => items.map((one) => ({ ...one, label: `${String(one['label'])}!` })),
      (items) => items.map(({ parent: _parent, ...one }) => one),
      (items) => items.map(({ id: _id, ...one }) => one),
    ];
    for (const [turn, made] of changes.entries()) {
      const id = await menu({ name: 'Kept', items: sent }, 0);
      const ids = (await findMenuItems(get().read, id)).map((one) => one.id);
      const [noted] = await listActivity(get().read, { kind: 'menu', limit: 1 });
      const emitted = await emittedBy(get(), () =>
        menu({ id, name: 'Kept', items: made(sent.map((one, place) => ({ ...one, id: ids[place] }))) }, 2),
      );
      const isNoted = (await listActivity(get().read, { kind: 'menu', limit: 1 }))[0]?.id !== noted?.id;
      expect([turn, emitted.includes(`menu:${id} change`), isNoted]).toEqual([turn, turn > 0, turn > 0]);
    }
  });

  test('assigns a menu to a location only over the menu that the user saw', async () => {
    const [one, other] = [
      await menu({ name: 'One', items: [] }, 0),
      await menu({ name: 'Two', items: [] }, 0),
    ];
    const assign = (input: unknown, from: number, actor: Actors[keyof Actors] = actors.administrator) =>
      get().write((tx) => assignMenu(tx, actor, odd(input), from));
    const at = async (location: string) => (await findMenuLocations(get().read)).get(location) ?? 0;
    expect(
      await whoMay(actors, (actor) =>
        get().write((tx) => assignMenu(tx, actor, { location: 'top', menuId: 0 }, 0)),
      ),
    ).toBe('administrator');
    expect(await emittedBy(get(), () => assign({ location: 'top', menuId: one }, 0))).toEqual([
      'menus change',
    ]);
    await expect(assign({ location: 'top', menuId: other }, 0)).rejects.toMatchObject({
      status: 409,
      code: 'stale',
      mine: other,
      theirs: one,
    });
    expect(await emittedBy(get(), () => assign({ location: 'top', menuId: one }, one))).toEqual([]);
    const tries = await Promise.allSettled(
      [other, 0].map((menuId) => assign({ location: 'top', menuId }, one)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const now = await at('top');
    for (const [input, status] of [
      [{ location: 'nowhere', menuId: one }, 400],
      [{ location: 'top', menuId: 999_999 }, 404],
      [{ location: 'top' }, 400],
      [{ location: 'top', menuId: -1 }, 400],
      [null, 400],
    ] as const)
      await expect(assign(input, now), JSON.stringify(input)).rejects.toMatchObject({ status });
    await expect(assign({ location: 'top', menuId: one }, odd(undefined))).rejects.toMatchObject({
      status: 400,
      code: 'revision_missing',
    });
    expect(await at('top')).toBe(now);
    const noted = await listActivity(get().read, { kind: 'menu', itemId: one, limit: 9 });
    expect(noted.at(-2)).toMatchObject({ verb: 'update', summary: `at "top": none → ${one}` });
  });

  test('arranges the front page as a whole, over the arrangement that the user saw', async () => {
    const [a = 0, b = 0, hidden = 0] = await get().write(async (tx) => [
      await makePost(tx),
      await makePost(tx),
      await makePost(tx, { status: 'draft' }),
    ]);
    await front([a], []);
    await expect(front([b], [])).rejects.toMatchObject({
      status: 409,
      code: 'stale',
      mine: { pins: [{ postId: b }] },
      theirs: { pins: [{ postId: a }] },
    });
    await front([b, a], [a]);
    expect(await emittedBy(get(), () => front([b, a], [b, a]))).toEqual([]);
    await expect(front([hidden], [b, a])).rejects.toMatchObject({ status: 400 });
    await expect(front([999_999], [b, a])).rejects.toMatchObject({ status: 404 });
    for (const pinned of ['x', [a, a], [0], [1, 2, 3, 4, 5, 6, 7, 8]])
      await expect(front(pinned, [b, a])).rejects.toMatchObject({ status: 400 });
    await expect(front([a], undefined)).rejects.toMatchObject({ status: 400, code: 'revision_missing' });
    expect(await pins()).toEqual([b, a]);
  });
});
