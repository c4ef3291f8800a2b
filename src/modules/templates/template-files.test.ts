import { beforeAll, expect, test } from 'vitest';
import { makeActors } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { StaleError } from '../../lib/errors.ts';
import { assignTemplate } from './assign-template.ts';
import { listChanges } from './changes.ts';
import { createTemplate, saveTemplate } from './template-commands.ts';
import type { ImportTarget } from './template-files.ts';
import { importTemplates } from './template-files.ts';
import { findAssignments, findTemplate, listTemplates } from './reader.ts';
import { undoTemplateChange } from './undo-change.ts';

const file = {
  format: 'broadsheet-template',
  version: 1,
  main: 1,
  templates: [{ id: 1, type: 'single', title: 'Brought', content: '<!-- wp:broadsheet/post-title /-->' }],
};

onBothDatabases('importing a template for a target', (get) => {
  let actors: Actors;
  beforeAll(async () => {
    actors = await makeActors(get());
  });
  const importFile = (target: ImportTarget | undefined, from: number) =>
    get().write((tx) =>
      importTemplates(tx, actors.editor, { file, target, siteUrl: 'https://site.example' }, from),
    );
  const currentState = async (target: ImportTarget) => {
    if ('mobileOf' in target) return (await findTemplate(get().read, target.mobileOf))?.revision ?? 0;
    const { item, global } = await findAssignments(get().read, target.kind, target.itemId);
    return (target.itemId > 0 ? item : global) ?? 0;
  };
  const create = (title: string) =>
    get().write((tx) => createTemplate(tx, actors.editor, { type: 'single', title }));
  const count = async () => (await listTemplates(get().read)).length;

  test('replaces only the assignment that the importing user saw, else returns both sides and creates nothing', async () => {
    const itemId = await get().write((tx) => makePost(tx));
    const [first, second] = [await create('First'), await create('Second')];
    for (const target of [
      { kind: 'single', itemId },
      { kind: 'single', itemId: 0 },
    ]) {
      const put = (templateId: number, from: number) =>
        get().write((tx) => assignTemplate(tx, actors.editor, { ...target, templateId }, from));
      await put(first, 0);
      const seen = await currentState(target);
      await put(second, first);
      const before = await count();
      await expect(importFile(target, seen)).rejects.toThrow(StaleError);
      await expect(importFile(target, seen)).rejects.toMatchObject({ theirs: second });
      expect([await currentState(target), await count()]).toEqual([second, before]);
      const { id } = await importFile(target, second);
      expect(await currentState(target)).toBe(id);
      // Undoing restores the former template.
      const [last] = await listChanges(get().read, { kind: 'single', itemId: target.itemId, limit: 1 });
      await get().write((tx) => undoTemplateChange(tx, actors.editor, { id: last?.id ?? 0 }, id));
      expect(await currentState(target)).toBe(second);
    }
  });

  test('as the mobile variant of another template likewise', async () => {
    const owner = await create('Wide');
    const target = { mobileOf: owner };
    const seen = await currentState(target);
    await get().write((tx) => saveTemplate(tx, actors.editor, { id: owner, title: 'Wider' }, seen));
    const before = await count();
    await expect(importFile(target, seen)).rejects.toMatchObject({ theirs: { title: 'Wider' } });
    expect(await count()).toBe(before);
    const { id } = await importFile(target, await currentState(target));
    expect(await findTemplate(get().read, owner)).toMatchObject({ title: 'Wider', mobileTemplateId: id });
  });

  test('without a target it overwrites nothing', async () => {
    const before = await count();
    await importFile(undefined, 0);
    expect(await count()).toBe(before + 1);
  });
});
