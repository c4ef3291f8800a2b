import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onDatabase } from '../../test/harness/databases.ts';
import { assignTemplate } from '../modules/templates/assign-template.ts';
import { createTemplate as makeTemplate } from '../modules/templates/template-commands.ts';
import { findAssignments, findTemplate, listTemplates } from '../modules/templates/reader.ts';
import { createTemplate } from '../modules/templates/writer.ts';
import { operator } from '../modules/users/role.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../lib/errors.ts';
import { UsageError } from './command.ts';
import { readArguments, runTemplate } from './template.ts';

test('the command line is read, or refused with a reason', () => {
  expect(readArguments(['list'])).toEqual({ action: 'list' });
  expect(readArguments(['show', '3'])).toEqual({ action: 'show', id: 3 });
  expect(readArguments(['show', '3', '9'])).toEqual({ action: 'show', id: 3, revision: 9 });
  expect(readArguments(['revisions', '3'])).toEqual({ action: 'revisions', id: 3 });
  expect(readArguments(['save', '3', 'page.html', '--title', 'Page', '--from', '2'])).toEqual({
    action: 'save',
    id: 3,
    file: 'page.html',
    title: 'Page',
    from: 2,
  });
  expect(readArguments(['restore', '3', '9'])).toEqual({ action: 'restore', id: 3, revision: 9 });
  expect(readArguments(['history'])).toEqual({ action: 'history' });
  expect(readArguments(['history', '3'])).toEqual({ action: 'history', id: 3 });
  expect(readArguments(['undo', '7', '--from', '0'])).toEqual({ action: 'undo', change: 7, from: 0 });
  expect(readArguments(['export', '3', 'wide.json'])).toEqual({ action: 'export', id: 3, file: 'wide.json' });
  expect(readArguments(['import', 'wide.json'])).toEqual({ action: 'import', file: 'wide.json' });
  for (const args of [
    [],
    ['make'],
    ['list', '3'],
    ['list', '--title', 'x'],
    ['show'],
    ['show', 'x'],
    ['show', '0'],
    ['show', '3', 'x'],
    ['show', '3', '4', '5'],
    ['save', '3'],
    ['save', '3', 'a', 'b'],
    ['save', '3', 'a', '--from', '0'],
    ['show', '3', '--from', '1'],
    ['revisions'],
    ['revisions', '3', '4'],
    ['restore', '3'],
    ['history', 'x'],
    ['history', '3', '4'],
    ['history', '--from', '1'],
    ['undo'],
    ['undo', '0'],
    ['undo', '3', '4'],
    ['undo', '3', '--from', '-1'],
    ['export', '3'],
    ['export', 'x', 'f'],
    ['export', '3', 'f', 'g'],
    ['import'],
    ['import', 'f', 'g'],
    ['import', 'f', '--title', 'x'],
    ['restore', '3', '4', '--title', 'x'],
    ['restore', '3', '4', '5'],
    ['__proto__'],
  ]) {
    expect(() => readArguments(args), args.join(' ')).toThrow(UsageError);
  }
});

