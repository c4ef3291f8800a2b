import { beforeAll, expect, test } from 'vitest';
import { emittedBy, makeActors, whoMay } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeTerm, postOf } from '../../../test/harness/factories.ts';
import { testContent } from '../../../test/harness/load-context.ts';
import { listActivity } from '../activity/reader.ts';
import { assignMenu, createMenu, replaceMenuItems } from '../menus/store.ts';
import { createPost } from '../posts/post-commands.ts';
import { listPostIds } from '../posts/list.ts';
import { saveSettings, readSettings } from '../settings/store.ts';
import { assignTemplateToItem } from '../templates/assign.ts';
import { createTemplate } from '../templates/writer.ts';
import { articleType } from '../types/names.ts';
import { registerTaxonomy } from '../types/registry.ts';
import { isCapability } from '../users/role.ts';
import { createTerm, updateTerm, deleteTerm } from './commands.ts';
import { findTerms } from './reader.ts';
import * as writer from './writer.ts';

onBothDatabases('term commands', (get) => {
  let actors: Actors;
  let serial = 0;
  const name = () => `Section ${++serial}`;
  const termOf = async (id: number) => {
    const term = (await findTerms(get().read, [id])).get(id);
    if (!term) throw new Error(`There is no term ${id}.`);
    return term;
  };
  const made = async (input: Parameters<typeof makeTerm>[1] = {}) =>
    termOf(await get().write((tx) => makeTerm(tx, { name: name(), ...input })));
  const create = (input: unknown, actor = actors.editor) =>
    get().write((tx) => createTerm(tx, actor, input as Parameters<typeof createTerm>[2]));
  const update = (input: unknown, from: number, actor = actors.editor) =>
    get().write((tx) => updateTerm(tx, actor, input as Parameters<typeof updateTerm>[2], from));
  const remove = (input: unknown, from: number, actor = actors.editor) =>
    get().write((tx) => deleteTerm(tx, actor, input as Parameters<typeof deleteTerm>[2], from));

  beforeAll(async () => {
    actors = await makeActors(get());
  });

  test('users who manage categories create them, and all writers create tags', async () => {
    expect(
      await whoMay(actors, (actor) =>
        get().write((tx) => createTerm(tx, actor, { taxonomy: 'category', name: name() })),
      ),
    ).toBe('administrator editor');
    expect(
      await whoMay(actors, (actor) =>
        get().write((tx) => createTerm(tx, actor, { taxonomy: 'post_tag', name: name() })),
      ),
    ).toBe('administrator editor author contributor');
    for (const taxonomy of ['category', 'post_tag']) {
      expect(
        await whoMay(actors, async (actor) => {
          const { id, revision } = await made({ taxonomy });
          await get().write((tx) => updateTerm(tx, actor, { id, name: name() }, revision));
          await get().write((tx) => deleteTerm(tx, actor, { id }, revision + 1));
        }),
      ).toBe('administrator editor');
    }
  });

  test('checks the capabilities that a taxonomy names', async () => {
    const takeBack = registerTaxonomy({
      name: 'shelf',
      labels: { plural: 'Shelves', singular: 'Shelf' },
      postTypes: [articleType],
      capabilities: {
        edit_terms: 'publish_posts',
        delete_terms: 'manage_options',
        assign_terms: 'edit_others_posts',
      },
    });
    try {
      const shelf = async () => made({ taxonomy: 'shelf' });
      expect(
        await whoMay(actors, (actor) =>
          get().write((tx) => createTerm(tx, actor, { taxonomy: 'shelf', name: name() })),
        ),
      ).toBe('administrator editor');
      expect(
        await whoMay(actors, async (actor) => {
          const { id, revision } = await shelf();
          await get().write((tx) => updateTerm(tx, actor, { id, name: name() }, revision));
        }),
      ).toBe('administrator editor author');
      expect(
        await whoMay(actors, async (actor) => {
          const { id, revision } = await shelf();
          await get().write((tx) => deleteTerm(tx, actor, { id }, revision));
        }),
      ).toBe('administrator');
      expect(
        await whoMay(actors, async (actor) => {
          const { id: term } = await shelf();
          await get().write((tx) => createPost(tx, actor, { title: 'Shelved', termIds: [term] }));
        }),
      ).toBe('administrator editor');
      expect([isCapability('keep_shelves'), isCapability('publish_posts')]).toEqual([false, true]);
      await expect(remove({ id: 999_999 }, 1, actors.subscriber)).rejects.toMatchObject({ status: 403 });
      await expect(remove({ id: 999_999 }, 1)).rejects.toMatchObject({ status: 404 });
    } finally {
      takeBack();
    }
  });

  test('a refusal writes and logs nothing', async () => {
    const term = await made();
    const before = await listActivity(get().read, { limit: 1 });
    await expect(
      update({ id: term.id, name: 'Taken over' }, term.revision, actors.author),
    ).rejects.toMatchObject({ status: 403, code: 'rest_cannot_update' });
    await expect(
      get().write((tx) => deleteTerm(tx, actors.nobody, { id: term.id }, term.revision)),
    ).rejects.toMatchObject({ status: 401, code: 'rest_cannot_delete' });
    expect(await termOf(term.id)).toEqual(term);
    expect(await listActivity(get().read, { limit: 1 })).toEqual(before);
  });

  test('a term gets a unique slug, and a duplicate name below the same parent is refused', async () => {
    const first = await create({ taxonomy: 'category', name: 'Crème & co' });
    const parent = await create({ taxonomy: 'category', name: 'Kitchen' });
    const below = await create({
      taxonomy: 'category',
      name: 'Crème & co',
      parentId: parent,
      meta: { accent: [3] },
      description: 'About <b>it</b>',
    });
    expect(await termOf(first)).toMatchObject({
      name: 'Crème & co',
      slug: 'creme-co',
      parentId: 0,
      description: '',
      revision: 1,
    });
    expect(await termOf(below)).toMatchObject({
      slug: 'creme-co-2',
      parentId: parent,
      accent: 3,
      description: 'About <b>it</b>',
    });
    await expect(create({ taxonomy: 'category', name: 'crème & CO' })).rejects.toMatchObject({
      status: 409,
      code: 'term_exists',
    });
    await expect(create({ taxonomy: 'category', name: 'Other', slug: 'creme-co' })).rejects.toMatchObject({
      status: 409,
      code: 'term_exists',
    });
    expect(
      (await termOf(await create({ taxonomy: 'category', name: 'Other', slug: ' My Slug/?#x ' }))).slug,
    ).toBe('my-slug-x');
  });

  test('of terms created concurrently with one name one is created, and the others are refused', async () => {
    const tries = await Promise.allSettled(
      [1, 2, 3].map(() => create({ taxonomy: 'post_tag', name: 'At once' })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409, code: 'term_exists' });
  });

  test('refuses a change based on an older revision with both versions', async () => {
    const term = await made();
    await update({ id: term.id, description: 'theirs', meta: { accent: [5] } }, term.revision);
    const stale = update({ id: term.id, description: 'mine', meta: { accent: [2] } }, term.revision);
    await expect(stale).rejects.toMatchObject({
      status: 409,
      code: 'stale',
      mine: { description: 'mine', meta: { accent: [2] } },
      theirs: { id: term.id, description: 'theirs', revision: 2, meta: { accent: ['5'] } },
    });
    await expect(remove({ id: term.id }, term.revision)).rejects.toMatchObject({
      status: 409,
      theirs: { description: 'theirs' },
    });
    expect(await termOf(term.id)).toEqual({ ...term, description: 'theirs', accent: 5, revision: 2 });
    const saves = await Promise.allSettled(
      ['a', 'b', 'c'].map((description) => update({ id: term.id, description }, 2)),
    );
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const save of saves)
      if (save.status === 'rejected') expect(save.reason).toMatchObject({ status: 409, code: 'stale' });
    for (const from of [undefined, Number.NaN, '2', 2.5]) {
      await expect(update({ id: term.id, name: 'x' }, from as number)).rejects.toMatchObject({
        status: 400,
        code: 'revision_missing',
      });
    }
  });

  test('an unchanged update changes nothing, not even the revision', async () => {
    const term = await made({ description: '<script>kept</script>' });
    const emitted = await emittedBy(get(), () =>
      update(
        {
          id: term.id,
          name: term.name,
          slug: '',
          description: term.description,
          parentId: 0,
          meta: { accent: [] },
        },
        term.revision,
      ),
    );
    expect(emitted).toEqual([]);
    expect(await termOf(term.id)).toEqual(term);
  });

  test('emits only what changed: other terms, lists and pages stay cached', async () => {
    const [parent, term, other] = [await made(), await made(), await made()];
    const post = await get().write((tx) => makePost(tx, { termIds: [term.id] }));
    await get().write((tx) => makePost(tx, { termIds: [other.id] }));
    expect(await emittedBy(get(), () => update({ id: term.id, description: 'said' }, 1))).toEqual([
      `term:${term.id} change`,
      'terms:category change',
    ]);
    expect(await listPostIds(get().read, { termId: parent.id, limit: 9 })).toEqual([]);
    const moved = await emittedBy(get(), () => update({ id: term.id, parentId: parent.id }, 2));
    expect(moved).toContain(`list:term:${parent.id} change`);
    expect(moved.join()).not.toContain(`term:${other.id}`);
    expect(await listPostIds(get().read, { termId: parent.id, limit: 9 })).toEqual([post]);
    const emitted = await emittedBy(get(), () => remove({ id: term.id }, 3));
    expect(emitted).toContain(`term:${term.id} remove`);
    expect(emitted.join()).not.toContain(`term:${other.id}`);
    expect(await listPostIds(get().read, { termId: parent.id, limit: 9 })).toEqual([]);
    expect(await termOf(other.id)).toEqual({ ...other, count: 1 });
  });

  test('strips scripts from descriptions of users who can’t write them', async () => {
    const hostile =
      'Fine <b>words</b><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>';
    expect(
      (
        await termOf(
          await create({ taxonomy: 'post_tag', name: name(), description: hostile }, actors.author),
        )
      ).description,
    ).toBe('Fine <b>words</b><img src="x"><a>x</a>');
    expect(
      (
        await termOf(
          await create({ taxonomy: 'post_tag', name: name(), description: hostile }, actors.administrator),
        )
      ).description,
    ).toBe(hostile);
    expect(
      (
        await termOf(
          await create({ taxonomy: 'post_tag', name: '<script>x</script><b>Bold</b>\n name' }, actors.author),
        )
      ).name,
    ).toBe('Bold name');
  });

  test('refuses invalid input with a message that names field, value and limit, and writes nothing', async () => {
    const term = await made();
    const tag = await made({ taxonomy: 'post_tag' });
    const refusals: readonly [unknown, RegExp][] = [
      [undefined, /can't be undefined|missing/],
      [null, /can't be null/],
      ['name', /can't be name/],
      [[], /can't be \[\]/],
      [{}, /"taxonomy" of the term is missing.*"name" of the term is missing/],
      [{ taxonomy: 'category' }, /"name" of the term is missing; expected text/],
      [{ taxonomy: 'category', name: '' }, /no visible characters/],
      [{ taxonomy: 'category', name: '<i> </i>' }, /no visible characters/],
      [{ taxonomy: 'category', name: 'x'.repeat(201) }, /at most 200 characters, but has 201/],
      [{ taxonomy: 'category', name: 'a\0b' }, /null byte/],
      [{ taxonomy: 'category', name: { a: 1 } }, /expected text/],
      [{ taxonomy: 'a b', name: 'x' }, /no such taxonomy/],
      [{ taxonomy: 'x'.repeat(33), name: 'x' }, /at most 32/],
      [{ taxonomy: 'category', name: 'x', slug: 7 }, /"slug" of the term can't be 7/],
      [{ taxonomy: 'category', name: 'x', description: 'x'.repeat(20_001) }, /20000 characters/],
      [
        { taxonomy: 'category', name: 'x', parentId: -1 },
        /"parentId" of the term must be at least 0, not -1/,
      ],
      [{ taxonomy: 'category', name: 'x', parentId: 1.5 }, /whole number/],
      [{ taxonomy: 'category', name: 'x', parentId: 1e300 }, /at most/],
      [{ taxonomy: 'category', name: 'x', parentId: 999_999 }, /no category 999999; choose another parent/],
      [{ taxonomy: 'category', name: 'x', parentId: tag.id }, /no category \d+; choose another parent/],
      [{ taxonomy: 'post_tag', name: 'x', parentId: tag.id }, /have no parents/],
      [
        { taxonomy: 'category', name: 'x', meta: { accent: [8] } },
        /meta "accent" can't be 8: it must be at most 7/,
      ],
      [{ taxonomy: 'category', name: 'x', meta: { accent: ['red'] } }, /meta "accent" can't be "red"/],
      [{ taxonomy: 'category', name: 'x', meta: { accent: 3 } }, /"meta.accent" of the term can't be 3/],
      [
        { taxonomy: 'category', name: 'x', meta: { colour: ['red'] } },
        /Terms of the taxonomy "category" have no meta "colour"; they have accent\./,
      ],
      [
        { taxonomy: 'post_tag', name: 'x', meta: { accent: [3] } },
        /"post_tag" have no meta "accent"; they have none\./,
      ],
      [{ taxonomy: 'category', name: 'x', meta: { 'a\0b': [] } }, /have no meta/],
      [{ taxonomy: 'category', name: 'x', meta: { constructor: [] } }, /no meta/],
      [{ taxonomy: 'category', name: 'x', count: 9 }, /Unknown field "count"/],
    ];
    const before = (await get().read.selectFrom('term').select('id').execute()).length;
    for (const [input, message] of refusals) {
      await expect(create(input), JSON.stringify(input)).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(message),
      });
    }
    expect((await get().read.selectFrom('term').select('id').execute()).length).toBe(before);
    await expect(create({ taxonomy: 'category', name: 7, meta: 'red' })).rejects.toMatchObject({
      fields: { name: expect.any(String), meta: expect.any(String) },
    });
    await expect(update({ id: term.id, name: '' }, 1)).rejects.toMatchObject({ status: 400 });
    await expect(update({ id: term.id, taxonomy: 'post_tag' }, 1)).rejects.toMatchObject({
      status: 400,
      message: /Unknown field "taxonomy"/,
    });
    await expect(update({ id: term.id, parentId: term.id }, 1)).rejects.toMatchObject({
      status: 400,
      code: 'term_circle',
    });
    await expect(update({ id: 999_999, name: 'x' }, 1)).rejects.toMatchObject({
      status: 404,
      code: 'rest_term_invalid',
    });
    await expect(update({ id: 0, name: 'x' }, 1)).rejects.toMatchObject({ status: 400 });
    await expect(remove({ id: 999_999 }, 1)).rejects.toMatchObject({ status: 404 });
    await expect(update({ id: term.id, slug: tag.slug }, 1)).resolves.toBeUndefined(); // another taxonomy
    const other = await made();
    await expect(update({ id: other.id, slug: tag.slug }, 1)).rejects.toMatchObject({
      status: 409,
      code: 'term_exists',
    });
    expect(await termOf(other.id)).toEqual(other);
  });

  test('writes meta that a taxonomy declares by its schema, and keeps other stored meta', async () => {
    const term = await made({ meta: { accent: ['2'], order_by: ['title', 'date'] } });
    const stored = async () =>
      (
        await get()
          .read.selectFrom('term_meta')
          .select(['key', 'value'])
          .where('term_id', '=', term.id)
          .orderBy('id')
          .execute()
      ).map(({ key, value }) => `${key} ${value}`);
    expect(term.accent).toBe(2);
    expect(await emittedBy(get(), () => update({ id: term.id, meta: { accent: ['3'] } }, 1))).toEqual([
      `term:${term.id} change`,
      'terms:category change',
    ]);
    expect([(await termOf(term.id)).accent, await stored()]).toEqual([
      3,
      ['order_by title', 'order_by date', 'accent 3'],
    ]);
    expect((await listActivity(get().read, { kind: 'term', itemId: term.id, limit: 1 }))[0]).toMatchObject({
      summary: `category "${term.name}": accent`,
    });
    expect(await emittedBy(get(), () => update({ id: term.id, meta: { accent: [3] } }, 2))).toEqual([]);
    for (const meta of [
      { accent: [-1] },
      { accent: [true] },
      { accent: ['1\0'] },
      { accent: [null] },
      { order_by: [] },
      { 'a\0': ['x'] },
    ]) {
      await expect(update({ id: term.id, name: 'x', meta }, 2)).rejects.toMatchObject({
        status: 400,
        code: 'rest_invalid_param',
      });
    }
    await update({ id: term.id, meta: { accent: [] } }, 2);
    expect([await termOf(term.id), await stored()]).toEqual([
      { ...term, accent: (await termOf(term.id)).id % 8, revision: 3 },
      ['order_by title', 'order_by date'],
    ]);
  });

  test('items of a deleted term no longer name it, and menus leave it out', async () => {
    const [term, other, parent] = [await made(), await made(), await made()];
    await update({ id: term.id, parentId: parent.id, meta: { accent: [4] } }, 1);
    const below = await made({ parentId: term.id });
    const post = await get().write(async (tx) => {
      const template = await createTemplate(tx, { type: 'category', title: 'Of one' });
      for (const { id } of [term, other]) await assignTemplateToItem(tx, 'category', id, template);
      const menuId = await createMenu(tx, { name: 'Main' });
      await assignMenu(tx, 'primary', menuId);
      await replaceMenuItems(
        tx,
        menuId,
        [term, other].map(({ id }) => ({ type: 'taxonomy', object: 'category', objectId: id })),
      );
      return makePost(tx, { termIds: [term.id, other.id] });
    });
    const emitted = await emittedBy(get(), () => remove({ id: term.id }, 2));
    expect(emitted).toEqual(
      expect.arrayContaining([
        `assignment:category:${term.id} change`,
        `term:${term.id} remove`,
        `list:term:${parent.id} change`,
      ]),
    );
    expect(await termOf(below.id)).toMatchObject({ parentId: parent.id, revision: 2 }); // concurrent editors get a stale error
    const { read } = get();
    const left = async (id: number) => [
      (await read.selectFrom('term_relationship').select('post_id').where('term_id', '=', id).execute())
        .length,
      (await read.selectFrom('post_term').select('post_id').where('term_id', '=', id).execute()).length,
      (await read.selectFrom('term_meta').select('id').where('term_id', '=', id).execute()).length,
      (
        await read
          .selectFrom('template_assignment')
          .select('item_id')
          .where('kind', '=', 'category')
          .where('item_id', '=', id)
          .execute()
      ).length,
      (await read.selectFrom('counter').select('key').where('key', 'like', `term:${id}:%`).execute()).length,
    ];
    expect([await left(term.id), await left(other.id)]).toEqual([
      [0, 0, 0, 0, 0],
      [1, 1, 0, 1, 1],
    ]);
    expect((await postOf(read, post)).termIds).toEqual([other.id]);
    const content = testContent(get());
    expect((await content.menus.at('primary')).nodes.map(({ label }) => label)).toEqual([other.name]);
    // Its id is not reused, so the remaining menu item can't refer to another term.
    expect((await made()).id).toBeGreaterThan(Math.max(term.id, other.id, parent.id));
  });

  test('the default category stays, and is assigned to posts that a deletion leaves without one', async () => {
    const [usual, going, other, tag] = [
      await made(),
      await made(),
      await made(),
      await made({ taxonomy: 'post_tag' }),
    ];
    await get().write((tx) => saveSettings(tx, { default_category: usual.id }));
    const [alone, both, draft, tagged] = await get().write(async (tx) => [
      await makePost(tx, { termIds: [tag.id, going.id] }),
      await makePost(tx, { termIds: [going.id, other.id] }),
      await makePost(tx, { status: 'draft', termIds: [going.id] }),
      await makePost(tx, { termIds: [tag.id] }),
    ]);
    for (const actor of [actors.editor, actors.administrator]) {
      await expect(remove({ id: usual.id }, 1, actor)).rejects.toMatchObject({
        status: 403,
        code: 'rest_cannot_delete',
        message: /choose another default/,
      });
    }
    expect(await emittedBy(get(), () => remove({ id: going.id }, 1))).toContain(
      `list:term:${usual.id} change`,
    );
    const termsOf = async (id: number) => (await postOf(get().read, id)).termIds;
    expect([await termsOf(alone), await termsOf(both), await termsOf(draft), await termsOf(tagged)]).toEqual([
      [tag.id, usual.id],
      [other.id],
      [usual.id],
      [tag.id],
    ]);
    expect(await listPostIds(get().read, { termId: usual.id, limit: 9 })).toEqual([alone]);
    expect((await termOf(usual.id)).count).toBe(1);
    await remove({ id: tag.id }, 1); // no tag is a default
    expect(await termsOf(tagged)).toEqual([]);
    // Writers don't check permissions, but the setting must not keep a deleted id.
    await get().write((tx) => writer.deleteTerm(tx, usual.id));
    expect((await readSettings(get().read)).settings.default_category).toBe(0);
    expect(await termsOf(draft)).toEqual([]);
  });

  test('logs who changed what', async () => {
    const id = await create({ taxonomy: 'category', name: 'Noted' });
    await update({ id, name: 'Noted twice', description: 'x' }, 1);
    await remove({ id }, 2, actors.administrator);
    const { editor, administrator } = actors;
    expect(await listActivity(get().read, { kind: 'term', itemId: id, limit: 9 })).toMatchObject([
      {
        verb: 'delete',
        userId: administrator.id,
        userName: administrator.displayName,
        summary: 'category "Noted twice"',
      },
      { verb: 'update', userId: editor.id, summary: 'category "Noted": name, description' },
      { verb: 'create', userId: editor.id, summary: 'category "Noted"' },
    ]);
  });
});
