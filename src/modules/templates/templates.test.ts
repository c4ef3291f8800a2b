import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import type { Emission } from '../../kernel/db/invalidation.ts';
import { assignTemplateGlobally, assignTemplateToItem, clearTemplateAssignment } from './assign.ts';
import { createTemplateCache } from './cache.ts';
import { findAssignments, findTemplate, findTemplateUses, listTemplates } from './reader.ts';
import { pageTemplateTypes, typeOfKind } from './model.ts';
import { createTemplate, deleteTemplate, duplicateTemplate, updateTemplate } from './writer.ts';
import type { TemplateInput } from './writer.ts';

test('there are the fifteen types of the specification, and custom types follow a colon', () => {
  expect(pageTemplateTypes).toHaveLength(15);
  expect([
    typeOfKind('single'),
    typeOfKind('cpt:book'),
    typeOfKind('cpt_tax:genre'),
    typeOfKind('home'),
  ]).toEqual(['single', 'cpt', 'cpt_tax', 'home']);
  expect([typeOfKind('nope'), typeOfKind(''), typeOfKind('cpt:'), typeOfKind('cpt:a b')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

onBothDatabases('templates', (get) => {
  const create = (input: Partial<TemplateInput> = {}) =>
    get().write((tx) => createTemplate(tx, { type: 'single', title: 'A layout', ...input }));
  const listen = async (work: () => Promise<unknown>) => {
    const emitted: Emission[] = [];
    const stop = get().bus.listen((emissions) => emitted.push(...emissions));
    await work();
    stop();
    return emitted.map(({ tag, urgency }) => (urgency === 'remove' ? `${tag} remove` : tag)).toSorted();
  };

  test('are created, listed by type separately for phones, and refused when invalid', async () => {
    const one = await create({ title: ' News ', type: 'tag', content: '<!-- wp:broadsheet/row /-->' });
    const mobile = await create({ type: 'tag', isMobile: true });
    expect(await findTemplate(get().read, one)).toMatchObject({
      type: 'tag',
      title: 'News',
      content: '<!-- wp:broadsheet/row /-->',
      isMobile: false,
      revision: 1,
      mobileTemplateId: 0,
      headerId: 0,
    });
    const ids = async (wantMobile: boolean) =>
      (await listTemplates(get().read, { type: 'tag', mobile: wantMobile })).map(({ id }) => id);
    expect([await ids(false), await ids(true)]).toEqual([[one], [mobile]]);
    await expect(create({ type: 'poster' })).rejects.toThrow('"poster" is no template type');
    await expect(create({ title: ' ' })).rejects.toThrow('needs a title');
    expect(await findTemplate(get().read, 999_999)).toBeUndefined();
  });

  test('are renamed and copied, and copies are assigned to nothing', async () => {
    const id = await create({ content: 'x', headerId: await create({ type: 'header' }) });
    await get().write((tx) => assignTemplateGlobally(tx, 'single', id));
    expect(
      await listen(() => get().write((tx) => updateTemplate(tx, id, { title: 'Big pictures' }))),
    ).toEqual([`template:${id}`, 'templates']);
    const copy = await get().write((tx) => duplicateTemplate(tx, id));
    const original = await findTemplate(get().read, id);
    expect(await findTemplate(get().read, copy)).toMatchObject({
      title: 'Big pictures (copy)',
      content: 'x',
      headerId: original?.headerId,
      type: 'single',
    });
    expect(await findTemplateUses(get().read, copy)).toEqual([]);
    await expect(get().write((tx) => updateTemplate(tx, id, { title: '' }))).rejects.toMatchObject({
      status: 400,
    });
    await expect(get().write((tx) => updateTemplate(tx, 999_999, { title: 'x' }))).rejects.toMatchObject({
      status: 404,
    });
  });

  test('a change creates a revision, and one of a deleted template is refused', async () => {
    const id = await create({ content: 'one' });
    await get().write((tx) => updateTemplate(tx, id, { content: 'two' }));
    expect(await findTemplate(get().read, id)).toMatchObject({ content: 'two', revision: 2 });
    await expect(get().write((tx) => updateTemplate(tx, 999_999, { content: 'x' }))).rejects.toMatchObject({
      status: 404,
    });
  });

  test('accept a mobile variant of their type, a header and a footer, and nothing else', async () => {
    const [id, mobile, header, footer] = [
      await create(),
      await create({ isMobile: true }),
      await create({ type: 'header' }),
      await create({ type: 'footer' }),
    ];
    await get().write((tx) => updateTemplate(tx, id, { mobileTemplateId: mobile }));
    await get().write((tx) => updateTemplate(tx, id, { headerId: header }));
    await get().write((tx) => updateTemplate(tx, id, { footerId: footer }));
    expect(await findTemplate(get().read, id)).toMatchObject({
      mobileTemplateId: mobile,
      headerId: header,
      footerId: footer,
    });
    const otherType = await create({ type: 'category', isMobile: true });
    await expect(
      get().write((tx) => updateTemplate(tx, id, { mobileTemplateId: otherType })),
    ).rejects.toMatchObject({ status: 400 });
    await expect(
      get().write((tx) => updateTemplate(tx, id, { mobileTemplateId: header })),
    ).rejects.toMatchObject({ status: 400 });
    await expect(
      get().write((tx) => updateTemplate(tx, mobile, { mobileTemplateId: mobile })),
    ).rejects.toMatchObject({ status: 400 });
    await expect(get().write((tx) => updateTemplate(tx, id, { headerId: footer }))).rejects.toThrow(
      `Template ${footer} is no header.`,
    );
    await expect(get().write((tx) => updateTemplate(tx, id, { footerId: 999_999 }))).rejects.toThrow(
      'Template 999999 is no footer.',
    );
    await get().write((tx) => updateTemplate(tx, id, { mobileTemplateId: 0 }));
    expect((await findTemplate(get().read, id))?.mobileTemplateId).toBe(0);
  });

  test('are assigned to items and types, and a new global one replaces the former one', async () => {
    const [a, b] = [await create({ type: 'category' }), await create({ type: 'category' })];
    await get().write((tx) => assignTemplateGlobally(tx, 'category', a));
    expect(await listen(() => get().write((tx) => assignTemplateGlobally(tx, 'category', b)))).toEqual([
      'assignment:category:0',
      'templates',
    ]);
    expect(await listen(() => get().write((tx) => assignTemplateToItem(tx, 'category', 12, a)))).toEqual([
      'assignment:category:12',
      'templates',
    ]);
    const before = get().queryCount();
    expect(await findAssignments(get().read, 'category', 12)).toEqual({ item: a, global: b });
    expect(get().queryCount() - before).toBe(1);
    expect(await findAssignments(get().read, 'category', 13)).toEqual({ item: undefined, global: b });
    expect(await findAssignments(get().read, 'category', 0)).toEqual({ item: undefined, global: b });
    expect(await findTemplateUses(get().read, a)).toEqual([{ kind: 'category', itemId: 12 }]);
    await get().write((tx) => clearTemplateAssignment(tx, 'category', 12));
    await get().write((tx) => clearTemplateAssignment(tx, 'category', 0));
    expect(await findAssignments(get().read, 'category', 12)).toEqual({ item: undefined, global: undefined });
    expect(await listen(() => get().write((tx) => clearTemplateAssignment(tx, 'category', 12)))).toEqual([]);
  });

  test('of another type, for phones or deleted can’t be assigned', async () => {
    const [single, mobile, book] = [
      await create(),
      await create({ isMobile: true }),
      await create({ type: 'cpt' }),
    ];
    await expect(get().write((tx) => assignTemplateToItem(tx, 'page', 1, single))).rejects.toThrow(
      `Template ${single} is of the type single and can't be used for "page".`,
    );
    await expect(get().write((tx) => assignTemplateGlobally(tx, 'single', mobile))).rejects.toThrow(
      'is for phones',
    );
    await expect(get().write((tx) => assignTemplateGlobally(tx, 'single', 999_999))).rejects.toMatchObject({
      status: 404,
    });
    await expect(get().write((tx) => assignTemplateToItem(tx, 'single', 0, single))).rejects.toMatchObject({
      status: 400,
    });
    await get().write((tx) => assignTemplateToItem(tx, 'cpt:book', 1, book));
    expect((await findAssignments(get().read, 'cpt:book', 1)).item).toBe(book);
  });

  test('deleting one deletes its assignments and every reference to it', async () => {
    const [id, header] = [await create({ type: 'author' }), await create({ type: 'header' })];
    await get().write((tx) => updateTemplate(tx, id, { headerId: header }));
    await get().write((tx) => assignTemplateToItem(tx, 'author', 5, id));
    expect(await listen(() => get().write((tx) => deleteTemplate(tx, header)))).toEqual(
      [`template:${header} remove`, `template:${id}`, 'templates'].toSorted(),
    );
    expect(await findTemplate(get().read, id)).toMatchObject({ headerId: 0, revision: 3 });
    await get().write((tx) => deleteTemplate(tx, id));
    expect(await findAssignments(get().read, 'author', 5)).toEqual({ item: undefined, global: undefined });
    await get().write((tx) => deleteTemplate(tx, id));
  });

  test('the cache needs no query until a template is written', async () => {
    const cache = createTemplateCache(get());
    const quietly = async (work: () => Promise<unknown>) => {
      const before = get().queryCount();
      await work();
      return get().queryCount() - before;
    };
    expect(await cache.assignments('date', 0)).toEqual({ item: undefined, global: undefined });
    expect(
      await quietly(async () => {
        for (let id = 1; id <= 50; id++)
          expect(await cache.assignments('date', id)).toEqual({ item: undefined, global: undefined });
      }),
    ).toBe(0);
    const id = await create({ type: 'date', content: 'one' });
    await get().write((tx) => assignTemplateGlobally(tx, 'date', id));
    expect(await cache.assignments('date', 1)).toEqual({ item: undefined, global: id });
    await get().write((tx) => assignTemplateToItem(tx, 'date', 1, id));
    expect(await cache.assignments('date', 1)).toEqual({ item: id, global: id });
    expect(await cache.assignments('date', 2)).toEqual({ item: undefined, global: id });
    expect((await cache.byId(id))?.content).toBe('one');
    expect(await cache.byId(999_999)).toBeUndefined();
    expect(
      await quietly(() => Promise.all([cache.assignments('date', 0), cache.byId(id), cache.byId(999_999)])),
    ).toBe(0);
    // Some dates have templates of their own, so each date is looked up.
    expect(await quietly(() => cache.assignments('date', 2))).toBe(1);
    await get().write((tx) => updateTemplate(tx, id, { content: 'two' }));
    expect((await cache.byId(id))?.content).toBe('two');
    await get().write((tx) => deleteTemplate(tx, id));
    expect([await cache.byId(id), await cache.assignments('date', 1)]).toEqual([
      undefined,
      { item: undefined, global: undefined },
    ]);
  });
});
