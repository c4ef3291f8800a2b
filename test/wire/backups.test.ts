import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pack } from 'tar-stream';
import { writeBackup } from '../../src/modules/backup/write-backup.ts';
import {
  backupFolder,
  backupPath,
  listBackups,
  newBackupName,
} from '../../src/modules/backup/backup-files.ts';
import { newestSchema } from '../../src/kernel/db/migrate.ts';
import { enqueueJobs, removeJobs } from '../../src/kernel/jobs/store.ts';
import { importJob } from '../../src/modules/imports/import-job.ts';
import { listActivity } from '../../src/modules/activity/reader.ts';
import { writeApplicationPassword } from '../../src/modules/users/application-password.ts';
import { readSettings } from '../../src/modules/settings/store.ts';
import { updateUser } from '../../src/modules/users/writer.ts';
import { hashPassword, makeTotpSecret } from '../../src/lib/credentials.ts';
import { createVault, loadSecret } from '../../src/lib/keys.ts';
import { writeCodeApp, writeRecoveryCodes } from '../../src/modules/users/second-factor.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';
import { totpCode } from '../harness/totp-code.ts';

const password = 'correct horse 1';
const base = '/wp-json/broadsheet/v1/backups';

onBothDatabases('backups over REST', (_get, place) => {
  let site: ServedSite;
  let admin = 0;
  let headers: Record<string, string>;
  beforeAll(async () => {
    site = await serveSite(place());
    const hash = await hashPassword(password);
    admin = await site.database.write(async (tx) => {
      const id = await makeUser(tx, { login: 'mira', displayName: 'Mira', roles: ['administrator'] });
      await updateUser(tx, id, { password: hash });
      await makePost(tx, { title: 'Ferries return' });
      return id;
    });
  });
  afterAll(() => site.close());
  /** A new session, which has not proven anything. */
  beforeEach(async () => {
    const { cookie, nonce } = await site.signIn(admin);
    headers = { cookie, 'x-wp-nonce': nonce };
  });
  const send = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const reply = await rawRequest(site.url, path, {
      method,
      headers: {
        ...headers,
        ...(body === undefined || Buffer.isBuffer(body) ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    const isJson = String(reply.headers['content-type']).includes('json');
    return { ...reply, json: (isJson ? JSON.parse(reply.body || '{}') : {}) as Record<string, string> };
  };
  const prove = (sent: Record<string, string> = { password }) =>
    send('POST', '/wp-json/broadsheet/v1/reauthentication', sent);
  const addBackup = async () => {
    mkdirSync(backupFolder(place().dataDir), { recursive: true });
    const name = newBackupName('manual');
    await writeBackup(
      { database: site.database, dataDir: place().dataDir, siteUrl: site.url },
      backupPath(place().dataDir, name),
    );
    return name;
  };
  const upload = (bytes: Buffer, more: Record<string, string> = {}) =>
    send('POST', `${base}/files`, bytes, {
      'content-type': 'application/gzip',
      'content-disposition': 'attachment; filename="my backup.tar.gz"',
      ...more,
    });

  test('[IMP-31] without the password again, a session can list backups, but not write, download, delete, upload or restore them', async () => {
    const name = await addBackup();
    const before = await listBackups(place().dataDir);
    expect((await send('GET', base)).json['backups']).toEqual([expect.objectContaining({ name })]);
    const refused = [
      await send('POST', base),
      await send('GET', `${base}/${name}/download`),
      await send('HEAD', `${base}/${name}/download`),
      await send('DELETE', `${base}/${name}`),
      await upload(gzipSync('x')),
      await send('POST', `${base}/${name}/restore`, { confirmation: 'Broadsheet' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    for (const { json } of refused.filter(({ body }) => body !== ''))
      expect(json['code']).toBe('reauthentication_required');
    expect(await listBackups(place().dataDir)).toEqual(before);
  });

  test('[IMP-31] nor change how many daily backups are written and kept; other settings need no password', async () => {
    const path = '/wp-json/broadsheet/v1/settings';
    for (const [key, before, value] of [
      ['backup_daily', false, true],
      ['backup_keep', 7, 1],
    ] as const) {
      const sent = {
        values: { [key]: value, blogname: 'Changed' },
        from: { [key]: before, blogname: 'Broadsheet' },
      };
      const reply = await send('POST', path, sent);
      expect([reply.status, reply.json['code']]).toEqual([403, 'reauthentication_required']);
    }
    const { settings } = await readSettings(site.database.read);
    expect([settings.backup_daily, settings.backup_keep, settings.blogname]).toEqual([
      false,
      7,
      'Broadsheet',
    ]);
    const name = { values: { blogname: 'Broadsheet' }, from: { blogname: 'Broadsheet' } };
    expect((await send('POST', path, name)).status).toBe(200);
    expect((await prove({ password })).status).toBe(200);
    const more = { values: { backup_keep: 8 }, from: { backup_keep: 7 } };
    expect((await send('POST', path, more)).status).toBe(200);
  });

  test('[IMP-31] a wrong password is refused and counted; the right one lasts ten minutes, in this session only', async () => {
    const other = headers;
    expect((await prove({ password: 'wrong' })).json['code']).toBe('account_current_wrong');
    const { status, json } = await prove();
    expect([status, json['ways']]).toEqual([200, { password: true, code: false }]);
    expect(Date.parse(String(json['until'])) - Date.now()).toBeGreaterThan(590_000);
    expect((await send('GET', '/wp-json/broadsheet/v1/reauthentication')).json['until']).toBe(json['until']);
    expect((await send('POST', base)).status).toBe(202);
    const { cookie, nonce } = await site.signIn(admin);
    headers = { cookie, 'x-wp-nonce': nonce };
    expect((await send('POST', base)).json['code']).toBe('reauthentication_required');
    headers = other;
    await site.database.write((tx) =>
      tx.db
        .updateTable('session')
        .set({ proven_until: Date.now() - 1 })
        .execute(),
    );
    await site.database.write(async (tx) => void tx.emit('*'));
    expect((await send('POST', base)).json['code']).toBe('reauthentication_required');
    await site.database.write((tx) => tx.db.deleteFrom('job').execute());
    let last = 400;
    for (let tries = 0; tries < 12 && last !== 429; tries++)
      last = (await prove({ password: 'wrong' })).status;
    expect(last).toBe(429);
  });

  test('[IMP-31] a code of the second factor, or a recovery code, serves instead of the password, once', async () => {
    const secret = await makeTotpSecret();
    const vault = createVault(loadSecret(place().dataDir));
    const codes = await site.database.write(async (tx) => {
      await writeCodeApp(tx, admin, { secret: vault.encrypt(`second factor ${admin}`, secret), step: 0 });
      return writeRecoveryCodes(tx, admin);
    });
    const code = totpCode(secret);
    expect((await prove({ code: '123 45' })).json['code']).toBe('account_code_wrong');
    const { status, json } = await prove({ code });
    expect([status, json['ways']]).toEqual([200, { password: true, code: true }]);
    expect((await prove({ code })).json['code']).toBe('account_code_wrong');
    expect((await prove({ code: codes[0] ?? '' })).status).toBe(200);
    expect((await prove({ code: codes[0] ?? '' })).status).toBe(400);
    await site.database.write((tx) => tx.db.deleteFrom('second_factor').execute());
  });

  test('[IMP-31] application passwords are refused, even for administrators', async () => {
    const { password: program } = await site.database.write((tx) =>
      writeApplicationPassword(tx, { userId: admin, name: 'A program', appId: '' }),
    );
    headers = { authorization: `Basic ${Buffer.from(`mira:${program}`).toString('base64')}` };
    const reply = await send('POST', base);
    expect([reply.status, reply.json['code']]).toEqual([403, 'reauthentication_required']);
    expect(reply.json['message']).toMatch('Application passwords are not accepted');
    const proofs: readonly Record<string, string>[] = [
      { password },
      { password: 'wrong' },
      { code: '1' },
      {},
    ];
    for (const sent of proofs) {
      const { status, json } = await prove(sent);
      expect([sent, status, json['code']]).toEqual([sent, 403, 'rest_no_session']);
    }
  });
});

onBothDatabases('backup files over REST', (_get, place) => {
  let site: ServedSite;
  let headers: Record<string, string>;
  beforeAll(async () => {
    site = await serveSite(place());
    const admin = await site.database.write(async (tx) => {
      await makePost(tx, { title: 'Ferries return' });
      return makeUser(tx, { login: 'mira', displayName: 'Mira', roles: ['administrator'] });
    });
    const { cookie, nonce } = await site.signIn(admin);
    headers = { cookie, 'x-wp-nonce': nonce };
    await site.database.write((tx) =>
      tx.db
        .updateTable('session')
        .set({ proven_until: Date.now() + 600_000 })
        .execute(),
    );
  });
  afterAll(() => site.close());
  const send = (method: string, path: string, body?: Buffer, more: Record<string, string> = {}) =>
    rawRequest(site.url, path, { method, headers: { ...headers, ...more }, ...(body ? { body } : {}) });
  const upload = (bytes: Buffer, more: Record<string, string> = {}) =>
    send('POST', `${base}/files`, bytes, {
      'content-type': 'application/gzip',
      'content-disposition': 'attachment; filename="mine.tar.gz"',
      ...more,
    });
  const logged = async () => (await listActivity(site.database.read, { limit: 1 }))[0]?.summary;
  const written = async () => {
    mkdirSync(backupFolder(place().dataDir), { recursive: true });
    const name = newBackupName('manual');
    const path = backupPath(place().dataDir, name);
    await writeBackup({ database: site.database, dataDir: place().dataDir, siteUrl: site.url }, path);
    return { name, path };
  };

  test('[IMP-31] a backup is downloaded as an uncached file, and the download is logged', async () => {
    const { name, path } = await written();
    const reply = await send('GET', `${base}/${name}/download`);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'content-length': String(readFileSync(path).length),
    });
    expect(await logged()).toBe(`backup ${name} downloaded`);
    const head = await send('HEAD', `${base}/${name}/download`);
    expect([head.status, head.body]).toEqual([200, '']);
    expect((await send('GET', `${base}/${name}/download?_envelope`)).headers['content-type']).toBe(
      'application/gzip',
    );
    // Not below any public address.
    for (const address of [`/backups/${name}`, `/wp-content/uploads/../backups/${name}`, `/media/${name}`])
      expect((await send('GET', address)).status).toBeGreaterThanOrEqual(400);
  });

  test('[IMP-31] an uploaded backup is listed, readable only by its owner; a deleted one is gone', async () => {
    const { path } = await written();
    const reply = await upload(readFileSync(path));
    expect(reply.status).toBe(201);
    const { name, kind } = JSON.parse(reply.body) as { name: string; kind: string };
    expect(kind).toBe('uploaded');
    expect(readFileSync(backupPath(place().dataDir, name))).toEqual(readFileSync(path));
    expect(await logged()).toBe(`backup ${name} uploaded`);
    expect((await send('DELETE', `${base}/${name}`)).status).toBe(200);
    expect(existsSync(backupPath(place().dataDir, name))).toBe(false);
    expect(await logged()).toBe(`backup ${name} (uploaded)`);
    expect((await send('DELETE', `${base}/${name}`)).status).toBe(404);
  });

  const archive = async (entries: Readonly<Record<string, string>>) => {
    const packed = pack();
    for (const [name, text] of Object.entries(entries)) packed.entry({ name }, text);
    packed.finalize();
    const chunks: Buffer[] = [];
    for await (const chunk of packed) chunks.push(chunk as Buffer);
    return gzipSync(Buffer.concat(chunks));
  };
  const manifest = (more: object = {}) =>
    JSON.stringify({
      format: 'broadsheet-backup',
      version: 1,
      schema: 91,
      createdAt: '2026-01-01T00:00:00.000Z',
      siteUrl: '',
      database: 'sqlite',
      ids: {},
      ...more,
    });

  test('[IMP-31] hostile uploads are refused, and leave nothing', async () => {
    const before = readdirSync(backupFolder(place().dataDir));
    const hostile: Readonly<Record<string, Buffer>> = {
      empty: Buffer.alloc(0),
      'no gzip': Buffer.from('PK\u0003\u0004 a zip'),
      'a picture': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
      'gzip of text': gzipSync('hello'),
      'cut off': gzipSync(Buffer.alloc(5000, 'x')).subarray(0, 20),
      'another archive': await archive({ 'readme.txt': 'hello' }),
      'a path above first': await archive({ '../../keys.json': '{}' }),
      'a manifest of another program': await archive({ 'manifest.json': '{"format":"other"}' }),
      'a manifest that is no JSON': await archive({ 'manifest.json': '{' }),
      'a newer schema': await archive({ 'manifest.json': manifest({ schema: 9999 }) }),
      'an older schema': await archive({ 'manifest.json': manifest({ schema: 3 }) }),
      'a manifest without end': await archive({
        'manifest.json': `${manifest({ schema: newestSchema })}${' '.repeat(2 ** 20)}`,
      }),
      'zeros without end': gzipSync(Buffer.alloc(80 * 2 ** 20)),
    };
    for (const [what, bytes] of Object.entries(hostile)) {
      const reply = await upload(bytes);
      expect([what, reply.status]).toEqual([what, 400]);
    }
    expect(
      (await send('POST', `${base}/files`, Buffer.from('{}'), { 'content-type': 'application/json' })).status,
    ).toBe(400);
    expect(readdirSync(backupFolder(place().dataDir))).toEqual(before);
    expect(readdirSync(join(place().dataDir, 'media', '.parts'))).toEqual([]);
  });

  test('[IMP-31] a restore takes the title or the host name, and a server that can restart', async () => {
    const { name } = await written();
    const restore = (confirmation: string) =>
      send('POST', `${base}/${name}/restore`, Buffer.from(JSON.stringify({ confirmation })), {
        'content-type': 'application/json',
      });
    for (const wrong of ['', ' ', 'yes', 'Broadshee', '<script>', 'x'.repeat(1000)]) {
      const { status, body } = await restore(wrong);
      expect([wrong, status]).toEqual([wrong, 400]);
      expect(body).toMatch('confirmation');
    }
    for (const right of ['broadsheet', ' 127.0.0.1 ']) expect((await restore(right)).status).toBe(501);
    await site.database.write((tx) =>
      enqueueJobs(
        tx,
        importJob,
        [{ key: 'site', payload: { keepDemo: true, fields: 'guess' } }],
        Date.now() + 60_000,
      ),
    );
    const refused = await restore('broadsheet');
    expect([refused.status, refused.body]).toEqual([409, expect.stringContaining('import_running')]);
    await site.database.write((tx) => removeJobs(tx, importJob, ['site']));
  });

  test('[IMP-31] a name that the server did not choose names no backup', async () => {
    writeFileSync(join(backupFolder(place().dataDir), 'broadsheet-notes.tar.gz'), 'x');
    for (const name of ['broadsheet-notes.tar.gz', '..%2Fkeys.json', 'restore.json', 'broadsheet-.tar.gz'])
      expect((await send('DELETE', `${base}/${name}`)).status).toBe(404);
    expect(existsSync(join(place().dataDir, 'keys.json'))).toBe(true);
  });
});
