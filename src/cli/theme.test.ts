import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { readSettings } from '../content/settings/reader.ts';
import { UsageError } from './command.ts';
import { readArguments, runTheme, themeCommand } from './theme.ts';

onBothDatabases('the command "theme"', (get) => {
  const run = (...words: string[]) => runTheme(get(), readArguments(words));
  const look = async () => (await readSettings(get().read)).settings.look;

  test('names the looks, takes one, changes parts of it and brings them back', async () => {
    expect(await run('list')).toEqual(expect.arrayContaining([expect.stringMatching(/^\* broadsheet:/), expect.stringMatching(/^ {2}tabloid:/)]));
    expect(await run('use', 'tabloid')).toEqual(['The site looks like tabloid.']);
    await run('set', 'colours.accent', '#00f');
    await run('set', 'headlines.weight', '700');
    expect(await run('set', 'header.layout', 'big')).toEqual(['The site looks like tabloid, with changes of its own.']);
    expect(await look()).toEqual({ base: 'tabloid', colours: { accent: '#00f' }, headlines: { weight: 700 }, header: { layout: 'big' } });
    expect(await run('show')).toEqual(expect.arrayContaining(['  colours.accent = "#00f"', '  header.layout = "big"', '  header.band = "accent"']));
    await run('set', 'colours.accent', 'null');
    expect(await look()).toEqual({ base: 'tabloid', headlines: { weight: 700 }, header: { layout: 'big' } });
    await run('set', 'colours.category.sport', '#0a0');
    expect(await run('show')).toContain('  colours.category.sport = "#0a0"');
    await run('reset');
    expect(await look()).toEqual({});
  });

  test('refuses what is no part, and saves nothing', async () => {
    await expect(run('set', 'colours.accent', 'red')).rejects.toThrow('expected a colour such as #0b5cff');
    await expect(run('set', 'colour', '#f00')).rejects.toThrow('colour');
    await expect(run('set', 'headlines.weight', '1000')).rejects.toThrow('900');
    expect(await look()).toEqual({});
  });

  test('a look comes back out of the file that it was written into', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'look-')), 'look.json');
    await run('use', 'local');
    await run('set', 'corners', '9');
    await run('set', 'colours.category.sport', '#0a0');
    await run('export', file);
    const shown = (await run('show')).slice(1);
    await run('reset');
    await run('import', file);
    expect((await run('show')).slice(1)).toEqual(shown);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ broadsheet_look: 1, base: 'local', corners: 9, fonts: 'slab' });
    expect((await look()).colours?.category).toEqual({ sport: '#0a0' });
    await writeFile(file, '{"corners":3}');
    await expect(run('import', file)).rejects.toThrow('is no look of Broadsheet');
    await writeFile(file, '{"corners":');
    await expect(run('import', file)).rejects.toThrow("can't be read as a look");
    await run('reset');
  });
});

test('wrong command lines are refused before a database is opened', async () => {
  for (const args of [[], ['wear'], ['use'], ['use', 'baroque'], ['list', 'x'], ['set', 'fonts'], ['set', 'a', 'b', 'c'], ['export'], ['show', '--all']]) {
    await expect(themeCommand.run(args)).rejects.toThrow(UsageError);
  }
});
