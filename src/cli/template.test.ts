import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onDatabase } from '../../test/harness/databases.ts';
import { findTemplate } from '../content/templates/reader.ts';
import { createTemplate } from '../content/templates/writer.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../lib/errors.ts';
import { UsageError } from './command.ts';
import { readArguments, runTemplate } from './template.ts';

test('the command line is read, or refused with a reason', () => {
  expect(readArguments(['list'])).toEqual({ action: 'list' });
  expect(readArguments(['show', '3'])).toEqual({ action: 'show', id: 3 });
  expect(readArguments(['show', '3', '9'])).toEqual({ action: 'show', id: 3, revision: 9 });
  expect(readArguments(['revisions', '3'])).toEqual({ action: 'revisions', id: 3 });
  expect(readArguments(['save', '3', 'page.html', '--title', 'Page', '--from', '2']))
    .toEqual({ action: 'save', id: 3, file: 'page.html', title: 'Page', from: 2 });
  expect(readArguments(['restore', '3', '9'])).toEqual({ action: 'restore', id: 3, revision: 9 });
  for (const args of [
    [], ['make'], ['list', '3'], ['list', '--title', 'x'], ['show'], ['show', 'x'], ['show', '0'], ['show', '3', 'x'], ['show', '3', '4', '5'], ['save', '3'],
    ['save', '3', 'a', 'b'], ['save', '3', 'a', '--from', '0'], ['show', '3', '--from', '1'], ['revisions'], ['revisions', '3', '4'], ['restore', '3'],
    ['restore', '3', '4', '--title', 'x'], ['restore', '3', '4', '5'], ['__proto__'],
  ]) {
    expect(() => readArguments(args), args.join(' ')).toThrow(UsageError);
  }
});

onDatabase('sqlite', 'templates on the command line', (get, place) => {
  const run = (args: readonly string[], isTerminal = false) => runTemplate(get(), readArguments(args), { folder: place().dataDir, isTerminal });
  const file = (name: string, content: string | Buffer) => writeFileSync(join(place().dataDir, name), content);

  test('are listed, shown, saved and brought back; what stood there is kept', async () => {
    expect(await run(['list'])).toEqual(['There is no template; pages have the built-in ones.']);
    const document = '<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->\n';
    const id = await get().write((tx) => createTemplate(tx, { type: 'page', title: 'Wide \u001b[31m', content: document }));
    const at = String(id);
    expect(await run(['list'])).toEqual([expect.stringMatching(new RegExp(`^${id}  page  saved 1 time, \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d  Wide \\[31m$`))]);
    expect(await run(['revisions', at])).toEqual(['Nothing is kept of it: nobody has saved it since it came here.']);
    // As a shell writes what is printed into a file: nothing changes.
    file('page.html', `${(await run(['show', at])).join('\n')}\n`);
    expect(await run(['save', at, 'page.html'])).toEqual([`Template ${id} says that already.`]);
    file('page.html', '<p>\u001b[31mTwo</p>\n');
    expect(await run(['save', at, 'page.html', '--title', 'Narrow'])).toEqual([`Template ${id} is saved, 2 times by now.`]);
    expect([await run(['show', at]), await run(['show', at], true)]).toEqual([['<p>\u001b[31mTwo</p>'], ['<p>[31mTwo</p>']]);
    const [newest = '', oldest = '', ...others] = await run(['revisions', at]);
    expect([newest, oldest, others]).toEqual([expect.stringMatching(/^\d+  \S+  Narrow$/), expect.stringMatching(/^\d+  \S+  Wide \[31m$/), []]);
    const first = oldest.split(' ')[0] ?? '';
    expect(await run(['show', at, first])).toEqual([document]);
    await expect(run(['restore', at, first, '--from', '1'])).rejects.toThrow(ConflictError);
    await expect(run(['save', at, 'page.html', '--title', 'x', '--from', '1']))
      .rejects.toThrow(/saved by someone else meanwhile \(revision 2, you began from 1\)/);
    expect(await run(['restore', at, first, '--from', '2'])).toEqual([`Template ${id} is saved, 3 times by now.`]);
    expect(await findTemplate(get().read, id)).toMatchObject({ content: document, revision: 3 });
    const noted = await get().read.selectFrom('activity').select(['verb', 'user_id']).where('kind', '=', 'template').orderBy('id').execute();
    expect(noted).toEqual([{ verb: 'update', user_id: 0 }, { verb: 'restore', user_id: 0 }]);
  });

  test('refuses with a reason, and changes nothing', async () => {
    const [id, other] = await get().write(async (tx) => [
      await createTemplate(tx, { type: 'page', title: 'Quiet', content: 'calm' }), await createTemplate(tx, { type: 'page', title: 'Other' }),
    ]);
    file('loud.html', 'loud');
    await run(['save', String(other), 'loud.html']);
    const ofOther = (await run(['revisions', String(other)]))[0]?.split(' ')[0] ?? '';
    file('latin.html', Buffer.from([0x63, 0x61, 0x66, 0xe9]));
    mkdirSync(join(place().dataDir, 'folder'));
    for (const [args, Kind] of [
      [['show', '999'], NotFoundError], [['show', `${id}`, ofOther], NotFoundError], [['restore', `${id}`, ofOther], NotFoundError],
      [['restore', `${id}`, '999999'], NotFoundError], [['save', `${id}`, 'nowhere.html'], NotFoundError], [['save', `${id}`, 'folder'], InvalidInputError],
      [['save', `${id}`, 'latin.html'], InvalidInputError], [['save', `${id}`, 'loud.html', '--title', ' '], InvalidInputError],
    ] as const) {
      await expect(run(args), args.join(' ')).rejects.toThrow(Kind);
    }
    expect(await findTemplate(get().read, id)).toMatchObject({ title: 'Quiet', content: 'calm', revision: 1 });
  });
});
