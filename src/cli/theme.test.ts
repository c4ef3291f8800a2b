import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { readSettings } from '../content/settings/reader.ts';
import { makeLook } from '../theme/look/look-css.server.ts';
import { UsageError } from './command.ts';
import { readArguments, runTheme, themeCommand } from './theme.ts';

onBothDatabases('the command "theme"', (get) => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'look-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const run = (...words: string[]) => runTheme(get(), readArguments(words), folder);
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
    await run('reset');
    expect(await look()).toEqual({});
  });

  test('refuses what is no part, and saves nothing', async () => {
    await expect(run('set', 'colours.accent', 'red')).rejects.toThrow('expected a colour such as #0b5cff');
    await expect(run('set', 'colour', '#f00')).rejects.toThrow('colour');
    await expect(run('set', 'headlines.weight', '1000')).rejects.toThrow('900');
    expect(await look()).toEqual({});
  });

  test('takes fonts of one’s own, keeps them among the uploads, and brings those of the pair back', async () => {
    const inter = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
    const [first, last] = await run('font', 'headlines', inter);
    expect([first, last]).toEqual(['inter-latin-wght-normal.woff2: weight 100 to 900, 48 KB', 'The site looks like broadsheet, with changes of its own.']);
    const [font] = (await look()).fontFiles?.headlines ?? [];
    expect(font).toMatchObject({ file: expect.stringMatching(/^fonts\/[\da-f]{16}\.woff2$/) as string, weight: [100, 900], isItalic: false, isSerif: false });
    expect(await readFile(join(folder, 'media', font?.file ?? ''))).toEqual(await readFile(inter));
    const pages = makeLook(await look(), '#0b5cff', { fontsOf: () => ({ css: '', preload: '/pair', title: '/title' }) });
    expect([pages.fontPreload, pages.titlePreload]).toEqual([`/wp-content/uploads/${font?.file}`, '']);
    const file = join(folder, 'other.json');
    expect(await run('export', file)).toEqual([`The look is in ${file}.`, 'Fonts of your own are files: bring them there by theme font.']);
    expect(await readFile(file, 'utf8')).not.toContain('fonts/');
    const wrong = join(folder, 'wrong.woff2');
    const faults = [['<svg onload=alert(1)>', 'begins like none'], ['wOF2', "can't be read"], ['x'.repeat(3 * 2 ** 20), '2 MB are the most']] as const;
    for (const [bytes, reason] of faults) {
      await writeFile(wrong, bytes);
      await expect(run('font', 'text', inter, wrong)).rejects.toThrow(reason);
    }
    await expect(run('font', 'text', join(folder, 'none.ttf'))).rejects.toThrow('none.ttf can\'t be read');
    expect((await look()).fontFiles?.text).toBe(undefined);
    expect(() => readArguments(['font', 'body', inter])).toThrow('headlines or text');
    await run('font', 'headlines', 'none');
    expect(await look()).toEqual({});
  });

  test('a look comes back out of the file that it was written into', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'look-')), 'look.json');
    await run('use', 'local');
    await run('set', 'corners', '9');
    await run('export', file);
    const shown = (await run('show')).slice(1);
    await run('reset');
    await run('import', file);
    expect((await run('show')).slice(1)).toEqual(shown);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ broadsheet_look: 1, base: 'local', corners: 9, fonts: 'slab' });
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
