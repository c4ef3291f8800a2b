import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { emittedBy, makeActors, whoMay } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { during } from '../../../test/harness/during.ts';
import { makePost, makeTerm, makeUser } from '../../../test/harness/factories.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { deletePost } from '../posts/writer.ts';
import { deleteTerm } from '../terms/writer.ts';
import { deleteUser } from '../users/writer.ts';
import { findActor } from '../users/roles.ts';
import { assignTemplate } from './assign-template.ts';
import { findChange, findUndone, maxTemplateChanges, listChanges } from './changes.ts';
import type { ChangeQuery } from './changes.ts';
import { createTemplate, saveTemplate, deleteTemplate } from './template-commands.ts';
import { findAssignments, findTemplate } from './reader.ts';
import { findTemplateRevision, maxTemplateRevisions, listTemplateRevisions } from './revisions.ts';
import { undoTemplateChange, maxUndone, undoTemplateChangesSince } from './undo-change.ts';

onBothDatabases('changes of templates', (get) => {
  let actors: Actors;
  beforeAll(async () => {
    actors = await makeActors(get());
  });
  const create = (type: string, title: string, more: object = {}) =>
    get().write((tx) => createTemplate(tx, actors.editor, { type, title, ...more }));
  const assign = (kind: string, itemId: number, templateId: number, from: number) =>
    get().write((tx) => assignTemplate(tx, actors.editor, { kind, itemId, templateId }, from));
  const save = (id: number, fields: object, from: number) =>
    get().write((tx) => saveTemplate(tx, actors.editor, { id, ...fields }, from));
  const undo = (id: number, from: number) =>
    get().write((tx) => undoTemplateChange(tx, actors.editor, { id }, from));
  const history = async (query: Omit<ChangeQuery, 'limit'>) =>
    listChanges(get().read, { ...query, limit: 100 });
  const newest = async (query: Omit<ChangeQuery, 'limit'>) => (await history(query))[0]?.id ?? 0;
  const post = () => get().write<number>((tx) => makePost(tx));
  const own = async (kind: string, id: number) => {
    const { item, global } = await findAssignments(get().read, kind, id);
    return id > 0 ? item : global;
  };

  test('an assignment can be undone days later, and so can the undo; an outdated request gets both sides', async () => {
    const [first, second, item] = [
      await create('single', 'First'),
      await create('single', 'Second'),
      await post(),
    ];
    await assign('single', item, first, 0);
    await assign('single', item, second, first);
    const [last, before] = await history({ kind: 'single', itemId: item });
    expect(last).toMatchObject({
      action: 'assign',
      kind: 'single',
      itemId: item,
      templateId: second,
      title: 'Second',
      userId: actors.editor.id,
      undoes: 0,
      before: { templateId: first, title: 'First' },
      after: { templateId: second, title: 'Second' },
    });
    await expect(undo(last?.id ?? 0, first)).rejects.toMatchObject({
      status: 409,
      mine: first,
      theirs: second,
    });
    await expect(undo(last?.id ?? 0, Number.NaN)).rejects.toMatchObject({ status: 409 });
    const taken = await emittedBy(get(), () => undo(last?.id ?? 0, second));
    expect(taken).toEqual([`assignment:single:${item} change`, 'templates change']);
    expect(await own('single', item)).toBe(first);
    const redo = await newest({ kind: 'single', itemId: item });
    expect(await findChange(get().read, redo)).toMatchObject({
      undoes: last?.id,
      after: { templateId: first },
    });
    expect([...(await findUndone(get().read, await history({ kind: 'single', itemId: item })))]).toEqual([
      last?.id,
    ]);
    await undo(redo, first);
    expect([...(await findUndone(get().read, await history({ kind: 'single', itemId: item })))]).toEqual([
      redo,
    ]);
    expect(await own('single', item)).toBe(second);
    // A caller whose `from` is current may undo an older change.
    await undo(before?.id ?? 0, second);
    expect(await own('single', item)).toBeUndefined();
    expect(await undo(before?.id ?? 0, 0)).toEqual({ id: 0, left: [] });
    await assign('single', 0, first, 0);
    await undo(await newest({ kind: 'single', itemId: 0, templateId: first }), first);
    expect(await own('single', 0)).toBeUndefined();
  });

  test('undoes a rename, an edit and parts of a template, and only those, without losing anything', async () => {
    const [header, mobile] = [
      await create('header', 'Head'),
      await create('category', 'Narrow', { isMobile: true }),
    ];
    const id = await create('category', 'Sections', { content: 'one' });
    await save(id, { title: 'Big sections', mobileTemplateId: mobile }, 1);
    const renamed = await newest({ templateId: id });
    await save(id, { content: 'two', headerId: header }, 2);
    const edited = await newest({ templateId: id });
    expect((await findChange(get().read, renamed))?.before).toEqual({
      title: 'Sections',
      mobileTemplateId: 0,
    });
    await expect(undo(renamed, 2)).rejects.toMatchObject({
      status: 409,
      mine: { title: 'Sections', mobileTemplateId: 0 },
      theirs: { title: 'Big sections' },
    });
    await undo(renamed, 3);
    expect(await findTemplate(get().read, id)).toMatchObject({
      title: 'Sections',
      mobileTemplateId: 0,
      headerId: header,
      content: 'two',
      revision: 4,
    });
    await undo(edited, 4);
    expect(await findTemplate(get().read, id)).toMatchObject({
      title: 'Sections',
      headerId: 0,
      content: 'one',
      revision: 5,
    });
    await undo(await newest({ templateId: id }), 5);
    expect(await findTemplate(get().read, id)).toMatchObject({
      headerId: header,
      content: 'two',
      revision: 6,
    });
    expect(await undo(edited, 6).then(() => undo(edited, 7))).toEqual({ id: 0, left: [] });
    expect((await listTemplateRevisions(get().read, id, { limit: 20 })).total).toBe(7);
  });

  test('undoing a creation deletes the template, and undoing a deletion restores its document, revisions, uses and places', async () => {
    const [free, taken, deleted] = [await post(), await post(), await post()];
    const other = await create('single', 'Other');
    const mobile = await create('single', 'Narrow', { isMobile: true });
    const id = await create('single', 'Great', { content: 'one' });
    await save(id, { content: 'two', mobileTemplateId: mobile }, 1);
    for (const item of [free, taken, deleted]) await assign('single', item, id, 0);
    await assign('single', 0, id, 0);
    const template = await findTemplate(get().read, id);
    await get().write((tx) => deleteTemplate(tx, actors.editor, { id }, 2));
    await assign('single', taken, other, 0);
    await get().write((tx) => deletePost(tx, deleted));
    const deletion = (await history({ templateId: id })).find(({ action }) => action === 'delete')?.id ?? 0;
    await expect(undo(deletion, 2)).rejects.toMatchObject({ status: 409 });
    const back: { left: readonly unknown[] }[] = [];
    expect(await emittedBy(get(), async () => back.push(await undo(deletion, 0)))).toEqual(
      [
        'assignment:single:0 change',
        `assignment:single:${free} change`,
        `assignment:single:${taken} change`,
        `template:${id} change`,
        'templates change',
      ].toSorted(),
    );
    expect(back[0]?.left).toEqual([{ kind: 'single', itemId: taken, theirs: other }]);
    expect(await findTemplate(get().read, id)).toEqual({
      ...template,
      revision: 3,
      updatedAt: expect.any(Number) as unknown,
    });
    expect([
      await own('single', free),
      await own('single', taken),
      await own('single', deleted),
      await own('single', 0),
    ]).toEqual([id, other, undefined, id]);
    expect((await listTemplateRevisions(get().read, id, { limit: 9 })).total).toBe(2);
    // A mobile variant that was deleted since is left out.
    const redo = await newest({ templateId: id });
    await undo(redo, 3);
    expect([await findTemplate(get().read, id), await own('single', free)]).toEqual([undefined, undefined]);
    await get().write((tx) => deleteTemplate(tx, actors.editor, { id: mobile }, 1));
    await undo(await newest({ templateId: id }), 0);
    expect([(await findTemplate(get().read, id))?.mobileTemplateId, await own('single', free)]).toEqual([
      0,
      id,
    ]);
    const narrow = await newest({ templateId: mobile });
    await undo(narrow, 0);
    expect((await findTemplate(get().read, mobile))?.isMobile).toBe(true);
    // Undoing a part's deletion restores the reference to it.
    await save(id, { mobileTemplateId: mobile }, 4);
    await get().write((tx) => deleteTemplate(tx, actors.editor, { id: mobile }, 2));
    expect((await findTemplate(get().read, id))?.mobileTemplateId).toBe(0);
    await undo(await newest({ templateId: mobile }), 0);
    expect((await findTemplate(get().read, id))?.mobileTemplateId).toBe(mobile);
  });

  test('an assignment to another template during the restore of a deleted one stays', async () => {
    const [id, other, item] = [
      await create('single', 'Back'),
      await create('single', 'Meanwhile'),
      await post(),
    ];
    await assign('single', item, id, 0);
    await get().write((tx) => deleteTemplate(tx, actors.editor, { id }, 1));
    const deletion = await newest({ templateId: id });
    const outcome = await during(
      get(),
      (tx) => assignTemplate(tx, actors.editor, { kind: 'single', itemId: item, templateId: other }, 0),
      () => undo(deletion, 0),
    );
    expect(outcome).toMatchObject({ left: [{ kind: 'single', itemId: item, theirs: other }] });
    expect(await own('single', item)).toBe(other);
  });

  test('a template deleted while it is assigned: the deletion remembers that use, or the assignment is refused', async () => {
    const remove = (id: number) => get().write((tx) => deleteTemplate(tx, actors.editor, { id }, 1));
    const [id, item] = [await create('single', 'Given'), await post()];
    await during(
      get(),
      (tx) => assignTemplate(tx, actors.editor, { kind: 'single', itemId: item, templateId: id }, 0),
      () => remove(id),
    );
    expect(await own('single', item)).toBeUndefined();
    const deletion = (await history({ templateId: id })).find(({ action }) => action === 'delete')?.id ?? 0;
    await undo(deletion, 0);
    expect(await own('single', item)).toBe(id);
    const [going, other] = [await create('single', 'Going'), await post()];
    const outcome = await during(
      get(),
      (tx) => deleteTemplate(tx, actors.editor, { id: going }, 1),
      () => assign('single', other, going, 0),
    );
    expect([outcome, await own('single', other)]).toEqual([
      expect.objectContaining({ status: 404, code: 'template_not_found' }),
      undefined,
    ]);
    // The restored template is deleted: that deletion can be undone first.
    const [one, two] = [await create('single', 'One'), await create('single', 'Two')];
    await assign('single', other, one, 0);
    await assign('single', other, two, one);
    const change = await newest({ kind: 'single', itemId: other });
    expect(
      await during(
        get(),
        (tx) => deleteTemplate(tx, actors.editor, { id: one }, 1),
        () => undo(change, two),
      ),
    ).toMatchObject({ code: 'template_gone' });
    expect(await own('single', other)).toBe(two);
  });

  test('a post, term or user that is deleted during an assignment has no template', async () => {
    const template = await create('single', 'Given');
    const ofTerm = await create('category', 'Given');
    const ofAuthor = await create('author', 'Given');
    const kinds: Record<string, [number, () => Promise<number>, (tx: Tx, id: number) => Promise<unknown>]> = {
      single: [template, () => post(), deletePost],
      category: [ofTerm, () => get().write((tx) => makeTerm(tx, { taxonomy: 'category' })), deleteTerm],
      author: [ofAuthor, () => get().write((tx) => makeUser(tx)), (tx, id) => deleteUser(tx, id)],
    };
    for (const [kind, [templateId, make, remove]] of Object.entries(kinds)) {
      const [early, late] = [await make(), await make()];
      const give = (itemId: number) => (tx: Tx) =>
        assignTemplate(tx, actors.editor, { kind, itemId, templateId }, 0);
      await during(get(), give(early), () => get().write((tx) => remove(tx, early)));
      expect(
        await during(
          get(),
          (tx) => remove(tx, late),
          () => get().write(give(late)),
        ),
      ).toMatchObject({ status: 404 });
      expect([kind, await own(kind, early), await own(kind, late)]).toEqual([kind, undefined, undefined]);
    }
  });

  test('a template whose creation is undone while it is assigned keeps the use for a later restore', async () => {
    const [id, item] = [await create('single', 'Made'), await post()];
    const creation = await newest({ templateId: id });
    await during(
      get(),
      (tx) => assignTemplate(tx, actors.editor, { kind: 'single', itemId: item, templateId: id }, 0),
      () => undo(creation, 1),
    );
    expect(await own('single', item)).toBeUndefined();
    await undo((await history({ templateId: id })).find(({ action }) => action === 'delete')?.id ?? 0, 0);
    expect(await own('single', item)).toBe(id);
  });

  test('a part deleted while it is assigned: the deletion removes it and can restore it, or the assignment is refused', async () => {
    const parts = {
      headerId: ['header', {}],
      footerId: ['footer', {}],
      mobileTemplateId: ['single', { isMobile: true }],
    } as const;
    for (const [field, [type, more]] of Object.entries(parts)) {
      const [part, going, id] = [
        await create(type, 'Part', more),
        await create(type, 'Going', more),
        await create('single', 'Whole'),
      ];
      const remove = () => get().write((tx) => deleteTemplate(tx, actors.editor, { id: part }, 1));
      await during(get(), (tx) => saveTemplate(tx, actors.editor, { id, [field]: part }, 1), remove);
      expect(await findTemplate(get().read, id), field).toMatchObject({ [field]: 0, revision: 3 });
      await undo(await newest({ templateId: part }), 0);
      expect(await findTemplate(get().read, id), field).toMatchObject({ [field]: part, revision: 4 });
      const outcome = await during(
        get(),
        (tx) => deleteTemplate(tx, actors.editor, { id: going }, 1),
        () => save(id, { [field]: going }, 4),
      );
      expect(outcome, field).toMatchObject({ status: 400, code: 'invalid_input' });
      expect(await findTemplate(get().read, id), field).toMatchObject({ [field]: part, revision: 4 });
    }
  });

  test('a new part of a template stays when its deleted part is restored concurrently', async () => {
    const [header, other] = [await create('header', 'Gone'), await create('header', 'Meanwhile')];
    const id = await create('single', 'Whole', { headerId: header });
    await get().write((tx) => deleteTemplate(tx, actors.editor, { id: header }, 1));
    const deletion = await newest({ templateId: header });
    expect(
      await during(
        get(),
        (tx) => saveTemplate(tx, actors.editor, { id, headerId: other }, 2),
        () => undo(deletion, 0),
      ),
    ).toMatchObject({ left: [] });
    expect(await findTemplate(get().read, id)).toMatchObject({ headerId: other, revision: 3 });
  });

  test('reports a use as taken when its holder gives it up only after the restore asked for it', async () => {
    const [id, other, item] = [
      await create('single', 'Back'),
      await create('single', 'Meanwhile'),
      await post(),
    ];
    await assign('single', item, id, 0);
    await get().write((tx) => deleteTemplate(tx, actors.editor, { id }, 1));
    await assign('single', item, other, 0);
    const deletion = await newest({ templateId: id });
    const waits = sql<{
      pid: number;
    }>`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    let [isAssigning, isOver]: [boolean, boolean] = [false, false];
    let taking: Promise<void> | undefined;
    const undone = await get().write((tx) => {
      const db = tx.db.withPlugin({
        transformQuery({ node }) {
          isAssigning =
            tx.dialect.rowLocks &&
            node.kind === 'InsertQueryNode' &&
            node.into?.table.identifier.name === 'template_assignment';
          return node;
        },
        // Right after the insert: starts a concurrent assignment, which must wait for this transaction.
        async transformResult({ result }) {
          if (isAssigning && !taking) {
            taking = assign('single', item, 0, other).finally(() => (isOver = true));
            await expect
              .poll(async () => isOver || (await waits.execute(get().read)).rows.length > 0)
              .toBe(true);
          }
          return result;
        },
      });
      return undoTemplateChange({ ...tx, db }, actors.editor, { id: deletion }, 0);
    });
    await taking;
    expect(undone.left).toEqual([{ kind: 'single', itemId: item, theirs: other }]);
  });

  test('reports a missing target, with both versions, and writes nothing', async () => {
    const [one, two] = [await create('tag', 'One'), await create('tag', 'Two')];
    const item = await get().write<number>((tx) => makeTerm(tx, { taxonomy: 'post_tag' }));
    await assign('tag', item, one, 0);
    await assign('tag', item, two, one);
    const change = await newest({ kind: 'tag', itemId: item });
    await get().write((tx) => deleteTemplate(tx, actors.editor, { id: one }, 1));
    await expect(undo(change, two)).rejects.toMatchObject({ status: 409, code: 'template_gone' });
    expect(await own('tag', item)).toBe(two);
    await save(two, { title: 'Second' }, 1);
    const rename = await newest({ templateId: two });
    await get().write((tx) => deleteTemplate(tx, actors.editor, { id: two }, 2));
    await expect(undo(rename, 2)).rejects.toMatchObject({ status: 409, code: 'template_gone' });
    const [header, whole] = [await create('header', 'Head'), await create('tag', 'Whole')];
    await save(whole, { headerId: header }, 1);
    await save(whole, { title: 'All', headerId: 0 }, 2);
    const parted = await newest({ templateId: whole });
    await get().write((tx) => deleteTemplate(tx, actors.editor, { id: header }, 1));
    await expect(undo(parted, 2)).rejects.toMatchObject({ status: 409, code: 'stale' });
    await expect(undo(parted, 3)).rejects.toMatchObject({
      status: 409,
      code: 'template_gone',
      message: expect.stringContaining(`${header}`) as unknown,
    });
    expect(await findTemplate(get().read, whole)).toMatchObject({ title: 'All', headerId: 0, revision: 3 });
    for (const id of [999_999, 0, -1, 1.5, Number.NaN])
      await expect(undo(id, 0), String(id)).rejects.toMatchObject({ status: id === 999_999 ? 404 : 400 });
  });

  test('undoes a change and all later ones in one transaction, leaves out deleted items, and reports newer unseen changes', async () => {
    const since = (id: number, kind: string, seen: number) =>
      get().write((tx) => undoTemplateChangesSince(tx, actors.editor, { id, kind }, seen));
    const [one, two] = [await create('author', 'One'), await create('author', 'Two')];
    const person = await get().write<number>((tx) => makeUser(tx));
    await assign('author', person, one, 0);
    const first = await newest({ kind: 'author' });
    await assign('author', person, two, one);
    await save(two, { title: 'Second' }, 1);
    await undo(await newest({ kind: 'author' }), 2);
    await assign('author', 0, one, 0);
    await get().write((tx) => deleteTemplate(tx, actors.editor, { id: one }, 1));
    const seen = await newest({ kind: 'author' });
    await expect(since(first, 'author', seen - 1)).rejects.toMatchObject({
      status: 409,
      code: 'stale',
      mine: seen - 1,
      theirs: seen,
    });
    await expect(since(first, 'tag', seen)).rejects.toMatchObject({
      status: 404,
      code: 'template_change_not_found',
    });
    await expect(since(first, 'poster', seen)).rejects.toMatchObject({ status: 400 });
    const { ids, left } = await since(first, 'author', seen);
    // The deletion, the global one, and both assignments; the rename and its undo are left out.
    expect([ids.length, left]).toEqual([4, []]);
    expect([
      await own('author', person),
      await own('author', 0),
      (await findTemplate(get().read, one))?.title,
    ]).toEqual([undefined, undefined, 'One']);
    expect((await findTemplate(get().read, two))?.title).toBe('Two');
    expect(await since(first, 'author', await newest({ kind: 'author' }))).toEqual({ ids: [], left: [] });
    await undo(ids.at(-1) ?? 0, 0);
    expect(await own('author', person)).toBe(one);
  });

  test('undoes none when one of the changes can’t be undone, names it, and limits their number', async () => {
    const [one, two, other] = [
      await create('search', 'One'),
      await create('search', 'Two'),
      await create('search', 'Other'),
    ];
    await assign('search', 0, one, 0);
    await assign('search', 0, two, one);
    const change = await newest({ kind: 'search' });
    // As after so many changes that its deletion is no longer retained.
    await get().write(async (tx) => {
      await deleteTemplate(tx, actors.editor, { id: one }, 1);
      await tx.db
        .deleteFrom('template_change')
        .where('template_id', '=', one)
        .where('action', '=', 'delete')
        .execute();
    });
    await save(other, { title: 'Others' }, 1);
    const before = await history({ kind: 'search' });
    const seen = before[0]?.id ?? 0;
    const taking = get().write((tx) =>
      undoTemplateChangesSince(tx, actors.editor, { id: change, kind: 'search' }, seen),
    );
    await expect(taking).rejects.toMatchObject({
      status: 409,
      code: 'template_undo_stopped',
      changeId: change,
    });
    expect([
      await own('search', 0),
      (await findTemplate(get().read, other))?.title,
      await history({ kind: 'search' }),
    ]).toEqual([two, 'Others', before]);
    for (let n = 0; n < maxUndone; n++) await save(other, { title: `Others ${n}` }, n + 2);
    const far = get().write(async (tx) =>
      undoTemplateChangesSince(
        tx,
        actors.editor,
        { id: seen, kind: 'search' },
        await newest({ kind: 'search' }),
      ),
    );
    await expect(far).rejects.toMatchObject({ status: 409, code: 'template_undo_too_far' });
    expect((await findTemplate(get().read, other))?.title).toBe(`Others ${maxUndone - 1}`);
  });

  test('requires the right to edit templates', async () => {
    const id = await create('author', 'Of people');
    expect(
      await whoMay(actors, (actor) =>
        get().write(async (tx) => {
          const at = await findTemplate(tx.db, id);
          await saveTemplate(
            tx,
            actors.administrator,
            { id, title: `Now ${at?.revision}` },
            at?.revision ?? 0,
          );
          const [change] = await listChanges(tx.db, { templateId: id, limit: 1 });
          await undoTemplateChange(tx, actor, { id: change?.id ?? 0 }, (at?.revision ?? 0) + 1);
        }),
      ),
    ).toBe('administrator editor');
  });

  test('stores a limited number of changes per type and template, and none of a template that can’t be restored', async () => {
    const id = await create('date', 'Days', { content: 'x' });
    await get().write((tx) => deleteTemplate(tx, actors.editor, { id }, 1));
    const [deletion] = await history({ templateId: id });
    const revision = deletion?.before.revisionId ?? 0;
    expect(await findTemplateRevision(get().read, revision)).toMatchObject({ content: 'x' });
    const other = await create('date', 'Other');
    await get().write(async (tx) => {
      const row = {
        kind: 'date',
        item_id: 0,
        template_id: other,
        title: '',
        user_id: 0,
        created_at: 0,
        undoes_id: 0,
        before: '{}',
        after: '{}',
      };
      await tx.db
        .insertInto('template_change')
        .values(Array.from({ length: maxTemplateChanges - 1 }, () => ({ ...row, action: 'update' as const })))
        .execute();
      const values = { template_id: other, author_id: 0, content: '', created_at: 0 };
      const revisions = Array.from({ length: maxTemplateRevisions }, (_, n) => ({
        ...values,
        title: `Other ${n}`,
      }));
      await tx.db.insertInto('template_revision').values(revisions).execute();
    });
    await save(other, { title: 'Others' }, 1);
    expect(await listChanges(get().read, { kind: 'date', limit: 9999 })).toHaveLength(maxTemplateChanges);
    expect([
      await findChange(get().read, deletion?.id ?? 0),
      await findTemplateRevision(get().read, revision),
    ]).toEqual([undefined, undefined]);
    expect((await listTemplateRevisions(get().read, other, { limit: 1 })).total).toBe(maxTemplateRevisions);
  });

  test('changes of a deleted user stay, without a user', async () => {
    const leaver = await get().write<number>((tx) => makeUser(tx, { roles: ['administrator'] }));
    const actor = await findActor(get().read, leaver);
    const id = await get().write((tx) => createTemplate(tx, actor, { type: '404', title: 'Nothing' }));
    await get().write((tx) => deleteUser(tx, leaver));
    expect(await history({ templateId: id })).toMatchObject([{ userId: 0, action: 'create' }]);
  });
});
