import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { listActivity } from '../../src/modules/activity/reader.ts';
import { exportLimits, writeOutcome, writeStand } from '../../src/modules/imports/export-files.ts';
import { demoSource, Ledger } from '../../src/modules/imports/ledger.ts';
import { importCheckJob, importJob } from '../../src/modules/imports/import-job.ts';
import { writeReportEntries } from '../../src/modules/imports/report-entries.ts';
import { zipLimits } from '../../src/modules/imports/unpack-uploads.ts';
import { wxr } from '../fixtures/wxr.ts';
import { useAccountSite } from '../harness/account-site.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { rawRequest } from '../harness/served-site.ts';
import { zipOf } from '../harness/zip.ts';

const screen = '/wp-admin/import.php';
const route = '/wp-json/broadsheet/v1/imports';

interface State {
  readonly files: readonly { readonly name: string; readonly contents: unknown }[];
  readonly status: string;
  readonly is_checking: boolean;
  readonly code?: string;
  readonly message?: string;
}

onBothDatabases('the routes that import', (_get, place) => {
  const accounts = useAccountSite(place);
  const folder = () => join(place().dataDir, 'import');
  const waiting = () =>
    (existsSync(folder()) ? readdirSync(folder()) : []).filter((name) => name.endsWith('.xml')).toSorted();
  const parts = () => readdirSync(join(place().dataDir, 'media', '.parts'));
  const jobs = async (kind = importJob.name) =>
    (
      await accounts.site.database.read.selectFrom('job').select('kind').where('kind', '=', kind).execute()
    ).map((job) => job.kind);
  const signIn = async (role: string) => {
    const { id, cookie: own } = await accounts.createPerson([role]);
    const { cookie, nonce } = await accounts.site.signIn(id);
    return { own, headers: { cookie, 'x-wp-nonce': nonce } };
  };
  type User = Awaited<ReturnType<typeof signIn>>;
  const send = async (
    user: User | undefined,
    method: string,
    path = '',
    more: Record<string, string> = {},
    body?: Buffer,
  ) => {
    const headers = { ...user?.headers, ...more };
    const reply = await rawRequest(accounts.site.url, route + path, {
      method,
      headers,
      ...(body ? { body } : {}),
    });
    return { status: reply.status, headers: reply.headers, json: JSON.parse(reply.body) as State };
  };
  const bring = (
    user: User | undefined,
    name: string,
    bytes: Buffer | string,
    more: Record<string, string> = {},
    path = '/files',
  ) =>
    send(
      user,
      'POST',
      path,
      {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        ...more,
      },
      Buffer.from(bytes),
    );

  test('[IMP-31] accepts exports from users who can import only; invalid files are reported and removed', async () => {
    const [chief, editor] = [await signIn('administrator'), await signIn('editor')];
    const good = wxr([{ id: 3 }]);
    for (const role of ['editor', 'author', 'contributor', 'subscriber']) {
      const other = await signIn(role);
      expect([role, (await send(other, 'GET')).status, (await bring(other, 'a.xml', good)).status]).toEqual([
        role,
        403,
        403,
      ]);
    }
    expect((await bring(undefined, 'a.xml', good)).status).toBe(401);
    expect((await send(editor, 'GET')).headers['x-missing-capability']).toBe('import');
    const withoutNonce = { ...chief, headers: { ...chief.headers, 'x-wp-nonce': '' } };
    expect((await bring(withoutNonce, 'a.xml', good)).status).toBe(403);
    const ofAnother = { ...chief, headers: { ...chief.headers, 'x-wp-nonce': editor.headers['x-wp-nonce'] } };
    expect((await bring(ofAnother, 'a.xml', good)).status).toBe(403);
    const packed = gzipSync(good);
    for (const [name, bytes, text] of [
      ['none.xml', '', 'No data'],
      ['page.xml', '<html><body>No</body></html>', 'This is no export'],
      ['a.zip', 'PK\x03\x04', 'This is no export'],
      ['cut.xml.gz', packed.subarray(0, 60), 'This file is packed'],
      ['mad.gz', Buffer.concat([packed.subarray(0, 20), Buffer.alloc(300, 7)]), 'This file is packed'],
      ['twice.gz', gzipSync(packed), 'This is no export'],
    ] as const) {
      const { status, json } = await bring(chief, name, bytes as string);
      expect([name, status, json.message?.slice(0, text.length)]).toEqual([name, 400, text]);
    }
    await expect.poll(parts).toEqual([]);
    expect([waiting(), await jobs(), await jobs(importCheckJob.name)]).toEqual([[], [], []]);
    expect((await send(chief, 'POST')).json).toMatchObject({
      code: 'import_none',
      message: 'Upload an export first.',
    });
    for (const name of ['../../evil.xml', 'evil.php', 'evil.xml.gz'])
      expect((await bring(chief, name, name.endsWith('z') ? packed : good)).status).toBe(200);
    expect(waiting()).toEqual(['evil-2.xml', 'evil-php.xml', 'evil.xml']);
    expect((await send(chief, 'GET')).json).toMatchObject({ is_checking: true, status: 'idle' });
    for (const name of ['../broadsheet.sqlite', 'nothing.xml', '..', 'evil-2.xml'])
      expect((await send(chief, 'DELETE', `/files?name=${encodeURIComponent(name)}`)).status).toBe(
        name === 'evil-2.xml' ? 200 : 404,
      );
    expect(waiting()).toEqual(['evil-php.xml', 'evil.xml']);
    expect([
      (await send(editor, 'POST')).status,
      (await send(chief, 'POST')).status,
      (await jobs()).length,
    ]).toEqual([403, 200, 1]);
    expect((await send(chief, 'GET')).json.status).toBe('waiting');
    // A running import keeps its files, and does not start twice.
    for (const [method, path] of [
      ['POST', ''],
      ['DELETE', '/files?name=evil.xml'],
      ['DELETE', '/uploads'],
    ] as const)
      expect((await send(chief, method, path)).json).toMatchObject({ code: 'import_running' });
    expect((await accounts.get(`${screen}?report`, chief.own)).status).toBe(404);
    for (let times = 0; times < 2; times++) expect((await send(chief, 'DELETE')).status).toBe(200);
    expect(await jobs()).toEqual([]);
    expect(
      (await listActivity(accounts.site.database.read, { kind: 'job', limit: 9 })).map(
        ({ summary }) => summary,
      ),
    ).toEqual(['import stopped', 'import of evil-php.xml, evil.xml']);
    for (const name of waiting()) await send(chief, 'DELETE', `/files?name=${name}`);
  });

  test('[IMP-31] the state says why a check failed for good, and a new one starts without it', async () => {
    const chief = await signIn('administrator');
    const check = async (method: string, path: string) => {
      const { json } = await send(chief, method, path);
      const { is_checking: isChecking, check_fault: fault } = json as State & { check_fault: string };
      return [isChecking, fault];
    };
    expect(await check('POST', '/check')).toEqual([true, '']);
    await accounts.site.database.write((tx) =>
      tx.db
        .updateTable('job')
        .set({ due_at: 0, reason: 'no memory' })
        .where('kind', '=', importCheckJob.name)
        .execute(),
    );
    expect(await check('GET', '')).toEqual([false, 'no memory']);
    expect(await check('POST', '/check')).toEqual([true, '']);
  });

  test('[IMP-31] an export beyond 2 GB, or 8 GB unpacked, is refused with the limit, and removed', async () => {
    const chief = await signIn('administrator');
    const before = waiting();
    expect([exportLimits.bytes, exportLimits.unpacked]).toEqual([2_147_483_648, 8_589_934_592]);
    // With a Content-Length it is refused before its body is read.
    const announced = {
      'content-length': String(2 * 2 ** 30 + 2 ** 21),
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="a.xml"',
    };
    const refused = await send(chief, 'POST', '/files', announced);
    expect([refused.status, refused.json.message]).toEqual([
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
        const { status: code, json } = await bring(chief, name, bytes);
        expect([name, code, json.message]).toEqual([name, status, expect.stringMatching(text)]);
        await expect.poll(parts).toEqual([]);
        expect(waiting()).toEqual(before);
      }
      expect((await bring(chief, 'fits.xml.gz', gzipSync(long(10_000)))).status).toBe(200);
      expect(waiting()).toEqual([...before, 'fits.xml'].toSorted());
    } finally {
      Object.assign(exportLimits, limits);
    }
  });

  test('[IMP-31] ZIPs and single files of uploads are accepted, hostile ones are not', async () => {
    const chief = await signIn('administrator');
    const copy = (path: string) => join(folder(), 'uploads', path);
    const one = (path: string, bytes = 'x') =>
      bring(chief, 'a.txt', bytes, {}, `/uploads?path=${encodeURIComponent(path)}`);
    expect((await one('uploads/2026/01/a.txt', 'words')).json).toEqual({ path: '2026/01/a.txt' });
    expect(readFileSync(copy('2026/01/a.txt'), 'utf8')).toBe('words');
    for (const path of [
      '../../broadsheet.sqlite',
      '/etc/a.txt',
      '2026/a.php',
      '2026/.htaccess',
      `2026/${'x'.repeat(300)}.txt`,
    ])
      expect([path, (await one(path)).status]).toEqual([path, 400]);
    expect((await bring(chief, 'a.zip', 'words', {}, '/uploads')).json.message).toMatch(
      /^This is not a ZIP file/,
    );
    expect(
      (await bring(chief, '../a.zip', zipOf([{ name: '2026/b.txt', bytes: 'b' }]), {}, '/uploads')).status,
    ).toBe(200);
    expect(readdirSync(join(folder(), 'zips'))).toEqual([expect.stringMatching(/^\d+-a\.zip$/)]);
    expect((await send(chief, 'GET')).json).toMatchObject({ uploads: { exists: true, waiting: 1 } });
    const tooLarge = await send(chief, 'POST', '/uploads', {
      'content-length': String(zipLimits.bytes + 2 ** 21),
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="a.zip"',
    });
    expect([tooLarge.status, tooLarge.json.message]).toEqual([413, expect.stringMatching(/at most 16 GB/)]);
    // Otherwise it could fill the disk.
    const unstated = await send(chief, 'POST', '/uploads', {
      'transfer-encoding': 'chunked',
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="a.zip"',
    });
    expect([unstated.status, unstated.json.code]).toEqual([411, 'rest_upload_no_length']);
    const lock = join(folder(), 'unpack.lock');
    writeFileSync(lock, `${hostname()}~${process.ppid}~1`);
    expect((await send(chief, 'DELETE', '/uploads')).json.code).toBe('import_checking');
    rmSync(lock);
    expect((await send(chief, 'DELETE', '/uploads')).json).toMatchObject({
      uploads: { exists: false, waiting: 0, files: 0 },
    });
    expect(existsSync(copy('2026'))).toBe(false);
  });

  test('[IMP-31] a demo magazine is removed by default, and kept on request', async () => {
    const chief = await signIn('administrator');
    const { database } = accounts.site;
    const hasDemo = async () => (await send(chief, 'GET')).json as State & { has_demo: boolean };
    expect(await hasDemo()).toMatchObject({ has_demo: false });
    await database.write((tx) =>
      new Ledger(demoSource).record(tx, 'post', 'post:one', { localId: 1, hash: 'seeded' }),
    );
    expect(await hasDemo()).toMatchObject({ has_demo: true });
    await bring(chief, 'demo.xml', wxr([{ id: 3 }]));
    const mark = { type: 'post', name: 'mark', kind: 'number' };
    for (const [body, payload] of [
      [
        JSON.stringify({ fields: [{ ...mark, label: 'More', items: 2 }] }),
        { keepDemo: false, fields: [mark] },
      ],
      ['{"fields":[]}', { keepDemo: false, fields: [] }],
      ['{}', { keepDemo: false, fields: 'guess' }],
      ['{"keep_demo":true}', { keepDemo: true, fields: 'guess' }],
    ] as const) {
      await send(chief, 'POST', '', { 'content-type': 'application/json' }, Buffer.from(body));
      const job = await database.read
        .selectFrom('job')
        .select('payload')
        .where('kind', '=', importJob.name)
        .executeTakeFirstOrThrow();
      expect(JSON.parse(job.payload)).toEqual(payload);
      await send(chief, 'DELETE');
    }
    for (const fields of [
      'all',
      { ...mark },
      [{ ...mark, kind: 'php' }],
      [{ ...mark, kind: '__proto__' }],
      [{ ...mark, name: 'x'.repeat(10_000) }],
      [{ ...mark, type: '' }],
      [{ type: 'post', name: 'mark' }],
      [null],
      Array.from({ length: 5001 }, () => mark),
    ]) {
      const json = { 'content-type': 'application/json' };
      const refused = await send(chief, 'POST', '', json, Buffer.from(JSON.stringify({ fields })));
      expect([fields, refused.status]).toEqual([fields, 400]);
      expect((await send(chief, 'GET')).json).toMatchObject({ status: 'idle' });
    }
    await database.write((tx) =>
      new Ledger('https://old.example').record(tx, 'post', '7', { localId: 2, hash: 'seen' }),
    );
    expect(await hasDemo()).toMatchObject({ has_demo: false });
    await send(chief, 'DELETE', '/files?name=demo.xml');
  });

  test('[IMP-31] the state names the phase of the import, and a stopped one that still ends its step', async () => {
    const chief = await signIn('administrator');
    const { dataDir } = place();
    const stateWith = async (stand: Parameters<typeof writeStand>[1]) => {
      await writeStand(dataDir, stand);
      const { status, progress } = (await send(chief, 'GET')).json as State & { progress: unknown };
      return [status, progress];
    };
    const reached = { found: 5, bytes: 10, of: 20, pid: process.pid };
    expect(await stateWith(reached)).toEqual([
      'stopping',
      { phase: 'reading', found: 5, done: 10, total: 20 },
    ]);
    // It may still read its files.
    await bring(chief, 'read.xml', wxr([{ id: 3 }]));
    for (const path of ['/files?name=read.xml', '/uploads'])
      expect((await send(chief, 'DELETE', path)).json).toMatchObject({
        code: 'import_running',
        message: 'The import is stopping. Wait until it is done.',
      });
    expect(await stateWith({ ...reached, bytes: 20, checked: 1, published: 4 })).toEqual([
      'stopping',
      { phase: 'checking', found: 5, done: 1, total: 4 },
    ]);
    // A process that ended, as after a crash.
    const ended = spawnSync(process.execPath, ['--version']).pid;
    expect(await stateWith({ ...reached, pid: ended })).toEqual(['idle', null]);
    expect(await stateWith(undefined)).toEqual(['idle', null]);
    expect((await send(chief, 'DELETE', '/files?name=read.xml')).status).toBe(200);
  });

  test('[IMP-15] templates of the old theme and pages of the report are read with any names in them', async () => {
    const chief = await signIn('administrator');
    const row = { depth: 2, was: 'tdb_title "</td><script>alert(1)</script>"', is: 'post-title' };
    const outcome = { at: 1, lines: ['item post 1'], isWhole: true };
    const templates = [{ name: 'single "<b>One</b>"', rows: [row], notes: ['Note'] }];
    await writeOutcome(place().dataDir, { ...outcome, templates }, { whole: true });
    const entries = Array.from({ length: 120 }, (_, at) => ({
      kind: 'item post',
      title: `“Title”\n${at} \u2028`,
      message: 'é'.repeat(at),
      edit: '',
      view: '',
    }));
    await writeReportEntries(place().dataDir, 1, [
      { name: 'kept', heading: 'None', entries: [] },
      { name: 'dropped', heading: 'Not imported', entries },
      { name: 'changed', heading: 'Changed', entries: entries.slice(0, 1) },
    ]);
    const json = async (path: string) => (await send(chief, 'GET', path)).json as unknown;
    expect(await json('/templates')).toEqual(templates);
    expect(await json('')).toMatchObject({
      outcome: {
        groups: [
          { name: 'dropped', total: 120 },
          { name: 'changed', total: 1 },
        ],
        templates: 1,
        lines: ['item post 1'],
      },
    });
    for (const [page, from, to] of [
      [1, 0, 50],
      [2, 50, 100],
      [3, 100, 120],
      [4, 0, 0],
      [999_999, 0, 0],
    ] as const)
      expect(await json(`/report?group=dropped&page=${page}`)).toEqual({
        total: 120,
        per_page: 50,
        entries: entries.slice(from, to),
      });
    expect(await json('/report?group=changed')).toMatchObject({ total: 1, entries: [entries[0]] });
    for (const group of ['none', 'kept', '__proto__', '../entries', ''])
      expect((await send(chief, 'GET', `/report?group=${encodeURIComponent(group)}`)).json.code).toBe(
        'import_no_group',
      );
    const download = await accounts.get(`${screen}?report`, chief.own);
    expect([download.status, download.headers['content-disposition'], JSON.parse(download.body)]).toEqual([
      200,
      'attachment; filename="import-report.json"',
      { whole: true },
    ]);
    expect(
      (await accounts.get(`${screen}?report`, (await accounts.createPerson(['editor'])).cookie)).status,
    ).toBe(403);
    // An outcome written by an earlier version lacks the rest; a broken one counts as none.
    mkdirSync(folder(), { recursive: true });
    writeFileSync(join(folder(), 'outcome.json'), JSON.stringify(outcome));
    expect(await json('')).toMatchObject({ outcome: { templates: 0, counts: [], lines: ['item post 1'] } });
    for (const broken of ['{', '[]', '{"at":"x"}']) {
      writeFileSync(join(folder(), 'outcome.json'), broken);
      expect(await json('')).toMatchObject({ outcome: null });
    }
  });
});
