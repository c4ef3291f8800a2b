import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { listActivity } from '../../src/modules/activity/reader.ts';
import { exportLimits, writeOutcome } from '../../src/modules/imports/export-files.ts';
import { importJob } from '../../src/modules/imports/import-job.ts';
import { wxr } from '../fixtures/wxr.ts';
import { hiddenIn, noticeIn, useAccountSite } from '../harness/account-site.ts';
import { onDatabase } from '../harness/databases.ts';
import { inParts } from '../harness/in-parts.ts';
import { rawRequest } from '../harness/served-site.ts';

const path = '/wp-admin/import.php';

onDatabase('sqlite', 'the page that imports', (_get, place) => {
  const accounts = useAccountSite(place);
  const folder = () => join(place().dataDir, 'import');
  const waiting = () => (existsSync(folder()) ? readdirSync(folder()).toSorted() : []);
  const parts = () => readdirSync(join(place().dataDir, 'media', '.parts'));
  const jobs = () =>
    accounts.site.database.read.selectFrom('job').select('kind').where('kind', '=', importJob.name).execute();
  const nonceOf = async (cookie: string) => hiddenIn((await accounts.get(path, cookie)).body, '_wpnonce');
  const bring = (
    cookie: string,
    nonce: string,
    name: string,
    bytes: Buffer | string,
    headers: Record<string, string> = {},
  ) => {
    const { type, payload } = inParts([
      ['section', 'add'],
      ['_wpnonce', nonce],
      ['export', [name, Buffer.from(bytes)]],
    ]);
    return rawRequest(accounts.site.url, path, {
      method: 'POST',
      headers: { cookie, 'content-type': type, ...headers },
      body: payload,
    });
  };

  test('accepts exports from users who can import only; invalid files are reported and removed', async () => {
    const [chief, editor] = [
      await accounts.createPerson(['administrator']),
      await accounts.createPerson(['editor']),
    ];
    const nonce = await nonceOf(chief.cookie);
    const good = wxr([{ id: 3 }]);
    expect([
      (await accounts.get(path, editor.cookie)).status,
      (await bring(editor.cookie, nonce, 'a.xml', good)).status,
    ]).toEqual([403, 403]);
    const refused = (accept: string) =>
      rawRequest(accounts.site.url, path, { headers: { cookie: editor.cookie, accept } });
    expect(JSON.parse((await refused('application/json')).body)).toMatchObject({
      data: { status: 403, capability: 'import' },
    });
    expect((await refused('text/html')).body).toContain('(import)');
    expect((await bring('', nonce, 'a.xml', good)).headers.location).toMatch(/^\/wp-login\.php/);
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[]) {
      expect((await bring(chief.cookie, nonce, 'a.xml', good, headers)).status).toBe(403);
    }
    expect(
      (
        await bring(
          chief.cookie,
          await nonceOf((await accounts.createPerson(['administrator'])).cookie),
          'a.xml',
          good,
        )
      ).status,
    ).toBe(403);
    const packed = gzipSync(good);
    for (const [name, bytes, text] of [
      ['none.xml', '', 'Choose the file'],
      ['page.xml', '<html><body>No</body></html>', 'This is no export'],
      ['a.zip', 'PK\x03\x04', 'This is no export'],
      ['cut.xml.gz', packed.subarray(0, 60), 'This file is packed'],
      ['mad.gz', Buffer.concat([packed.subarray(0, 20), Buffer.alloc(300, 7)]), 'This file is packed'],
      ['twice.gz', gzipSync(packed), 'This is no export'],
    ] as const) {
      const reply = await bring(chief.cookie, nonce, name, bytes as string);
      expect([name, reply.status, noticeIn(reply).slice(0, text.length)]).toEqual([name, 400, text]);
    }
    await expect.poll(parts).toEqual([]);
    expect([waiting(), await jobs()]).toEqual([[], []]);
    const start = (cookie: string) =>
      accounts.sendTo(path, { section: 'start', _wpnonce: nonce }, { cookie });
    expect(noticeIn(await start(chief.cookie))).toBe('Upload an export first.');
    for (const name of ['../../evil.xml', 'evil.php', 'evil.xml.gz']) {
      expect((await bring(chief.cookie, nonce, name, name.endsWith('z') ? packed : good)).status).toBe(303);
    }
    expect(waiting()).toEqual(['evil-2.xml', 'evil-php.xml', 'evil.xml']);
    for (const name of ['../broadsheet.sqlite', 'nothing.xml', '..', 'evil-2.xml']) {
      expect(
        (await accounts.sendTo(path, { section: 'remove', name, _wpnonce: nonce }, { cookie: chief.cookie }))
          .status,
      ).toBe(303);
    }
    expect([waiting(), existsSync(join(place().dataDir, 'broadsheet.sqlite'))]).toEqual([
      ['evil-php.xml', 'evil.xml'],
      true,
    ]);
    expect([
      (await start(editor.cookie)).status,
      (await start(chief.cookie)).status,
      (await jobs()).length,
    ]).toEqual([403, 303, 1]);
    const running = await accounts.get(path, chief.cookie);
    expect([running.headers.refresh, running.body.includes('<progress')]).toEqual([`3; url=${path}`, true]);
    expect((await accounts.get(`${path}?report`, chief.cookie)).status).toBe(404);
    for (const section of ['stop', 'stop'])
      await accounts.sendTo(path, { section, _wpnonce: nonce }, { cookie: chief.cookie });
    expect(await jobs()).toEqual([]);
    expect(
      (await listActivity(accounts.site.database.read, { kind: 'job', limit: 9 })).map(
        ({ summary }) => summary,
      ),
    ).toEqual(['import stopped', 'import of evil-php.xml, evil.xml']);
  });

  test('[IMP-15] shows old theme templates next to their counterparts here; their names are inert', async () => {
    const { cookie } = await accounts.createPerson(['administrator']);
    const row = { depth: 2, was: 'tdb_title "</td><script>alert(1)</script>"', is: 'post-title' };
    const outcome = { at: 1, lines: ['item post 1'], isWhole: true };
    const rows = [row, { depth: 99, was: 'x', is: '– no counterpart' }];
    await writeOutcome(
      place().dataDir,
      { ...outcome, templates: [{ name: 'single "<b>One</b>"', rows, notes: ['Note'] }] },
      {},
    );
    const { body } = await accounts.get(path, cookie);
    expect(body).toContain(
      '<summary>single &quot;&lt;b&gt;One&lt;/b&gt;&quot;</summary><ul><li>Note</li></ul><table>',
    );
    expect(body).toContain(
      '<td style="padding-inline-start:1rem">tdb_title &quot;&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;</td><td>post-title</td>',
    );
    expect(body).toContain('<td style="padding-inline-start:3rem">x</td><td>– no counterpart</td>');
    // An outcome written by an earlier version lacks it.
    writeFileSync(join(folder(), 'outcome.json'), JSON.stringify(outcome));
    const before = (await accounts.get(path, cookie)).body;
    expect([before.includes('item post 1'), before.includes('<table>')]).toEqual([true, false]);
  });

  test('an export beyond 2 GB, or 8 GB unpacked, is refused with the limit, and removed', async () => {
    const { cookie } = await accounts.createPerson(['administrator']);
    const nonce = await nonceOf(cookie);
    const before = waiting();
    expect([exportLimits.bytes, exportLimits.unpacked]).toEqual([2_147_483_648, 8_589_934_592]);
    // With a Content-Length it is refused before its body is read.
    const announced = {
      'content-length': String(2 * 2 ** 30 + 2 ** 17),
      'content-type': 'multipart/form-data; boundary=x',
    };
    const refused = await rawRequest(accounts.site.url, path, {
      method: 'POST',
      headers: { cookie, ...announced },
    });
    expect([refused.status, noticeIn(refused)]).toEqual([
      413,
      expect.stringMatching(/^An uploaded export can have at most 2 GB\. .*command line/),
    ]);
    const limits = { ...exportLimits };
    try {
      // Without one, bytes are counted; lower limits avoid sending gigabytes.
      Object.assign(exportLimits, { bytes: 4000, unpacked: 20_000 });
      const long = (bytes: number) => wxr([{ id: 3, content: 'x'.repeat(bytes) }]);
      for (const [name, bytes, status, text] of [
        ['long.xml', long(4000), 413, /^An uploaded export can have at most /],
        ['packed.xml.gz', gzipSync(long(20_000)), 400, /^Unpacked, the export has more than /],
      ] as const) {
        const reply = await bring(cookie, nonce, name, bytes);
        expect([name, reply.status, noticeIn(reply)]).toEqual([name, status, expect.stringMatching(text)]);
        await expect.poll(parts).toEqual([]);
        expect(waiting()).toEqual(before);
      }
      expect((await bring(cookie, nonce, 'fits.xml.gz', gzipSync(long(10_000)))).status).toBe(303);
      expect(waiting()).toEqual([...before, 'fits.xml'].toSorted());
    } finally {
      Object.assign(exportLimits, limits);
    }
  });
});
