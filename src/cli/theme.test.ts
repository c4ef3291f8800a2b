import { createRequire } from 'node:module';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeTestDatabase, onBothDatabases } from '../../test/harness/databases.ts';
import { uploadMedia } from '../modules/media/upload-commands.ts';
import { saveSettings, readSettings } from '../modules/settings/store.ts';
import { operator } from '../modules/users/role.ts';
import { openSiteDatabase } from '../site-database.ts';
import { InvalidInputError } from '../lib/errors.ts';
import { UsageError } from './command.ts';
import { readArguments, runTheme, themeCommand } from './theme.ts';

const require = createRequire(import.meta.url);

onBothDatabases('the command "theme"', (get, place) => {
  const run = (...words: string[]) =>
    runTheme({ database: get(), dataDir: place().dataDir }, readArguments(words));
  const look = async () => (await readSettings(get().read)).settings.look;

  test('lists the looks, sets one, changes parts of it and resets them', async () => {
    expect(await run('list')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\* broadsheet:/),
        expect.stringMatching(/^ {2}tabloid:/),
      ]),
    );
    expect(await run('use', 'tabloid')).toEqual(['The site uses the look tabloid.']);
    await run('set', 'colours.accent', '#00f');
    await run('set', 'headlines.weight', '700');
    expect(await run('set', 'header.layout', 'big')).toEqual([
      'The site uses the look tabloid, with customizations.',
    ]);
    expect(await look()).toEqual({
      base: 'tabloid',
      colours: { accent: '#00f' },
      headlines: { weight: 700 },
      header: { layout: 'big' },
    });
    expect(await run('show')).toEqual(
      expect.arrayContaining([
        '  colours.accent = "#00f"',
        '  header.layout = "big"',
        '  header.band = "accent"',
      ]),
    );
    await run('set', 'colours.accent', 'null');
    expect(await look()).toEqual({ base: 'tabloid', headlines: { weight: 700 }, header: { layout: 'big' } });
    await run('set', 'colours.category.sport', '#0a0');
    expect(await run('show')).toContain('  colours.category.sport = "#0a0"');
    await run('reset');
    expect(await look()).toEqual({});
  });

  test('concurrent changes are all done', async () => {
    await Promise.all([
      run('set', 'colours.accent', '#00f'),
      run('set', 'headlines.weight', '700'),
      run('set', 'header.layout', 'big'),
    ]);
    expect(await look()).toEqual({
      colours: { accent: '#00f' },
      headlines: { weight: 700 },
      header: { layout: 'big' },
    });
    await run('reset');
  });

  test('refuses unknown parts, and saves nothing', async () => {
    await expect(run('set', 'colours.accent', 'red')).rejects.toThrow('expected a color such as #0b5cff');
    await expect(run('set', 'colour', '#f00')).rejects.toThrow('colour');
    await expect(run('set', 'headlines.weight', '1000')).rejects.toThrow('900');
    expect(await look()).toEqual({});
  });

  test('a look is restored from its exported file', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'look-')), 'look.json');
    await run('use', 'local');
    await run('set', 'corners', '9');
    await run('set', 'colours.category.sport', '#0a0');
    await run('export', file);
    const shown = (await run('show')).slice(1);
    await run('reset');
    await run('import', file);
    expect((await run('show')).slice(1)).toEqual(shown);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      broadsheet_look: 1,
      base: 'local',
      corners: 9,
      fonts: 'slab',
    });
    expect((await look()).colours?.category).toEqual({ sport: '#0a0' });
    // Some editors save a byte order mark.
    await writeFile(file, `\uFEFF${await readFile(file, 'utf8')}`);
    await run('reset');
    await run('import', file);
    expect((await run('show')).slice(1)).toEqual(shown);
    await writeFile(file, '{"corners":3}');
    await expect(run('import', file)).rejects.toThrow('is not a Broadsheet look');
    for (const damaged of ['{"corners":', '\u001B[2J\u0007 "corners"', '', '\u0089PNG\r\n']) {
      await writeFile(file, damaged);
      await expect(run('import', file)).rejects.toThrow(
        new InvalidInputError(
          `${file} is not a look: it is not valid JSON. Use a file that was exported as a look.`,
        ),
      );
    }
    for (const endless of [
      ['import', '/dev/zero'],
      ['font', 'text', '/dev/zero'],
    ])
      await expect(run(...endless)).rejects.toThrow('The look is unchanged.');
    await expect(run('import', `${file}.none`)).rejects.toThrow(
      `File ${file}.none not found. The look is unchanged.`,
    );
    await run('reset');
  });

  const font = (name: string) =>
    require.resolve(`@fontsource-variable/newsreader/files/newsreader-${name}.woff2`);
  const picture = (background: string) =>
    sharp({ create: { width: 40, height: 20, channels: 3, background } })
      .png()
      .toBuffer();

  test('a look is one file with all that it needs: fonts, logos and icon arrive on another site, once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'look-'));
    const file = join(folder, 'look.json');
    const own = { database: get(), dataDir: place().dataDir };
    const ids: number[] = [];
    for (const color of ['#a00', '#0a0', '#00a']) {
      ids.push(
        (
          await uploadMedia(own, operator(), {
            name: `mark-${color.slice(1)}.png`,
            bytes: await picture(color),
            alt: `Mark ${color}`,
          })
        ).id,
      );
    }
    const [logo, dark, icon] = ids;
    await get().write((tx) => saveSettings(tx, { site_logo: logo, site_logo_dark: dark, site_icon: icon }));
    await run('use', 'review');
    await run('font', 'headlines', font('latin-opsz-normal'), font('latin-ext-opsz-normal'));
    await run('font', 'text', font('latin-wght-normal'), font('latin-wght-italic'));
    const before = await look();
    expect(before.ownFonts?.headlines?.map(({ weights, style }) => [weights, style])).toEqual([
      [[200, 800], 'normal'],
      [[200, 800], 'normal'],
    ]);
    await run('export', file);

    const other = await makeTestDatabase('sqlite');
    const database = await openSiteDatabase({ dataDir: other.dataDir, maxConnections: 1 });
    try {
      const otherPlace = { database, dataDir: other.dataDir };
      for (let turn = 0; turn < 2; turn++) await runTheme(otherPlace, readArguments(['import', file]));
      const { settings } = await readSettings(database.read);
      expect(settings.look).toMatchObject({ base: 'review', ownFonts: before.ownFonts });
      const rows = await database.read
        .selectFrom('media')
        .select(['post_id', 'file', 'alt'])
        .orderBy('post_id')
        .execute();
      expect(rows.map(({ file: path, alt }) => [path.split('/').at(-1), alt])).toEqual([
        ['mark-a00.png', 'Mark #a00'],
        ['mark-0a0.png', 'Mark #0a0'],
        ['mark-00a.png', 'Mark #00a'],
      ]);
      expect([settings.site_logo, settings.site_logo_dark, settings.site_icon]).toEqual(
        rows.map((row) => row.post_id),
      );
      for (const one of before.ownFonts?.text ?? []) {
        const [original, arrived] = await Promise.all(
          [place(), other].map(({ dataDir }) => readFile(join(dataDir, 'media/fonts', one.file))),
        );
        expect(original && arrived?.equals(original)).toBe(true);
      }
    } finally {
      await database.close();
      await other.drop();
    }
    await run('set', 'ownFonts', 'null');
    expect((await look()).ownFonts).toBeUndefined();
    await get().write((tx) => saveSettings(tx, { site_logo: null, site_logo_dark: null, site_icon: null }));
    await run('reset');
  });

  test('a hostile file is refused as a whole: by content, whatever its names and types', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'look-'));
    const file = join(folder, 'look.json');
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const png = (await picture('#123')).toString('base64');
    const roman = await readFile(font('latin-wght-normal'));
    const named = {
      file: `${'0'.repeat(32)}.woff2`,
      family: 'A',
      style: 'normal',
      weights: [400, 400],
      range: 'U+41',
    };
    const pictureOf = (name: string, data: string) => ({
      files: { pictures: { site_logo: { name, alt: '', data } } },
    });
    const fontOf = (more: object, data: string, key = named.file) => ({
      ownFonts: { text: [{ ...named, ...more }] },
      files: { fonts: { [key]: data } },
    });
    const mediaBefore = await get().read.selectFrom('media').select('post_id').execute();
    for (const content of [
      pictureOf('logo.png', base64('<html><script>alert(1)</script>')),
      pictureOf('logo.svg', base64('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      pictureOf('logo.php', png),
      pictureOf('logo.html', png),
      pictureOf('notes.txt', base64('text')),
      pictureOf('logo.png', '*'),
      pictureOf('', png),
      pictureOf('a\0.png', png),
      { files: { pictures: { site_logo: { name: 'a.png', alt: 'a\0b', data: png } } } },
      { files: { pictures: { blogname: { name: 'a.png', alt: '', data: png } } } },
      fontOf({}, base64('<script>')),
      fontOf({}, png),
      fontOf({ range: 'U+41}body{' }, roman.toString('base64')),
      fontOf({ file: '../../x.woff2' }, png),
      fontOf({}, png, '../../x.woff2'),
      { ownFonts: { text: [named] } },
      fontOf({ family: 'x'.repeat(81) }, roman.toString('base64')),
      { files: [] },
      { files: { scripts: {} } },
      { ownFonts: { text: Array.from({ length: 13 }, () => named) } },
    ]) {
      await writeFile(file, JSON.stringify({ broadsheet_look: 1, base: 'tabloid', ...content }));
      await expect(run('import', file), JSON.stringify(content).slice(0, 200)).rejects.toThrow(
        InvalidInputError,
      );
    }
    expect(await get().read.selectFrom('media').select('post_id').execute()).toEqual(mediaBefore);
    expect(await look()).toEqual({});
    // Only the last part of a path counts as a name, and a claimed font type is verified.
    await writeFile(
      file,
      JSON.stringify({
        broadsheet_look: 1,
        ...pictureOf('../../../etc/logo.jpg', png),
        ownFonts: { text: [named] },
      }),
    );
    await expect(run('import', file)).rejects.toThrow('neither in the file nor on this site');
    const honest = { ...fontOf({ range: 'U+4E00', family: 'Liar' }, roman.toString('base64')) };
    const both = {
      broadsheet_look: 1,
      ...honest,
      files: { ...honest.files, ...pictureOf('../../../etc/logo.jpg', png).files },
    };
    await writeFile(file, JSON.stringify(both));
    await run('import', file);
    const [ownFont] = (await look()).ownFonts?.text ?? [];
    expect([ownFont?.family, ownFont?.range.startsWith('U+20-7E'), ownFont?.file === named.file]).toEqual([
      expect.stringMatching(/^Newsreader/),
      true,
      false,
    ]);
    const added = await get()
      .read.selectFrom('media')
      .select('file')
      .orderBy('post_id', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(added?.file).toMatch(/^\d{4}\/\d\d\/logo\.png$/);
    await get().write((tx) => saveSettings(tx, { site_logo: null }));
    await run('reset');
  });
});

test('invalid command lines are refused before a database is opened', async () => {
  for (const args of [
    [],
    ['wear'],
    ['use'],
    ['use', 'baroque'],
    ['list', 'x'],
    ['set', 'fonts'],
    ['set', 'a', 'b', 'c'],
    ['export'],
    ['show', '--all'],
    ['font'],
    ['font', 'text'],
    ['font', 'code', 'a.woff2'],
  ]) {
    await expect(themeCommand.run(args)).rejects.toThrow(UsageError);
  }
});
