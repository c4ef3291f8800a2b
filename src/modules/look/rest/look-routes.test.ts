import { createRequire } from 'node:module';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeUser } from '../../../../test/harness/factories.ts';
import { inParts } from '../../../../test/harness/in-parts.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import { removalJob } from '../../media/queue.ts';
import { readSettings, saveSettings } from '../../settings/store.ts';

const route = '/broadsheet/v1/look';
const font = createRequire(import.meta.url).resolve(
  '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
);

onBothDatabases('looks over REST', (get) => {
  const rest = useRestApp(get);
  const who = { administrator: 0, editor: 0, designer: 0 };
  let png = '';

  beforeAll(async () => {
    await get().write(async (tx) => {
      for (const role of ['administrator', 'editor'] as const)
        who[role] = await makeUser(tx, { login: role, roles: [role] });
    });
    await rest.sendAs(who.administrator, 'POST', '/broadsheet/v1/roles', {
      name: 'designer',
      label: 'Designer',
      capabilities: ['read', 'edit_posts', 'manage_options'],
    });
    who.designer = await get().write((tx) => makeUser(tx, { login: 'designer', roles: ['designer'] }));
    png = (
      await sharp({ create: { width: 40, height: 20, channels: 3, background: '#a00' } })
        .png()
        .toBuffer()
    ).toString('base64');
  });

  const upload = (content: string | Buffer, userId = who.administrator, name = 'look.json') => {
    const { type, payload } = inParts([['file', [name, Buffer.from(content)]]]);
    return rest.send('POST', route, {
      headers: { 'x-test-actor': String(userId), 'content-type': type },
      payload,
    });
  };
  const settings = async () => (await readSettings(get().read)).settings;
  const files = () => get().read.selectFrom('media').select('post_id').execute();
  const fontFiles = () => {
    const folder = join(rest.dataDir, 'media/fonts');
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const own = { file: `${'0'.repeat(32)}.woff2`, family: 'A', style: 'normal', weights: [400, 400] };
  const fonted = async () => ({
    ownFonts: { text: [{ ...own, range: 'U+41' }] },
    files: { fonts: { [own.file]: (await readFile(font)).toString('base64') } },
  });

  test('[IMP-12] an exported look restores the site’s look, and the reply lists the replaced values for undo', async () => {
    await get().write((tx) => saveSettings(tx, { look: { base: 'local', corners: 9 } }));
    const exported = await rest.getAs(who.administrator, route);
    expect(exported.headers['content-type']).toContain('application/json');
    expect(exported.json).toMatchObject({ broadsheet_look: 1, base: 'local', corners: 9, fonts: 'slab' });
    await get().write((tx) => saveSettings(tx, { look: { base: 'review' } }));
    const { status, json } = await upload(exported.text);
    expect([status, json['changed'], json['before']]).toEqual([200, ['look'], { look: { base: 'review' } }]);
    expect((await settings()).look).toMatchObject({ base: 'local', corners: 9 });
    const undone = await rest.sendAs(who.administrator, 'POST', '/broadsheet/v1/settings', {
      values: json['before'],
      from: json['values'],
    });
    expect([undone.status, (await settings()).look]).toEqual([200, { base: 'review' }]);
    // Concurrent changes are not undone.
    await get().write((tx) => saveSettings(tx, { look: { base: 'technology' } }));
    const stale = await rest.sendAs(who.administrator, 'POST', '/broadsheet/v1/settings', {
      values: json['before'],
      from: json['values'],
    });
    expect([stale.status, (await settings()).look]).toEqual([409, { base: 'technology' }]);
    await get().write((tx) => saveSettings(tx, { look: null }));
  });

  test('[IMP-12] logos and fonts are part of it, and stored once', async () => {
    const content = JSON.stringify({
      broadsheet_look: 1,
      base: 'tabloid',
      ...(await fonted()),
      files: {
        ...(await fonted()).files,
        pictures: { site_logo: { name: 'mark.png', alt: 'Mark', data: png } },
      },
    });
    expect((await upload(content)).json['changed']).toEqual(expect.arrayContaining(['look', 'site_logo']));
    const [{ site_logo: logo, look }, stored] = [await settings(), await files()];
    expect([logo > 0, look.ownFonts?.text?.[0]?.family, fontFiles().length]).toEqual([
      true,
      expect.stringMatching(/^Newsreader/),
      1,
    ]);
    await upload(content);
    expect([await files(), (await settings()).site_logo]).toEqual([stored, logo]);
    await get().write((tx) => saveSettings(tx, { look: null, site_logo: null }));
  });

  test('[IMP-12] a font file is stored for an unsaved look, and deleted a day later unless a look uses it', async () => {
    const send = (bytes: Buffer, before: readonly string[] = [], userId = who.administrator) => {
      const fields = before.map((one) => ['fonts[]', one] as const);
      const { type, payload } = inParts([...fields, ['file', ['font.woff2', bytes]]]);
      return rest.send('POST', `${route}/fonts`, {
        headers: { 'x-test-actor': String(userId), 'content-type': type },
        payload,
      });
    };
    const leaving = async () =>
      (await get().read.selectFrom('job').select('key').where('kind', '=', removalJob.name).execute()).map(
        ({ key }) => key,
      );
    const others = createRequire(import.meta.url).resolve(
      '@fontsource-variable/newsreader/files/newsreader-latin-ext-wght-normal.woff2',
    );
    await get().write((tx) =>
      tx.db
        .deleteFrom('job')
        .execute()
        .then(() => undefined),
    );
    const [bytes, more] = [await readFile(font), await readFile(others)];
    const first = await send(bytes);
    const [{ file: name = '' } = {}] = first.json['fonts'] as unknown as { file?: string }[];
    expect([first.status, fontFiles().includes(name), await leaving()]).toEqual([
      200,
      true,
      [`fonts/${name}`],
    ]);
    expect((await settings()).look).toEqual({});
    const both = await send(more, [name]);
    const fonts = both.json['fonts'] as unknown as { file: string; range: string }[];
    expect([both.status, fonts[0]?.file, fonts.length]).toEqual([200, name, 2]);
    expect(new Set(fonts.map(({ range }) => range)).size).toBe(2);
    await rest.sendAs(who.administrator, 'POST', '/broadsheet/v1/settings', {
      values: { look: { ownFonts: { text: fonts } } },
      from: { look: {} },
    });
    expect((await settings()).look).toEqual({ ownFonts: { text: fonts } });
    expect(await leaving()).toEqual([]);
    // A font that the saved look uses stays when it is uploaded for another part.
    await send(bytes);
    expect(await leaving()).toEqual([]);
    const stored = fontFiles();
    for (const [sent, before, message] of [
      [bytes, [name], 'all of its characters'],
      [Buffer.from('<script>'), [], ''],
      [more, ['0'.repeat(32) + '.woff2'], 'upload it again'],
      [more, ['../../look.json'], ''],
      [more, Array.from({ length: 12 }, () => name), 'at most 12 fonts'],
    ] as const) {
      const { status, json } = await send(sent, before);
      expect([status, String(json['message'])]).toEqual([400, expect.stringContaining(message)]);
    }
    expect((await send(Buffer.alloc(2 * 2 ** 20 + 1))).status).toBe(413);
    expect((await send(more, [], who.editor)).status).toBe(403);
    expect(fontFiles()).toEqual(stored);
    await get().write((tx) => saveSettings(tx, { look: null }));
  });

  test('[IMP-12] a missing logo or font file is left out of the export, which can be imported', async () => {
    const pictures = { site_logo: { name: 'lost.png', alt: '', data: png } };
    const { ownFonts, files: sent } = await fonted();
    await upload(JSON.stringify({ broadsheet_look: 1, ownFonts, files: { ...sent, pictures } }));
    const before = (await settings()).look.ownFonts?.text;
    const lost = { ...before?.[0], file: own.file };
    await get().write(async (tx) => {
      await saveSettings(tx, { look: { ownFonts: { headlines: [lost], text: [lost, ...(before ?? [])] } } });
    });
    const { site_logo: logo } = await settings();
    const { file } = await get()
      .read.selectFrom('media')
      .select('file')
      .where('post_id', '=', logo)
      .executeTakeFirstOrThrow();
    const path = join(rest.dataDir, 'media', file);
    await rename(path, `${path}.lost`);
    const exported = await rest.getAs(who.administrator, route);
    await rename(`${path}.lost`, path);
    expect([exported.status, exported.json['ownFonts'], exported.json['files']]).toEqual([
      200,
      { text: before },
      { pictures: {}, fonts: { [before?.[0]?.file ?? '']: expect.any(String) } },
    ]);
    expect((await upload(exported.text)).status).toBe(200);
    expect(await settings()).toMatchObject({ site_logo: logo, look: { ownFonts: { text: before } } });
    await get().write((tx) => saveSettings(tx, { look: null, site_logo: null }));
  });

  test('[IMP-12] hostile files are refused with a message, and nothing changes', async () => {
    const before = [await files(), fontFiles(), await settings()];
    const look = (more: object) => JSON.stringify({ broadsheet_look: 1, base: 'tabloid', ...more });
    const pictured = (name: string, data: string) =>
      look({ files: { pictures: { site_logo: { name, alt: '', data } } } });
    for (const [content, message] of [
      ['{"corners":', 'it is not valid JSON'],
      [Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'it is not valid JSON'],
      ['{"corners":3}', 'not a Broadsheet look'],
      ['[]', 'not a Broadsheet look'],
      [`${'['.repeat(2000)}${']'.repeat(2000)}`, 'Nested deeper'],
      [`[${'0,'.repeat(200_000)}0]`, 'More than 100000 values'],
      ['{"broadsheet_look":1,"broadsheet_look":1}', 'appears twice'],
      [look({ colours: { accent: '#f00}body{display:none' } }), 'expected a color'],
      [look({ corners: 1e9 }), 'corners'],
      [look({ '__proto__ ': {}, constructor: {} }), 'not a valid look'],
      [look({ colours: { category: { 'a{}': '#f00' } } }), 'colours.category'],
      [pictured('logo.png', Buffer.from('<script>alert(1)</script>').toString('base64')), ''],
      [pictured('logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')), ''],
      [pictured('logo.php', png), ''],
      [look({ ownFonts: { text: [{ ...own, range: 'U+41', file: '../../x.woff2' }] } }), 'ownFonts'],
      [look({ ownFonts: { text: [{ ...own, range: 'U+41' }] } }), 'neither in the file nor on this site'],
    ] as const) {
      const { status, json } = await upload(content, who.administrator, '../../look.json');
      expect([status, String(json['message'])], content.slice(0, 80).toString()).toEqual([
        400,
        expect.stringContaining(message),
      ]);
    }
    expect([await files(), fontFiles(), await settings()]).toEqual(before);
    expect((await upload('')).json['code']).toBe('rest_upload_no_data');
    // Harmless although it looks odd: an older footer, a byte order mark, an unknown category.
    const harmless = look({ footer: 'ink', colours: { category: { 'no-such': '#0a0' } } });
    expect((await upload(`\uFEFF${harmless}`)).status).toBe(200);
    expect((await settings()).look.footer).toEqual({ band: 'ink' });
    await get().write((tx) => saveSettings(tx, { look: null }));
  });

  test('[IMP-12] pictures also require the right to upload, and then no font is stored either', async () => {
    const before = fontFiles();
    const content = {
      broadsheet_look: 1,
      ...(await fonted()),
      files: { ...(await fonted()).files, pictures: { site_icon: { name: 'i.png', alt: '', data: png } } },
    };
    const refused = await upload(JSON.stringify(content), who.designer);
    expect([refused.status, refused.json['code'], fontFiles()]).toEqual([403, 'rest_cannot_create', before]);
    expect((await upload('{"broadsheet_look":1,"base":"review"}', who.designer)).status).toBe(200);
    expect((await upload('{"broadsheet_look":1}', who.editor)).status).toBe(403);
    expect((await settings()).look).toEqual({ base: 'review' });
    await get().write((tx) => saveSettings(tx, { look: null }));
  });
});