onDatabase('sqlite', 'templates on the command line', (get, place) => {
  const run = (args: readonly string[], isTerminal = false) =>
    runTemplate(get(), readArguments(args), {
      folder: place().dataDir,
      isTerminal,
      siteUrl: 'https://here.example',
    });
  const warning = (title: string) =>
    `Warning: All screens: “${title}” (Page) has no “Post content” block, so readers would see pages without content. Add that block first.`;
  const file = (name: string, content: string | Buffer) =>
    writeFileSync(join(place().dataDir, name), content);

  test('are listed, shown, saved and restored; the previous state is retained', async () => {
    expect(await run(['list'])).toEqual(['No templates. Pages use the built-in ones.']);
    const document = '<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->\n';
    const id = await get().write((tx) =>
      createTemplate(tx, { type: 'page', title: 'Wide \u001b[31m', content: document }),
    );
    const at = String(id);
    expect(await run(['list'])).toEqual([
      expect.stringMatching(
        new RegExp(`^${id}  page  saved 1 time, \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d  Wide \\[31m$`),
      ),
      `    ${warning('Wide [31m')}`,
    ]);
    expect(await run(['revisions', at])).toEqual([
      'No revisions: the template has not been saved since it was created or imported.',
    ]);
    file('page.html', `${(await run(['show', at])).join('\n')}\n`);
    expect(await run(['save', at, 'page.html'])).toEqual([
      `Template ${id} already has this content.`,
      warning('Wide [31m'),
    ]);
    file('page.html', '<p>\u001b[31mTwo</p>\n');
    expect(await run(['save', at, 'page.html', '--title', 'Narrow'])).toEqual([
      `Template ${id} saved (save count: 2).`,
      warning('Narrow'),
    ]);
    expect([await run(['show', at]), await run(['show', at], true)]).toEqual([
      ['<p>\u001b[31mTwo</p>'],
      ['<p>[31mTwo</p>'],
    ]);
    const [newest = '', oldest = '', ...others] = await run(['revisions', at]);
    expect([newest, oldest, others]).toEqual([
      expect.stringMatching(/^\d+  \S+  Narrow$/),
      expect.stringMatching(/^\d+  \S+  Wide \[31m$/),
      [],
    ]);
    const first = oldest.split(' ')[0] ?? '';
    expect(await run(['show', at, first])).toEqual([document]);
    await expect(run(['restore', at, first, '--from', '1'])).rejects.toThrow(ConflictError);
    await expect(run(['save', at, 'page.html', '--title', 'x', '--from', '1'])).rejects.toThrow(
      /saved by someone else in the meantime \(revision 2, yours is based on 1\)/,
    );
    expect(await run(['restore', at, first, '--from', '2'])).toEqual([
      `Template ${id} saved (save count: 3).`,
      warning('Wide [31m'),
    ]);
    expect(await findTemplate(get().read, id)).toMatchObject({ content: document, revision: 3 });
    const noted = await get()
      .read.selectFrom('activity')
      .select(['verb', 'user_id'])
      .where('kind', '=', 'template')
      .orderBy('id')
      .execute();
    expect(noted).toEqual([
      { verb: 'update', user_id: 0 },
      { verb: 'restore', user_id: 0 },
    ]);
  });

  test('changes have a history, and are undone: against the newest state, or the one that the user saw', async () => {
    await get().write(async (tx) => void (await tx.db.deleteFrom('template_change').execute()));
    expect(await run(['history'])).toEqual(['No changes recorded.']);
    const [id, other] = await get().write(async (tx) => [
      await makeTemplate(tx, operator(), { type: 'page', title: 'Calm \u001b[31m' }),
      await makeTemplate(tx, operator(), { type: 'single', title: 'Other' }),
    ]);
    await get().write((tx) => assignTemplate(tx, operator(), { kind: 'single', templateId: other }, 0));
    const lines = await run(['history']);
    expect(lines).toEqual([
      expect.stringMatching(/^\d+  \S+  All articles: “Other” instead of the built-in layout$/),
      expect.stringMatching(/^\d+  \S+  “Other” was created$/),
      expect.stringMatching(/^\d+  \S+  “Calm \[31m” was created$/),
    ]);
    expect(await run(['history', String(id)])).toEqual([lines[2]]);
    const [assigned = '', , made = ''] = lines.map((line) => line.split(' ')[0] ?? '');
    await expect(run(['undo', assigned, '--from', '0'])).rejects.toThrow(ConflictError);
    const [undone, again] = (await Promise.all([run(['undo', assigned]), run(['undo', assigned])])).toSorted(
      (a, b) => b.join().length - a.join().length,
    );
    expect(again).toEqual([`Change ${assigned} is already undone.`]);
    expect(undone).toEqual([
      expect.stringMatching(new RegExp(`^Change ${assigned} undone. To redo it, undo change \\d+\\.$`)),
    ]);
    expect((await findAssignments(get().read, 'single', 0)).global).toBeUndefined();
    expect((await run(['history']))[1]).toMatch(/\(undone since\)$/);
    expect(await run(['undo', made, '--from', '1'])).toHaveLength(1);
    expect([await findTemplate(get().read, id), (await findTemplate(get().read, other))?.title]).toEqual([
      undefined,
      'Other',
    ]);
    await expect(run(['undo', '999999'])).rejects.toThrow(NotFoundError);
  });

  test('one file contains a template with all it depends on; existing items and files are not overwritten', async () => {
    const id = await get().write(async (tx) => {
      const header = await createTemplate(tx, { type: 'header', title: 'Top' });
      const phones = await createTemplate(tx, { type: 'page', title: 'Small', isMobile: true });
      return createTemplate(tx, {
        type: 'page',
        title: 'Whole',
        content: '<p>Whole</p>',
        headerId: header,
        mobileTemplateId: phones,
      });
    });
    expect(await run(['export', String(id), 'whole.json'])).toEqual([
      expect.stringMatching(/with 2 other templates and 0 patterns\.$/),
    ]);
    await expect(run(['export', String(id), 'whole.json'])).rejects.toThrow(ConflictError);
    await expect(run(['export', String(id), 'nowhere/whole.json'])).rejects.toThrow(NotFoundError);
    await expect(run(['export', '999999', 'gone.json'])).rejects.toThrow(NotFoundError);
    const before = await listTemplates(get().read);
    const [line = '', , ...warnings] = await run(['import', 'whole.json']);
    expect(warnings).toEqual([
      warning('Whole').replace('All screens', 'Desktop'),
      'Warning: Phone: “Small” (Page) has no block with visible content, so readers would get an empty page. Add blocks first.',
    ]);
    const made = Number(
      /^Imported template (\d+): Whole, with 2 other templates and 0 patterns\.$/.exec(line)?.[1],
    );
    expect(await findTemplate(get().read, made)).toMatchObject({
      type: 'page',
      title: 'Whole',
      content: '<p>Whole</p>',
    });
    expect(await listTemplates(get().read)).toHaveLength(before.length + 3);
    file('broken.json', '{"format":');
    file('other.json', '{"format":"other"}');
    for (const [name, Kind] of [
      ['nowhere.json', NotFoundError],
      ['broken.json', InvalidInputError],
      ['other.json', InvalidInputError],
    ] as const) {
      await expect(run(['import', name]), name).rejects.toThrow(Kind);
    }
    expect(await listTemplates(get().read)).toHaveLength(before.length + 3);
  });

  test('refuses with a reason, and changes nothing', async () => {
    const [id, other] = await get().write(async (tx) => [
      await createTemplate(tx, { type: 'page', title: 'Quiet', content: 'calm' }),
      await createTemplate(tx, { type: 'page', title: 'Other' }),
    ]);
    file('loud.html', 'loud');
    await run(['save', String(other), 'loud.html']);
    const ofOther = (await run(['revisions', String(other)]))[0]?.split(' ')[0] ?? '';
    file('latin.html', Buffer.from([0x63, 0x61, 0x66, 0xe9]));
    mkdirSync(join(place().dataDir, 'folder'));
    for (const [args, Kind] of [
      [['show', '999'], NotFoundError],
      [['show', `${id}`, ofOther], NotFoundError],
      [['restore', `${id}`, ofOther], NotFoundError],
      [['restore', `${id}`, '999999'], NotFoundError],
      [['save', `${id}`, 'nowhere.html'], NotFoundError],
      [['save', `${id}`, 'folder'], InvalidInputError],
      [['save', `${id}`, 'latin.html'], InvalidInputError],
      [['save', `${id}`, 'loud.html', '--title', ' '], InvalidInputError],
    ] as const) {
      await expect(run(args), args.join(' ')).rejects.toThrow(Kind);
    }
    expect(await findTemplate(get().read, id)).toMatchObject({
      title: 'Quiet',
      content: 'calm',
      revision: 1,
    });
  });
});
