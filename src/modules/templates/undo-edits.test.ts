import { beforeAll, expect, test } from 'vitest';
import { makeActors } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { assignTemplate } from './assign-template.ts';
import { listChanges } from './changes.ts';
import { createTemplate, saveTemplate } from './template-commands.ts';
import { findAssignments, findTemplate } from './reader.ts';
import { isInEffect, describeChanges } from './describe-changes.ts';
import { undoTemplateChange, undoTemplateChangesSince } from './undo-change.ts';

onBothDatabases('successive edits of templates', (get) => {
  let actors: Actors;
  beforeAll(async () => {
    actors = await makeActors(get());
  });
  const make = (type: string) =>
    get().write((tx) => createTemplate(tx, actors.editor, { type, title: 'Plain', content: 'original' }));
  const contentOf = async (id: number) => (await findTemplate(get().read, id))?.content;
  const edit = (id: number, fields: object, who = actors.editor) =>
    get().write(async (tx) =>
      saveTemplate(tx, who, { id, ...fields }, (await findTemplate(tx.db, id))?.revision ?? 0),
    );
  const described = async (kind: string) =>
    describeChanges(get().read, actors.editor, await listChanges(get().read, { kind, limit: 100 }));
  /** The panel's undo button: undoes the newest change in effect. */
  const press = async (kind: string) => {
    const last = (await described(kind)).find(isInEffect);
    if (last)
      await get().write((tx) => undoTemplateChange(tx, actors.editor, { id: last.change.id }, last.from));
    return last?.change.id;
  };
  /** States of the changes that are no undo themselves, newest first. */
  const marks = async (kind: string) =>
    (await described(kind))
      .filter(({ change }) => change.undoes === 0 && change.action !== 'create')
      .map((one) => (one.isUndone ? 'undone' : one.isChangedSince ? 'changed since' : 'stands'));

  test('[TPL-23] each undo goes one edit further back, to the first, and each edit shows that it is undone', async () => {
    const id = await make('single');
    for (const content of ['one', 'two', 'three']) await edit(id, { content });
    expect(await marks('single')).toEqual(['stands', 'changed since', 'changed since']);
    await press('single');
    expect([await contentOf(id), await marks('single')]).toEqual([
      'two',
      ['undone', 'stands', 'changed since'],
    ]);
    await press('single');
    expect([await contentOf(id), await marks('single')]).toEqual(['one', ['undone', 'undone', 'stands']]);
    await press('single');
    expect([await contentOf(id), await marks('single')]).toEqual([
      'original',
      ['undone', 'undone', 'undone'],
    ]);
    // Redo by undoing the undo; the next press undoes the edit again.
    const [redo] = await described('single');
    await get().write((tx) =>
      undoTemplateChange(tx, actors.editor, { id: redo?.change.id ?? 0 }, redo?.from ?? 0),
    );
    expect([await contentOf(id), await marks('single')]).toEqual(['one', ['undone', 'undone', 'stands']]);
    await press('single');
    expect([await contentOf(id), await marks('single')]).toEqual([
      'original',
      ['undone', 'undone', 'undone'],
    ]);
  });

  test('undo warns about later edits by other users, and after a forced undo no further undo goes forward', async () => {
    const id = await make('tag');
    await edit(id, { content: 'mine' });
    await edit(id, { content: 'theirs' }, actors.administrator);
    const [, mine] = await described('tag');
    expect([mine?.isChangedSince, mine?.isUndone, await marks('tag')]).toEqual([
      true,
      false,
      ['stands', 'changed since'],
    ]);
    // Renamed concurrently: an edit only changes the document.
    await edit(id, { title: 'Other' }, actors.administrator);
    expect(await marks('tag')).toEqual(['stands', 'stands', 'changed since']);
    await expect(
      get().write((tx) =>
        undoTemplateChange(tx, actors.editor, { id: mine?.change.id ?? 0 }, mine?.from ?? 0),
      ),
    ).rejects.toMatchObject({ status: 409, code: 'stale' });
    await get().write((tx) =>
      undoTemplateChange(tx, actors.editor, { id: mine?.change.id ?? 0 }, (mine?.from ?? 0) + 1),
    );
    expect([await contentOf(id), await marks('tag')]).toEqual([
      'original',
      ['stands', 'changed since', 'undone'],
    ]);
    await press('tag');
    expect([await contentOf(id), (await findTemplate(get().read, id))?.title, await marks('tag')]).toEqual([
      'original',
      'Plain',
      ['undone', 'changed since', 'undone'],
    ]);
  });

  test('skips states that equal the current one, so undo reaches the first document and assignment', async () => {
    const id = await make('category');
    for (const content of ['one', 'two', 'one']) await edit(id, { content });
    for (const content of ['two', 'one', 'original']) {
      await press('category');
      expect(await contentOf(id)).toBe(content);
    }
    expect(await marks('category')).toEqual(['undone', 'undone', 'undone']);
    const [wide, narrow] = [await make('attachment'), await make('attachment')];
    const item = await get().write<number>((tx) => makePost(tx, { type: 'attachment' }));
    const templates = [0, wide, narrow, wide];
    for (const [n, templateId] of templates.entries()) {
      if (n > 0)
        await get().write((tx) =>
          assignTemplate(
            tx,
            actors.editor,
            { kind: 'attachment', itemId: item, templateId },
            templates[n - 1] ?? 0,
          ),
        );
    }
    for (const before of [narrow, wide, undefined]) {
      await press('attachment');
      expect((await findAssignments(get().read, 'attachment', item)).item).toBe(before);
    }
    expect(await marks('attachment')).toEqual(['undone', 'undone', 'undone']);
  });

  test('undoes all edits since one at once', async () => {
    const id = await make('search');
    for (const content of ['one', 'two', 'three']) await edit(id, { content });
    const all = await described('search');
    const oldest = all.at(-2)?.change.id ?? 0;
    const { ids } = await get().write((tx) =>
      undoTemplateChangesSince(tx, actors.editor, { id: oldest, kind: 'search' }, all[0]?.change.id ?? 0),
    );
    expect([ids.length, await contentOf(id), await marks('search')]).toEqual([
      3,
      'original',
      ['undone', 'undone', 'undone'],
    ]);
  });
});
