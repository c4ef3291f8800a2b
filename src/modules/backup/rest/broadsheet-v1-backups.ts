import { open } from 'node:fs/promises';
import { z } from 'zod';
import type { JobKind } from '../../../kernel/jobs/model.ts';
import { listJobs } from '../../../kernel/jobs/store.ts';
import { demand } from '../../../kernel/permission.ts';
import { flagParam, textParam } from '../../../kernel/http/rest/params.ts';
import { fileReply, SentFile, valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import type { LargeFile } from '../../../kernel/http/rest/rest-route.ts';
import { BroadsheetError, InvalidInputError, NotFoundError } from '../../../lib/errors.ts';
import { freeBytesOf } from '../../../lib/files.ts';
import { checkActorAgain } from '../../users/index.ts';
import { backupJob, dailyBackupsKept, lastDaily, nextDailyAt } from '../backup-job.ts';
import {
  backupKinds,
  backupPath,
  findBackup,
  listBackups,
  maxBackups,
  readRestoreState,
  removeBackup,
  writtenBytes,
} from '../backup-files.ts';
import type { BackupFile } from '../backup-files.ts';
import {
  addUploadedBackup,
  checkCount,
  deleteBackup,
  downloadBackup,
  refuseWhileRestoring,
  startBackup,
  startRestore,
} from '../commands.ts';
import { seeBackups as may, useBackups } from '../policy.ts';

const base = '/broadsheet/v1/backups';

const backup = z.object({
  name: z.string(),
  kind: z.enum(backupKinds),
  date: z.string(),
  bytes: z.int(),
});
const overview = z.object({
  backups: z.array(backup),
  /** Backups being written, and the last ones that failed. */
  jobs: z.array(
    z.object({
      kind: z.enum(backupKinds),
      state: z.enum(['waiting', 'running', 'failed']),
      /** Bytes written so far. */
      bytes: z.int(),
      /** Error of the last attempt; empty: none. */
      message: z.string(),
    }),
  ),
  /** The running or last restore. */
  restore: z
    .object({
      name: z.string(),
      step: z.enum(['backing-up', 'checking', 'replacing', 'done', 'failed']),
      date: z.string(),
      user_name: z.string(),
      message: z.string(),
    })
    .nullable(),
  daily: z.object({ is_on: z.boolean(), keep: z.int(), next: z.string().nullable() }),
  free_bytes: z.int(),
  max_backups: z.int(),
});

const present = ({ name, kind, at, bytes }: BackupFile): z.output<typeof backup> => ({
  name,
  kind,
  date: new Date(at).toISOString(),
  bytes,
});

async function describe({ site, settings }: RestRequest): Promise<z.output<typeof overview>> {
  const { dataDir, content } = site;
  const [files, jobs, restore] = await Promise.all([
    listBackups(dataDir),
    listJobs(content.database.read, { kind: (backupJob as JobKind<never>).name }),
    readRestoreState(dataDir),
  ]);
  const last = lastDaily(files, Date.now());
  const next = settings.backup_daily ? nextDailyAt(last?.at, settings.timezone_string) : undefined;
  return {
    backups: files.map(present),
    jobs: await Promise.all(
      jobs.flatMap(({ key, dueAt, isClaimed, reason }) => {
        const kind = backupKinds.find((one) => one === key);
        if (!kind) return [];
        const state = isClaimed
          ? ('running' as const)
          : dueAt > 0
            ? ('waiting' as const)
            : ('failed' as const);
        return [
          (async () => ({
            kind,
            state,
            bytes: state === 'running' ? await writtenBytes(dataDir, kind) : 0,
            message: reason,
          }))(),
        ];
      }),
    ),
    restore: restore
      ? {
          name: restore.name,
          step: restore.step,
          date: new Date(restore.at).toISOString(),
          user_name: restore.by,
          message: restore.message,
        }
      : null,
    daily: {
      is_on: settings.backup_daily,
      keep: dailyBackupsKept(settings),
      next: next === undefined ? null : new Date(Math.max(next, Date.now())).toISOString(),
    },
    free_bytes: await freeBytesOf(dataDir),
    max_backups: maxBackups,
  };
}

/** `/broadsheet/v1/backups`: GET lists backups, and the running job or restore; POST writes one in the background. */
const broadsheetBackups = restRoute({
  path: base,
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(overview),
      may,
      run: async (request) => ({ kind: 'plain', body: await describe(request) }),
    }),
    POST: method({
      params: z.object({}),
      reply: valueOf(overview, 202),
      may: useBackups,
      run: async (request) => {
        const { content, dataDir } = request.site;
        await checkCount(dataDir);
        await content.database.write((tx) => startBackup(tx, request.actor));
        return { kind: 'plain', body: await describe(request) };
      },
    }),
  },
});

/** Free disk space to leave next to an uploaded backup, in bytes. */
const spareBytes = 200 * 2 ** 20;

const tooLarge = (most?: number) =>
  new BroadsheetError(
    413,
    'rest_upload_file_too_big',
    most === undefined
      ? 'The file is too large.'
      : `The file is too large; the maximum is ${Math.floor(most / 2 ** 20)} MB.`,
  );

/** A backup may have any size that fits on the disk. */
const backupUpload: LargeFile = {
  most: () => Number.MAX_SAFE_INTEGER,
  tooLarge,
  checkRoom: async (dataDir, bytes) => {
    if (bytes === undefined)
      throw new BroadsheetError(411, 'rest_upload_no_length', 'Send the size of the file (Content-Length).');
    await checkCount(dataDir);
    const most = Math.max(0, (await freeBytesOf(dataDir)) - spareBytes);
    if (bytes > most) throw tooLarge(most);
  },
};

/** `/broadsheet/v1/backups/files`: adds a backup of this or another site, as a file. */
const broadsheetBackupFiles = restRoute({
  path: `${base}/files`,
  methods: {
    POST: method({
      params: z.object({}),
      body: backupUpload,
      reply: valueOf(backup, 201),
      may,
      mayUpload: useBackups,
      run: async ({ actor, file, site }) => {
        const { content, dataDir } = site;
        if (!file) {
          demand(useBackups, actor, undefined);
          throw new InvalidInputError('Send a backup file.', 'rest_upload_no_data');
        }
        const added = await addUploadedBackup(
          content.database,
          actor,
          { part: file, name: file.name },
          dataDir,
        );
        return { kind: 'plain', body: present(added) };
      },
    }),
  },
});

const notFound = () =>
  new NotFoundError('There is no such backup. It may have been deleted.', 'backup_not_found');

const named = {
  inPath: { name: 'Name of the backup.' },
  find: async ({ actor, site }: RestRequest, captured: Readonly<Record<string, string>>) => {
    demand(may, actor, undefined); // others don't learn which backups exist
    const file = await findBackup(site.dataDir, captured['name'] ?? '');
    if (!file) throw notFound();
    return file;
  },
};

/** `/broadsheet/v1/backups/{name}`. */
const broadsheetBackup = itemRoute({
  path: `${base}/(?P<name>broadsheet-[\\w-]+\\.tar\\.gz)`,
  ...named,
  methods: {
    DELETE: method({
      params: z.object({}),
      reply: valueOf(z.object({ deleted: z.literal(true), previous: backup })),
      may: useBackups,
      run: async ({ actor, site }, _params, file: BackupFile) => {
        const { content, dataDir } = site;
        await refuseWhileRestoring(dataDir, file.name);
        await content.database.write((tx) => deleteBackup(tx, actor, file));
        await removeBackup(dataDir, file.name);
        return { kind: 'plain', body: { deleted: true as const, previous: present(file) } };
      },
    }),
  },
});

/** `/broadsheet/v1/backups/{name}/download`: the file. */
const broadsheetBackupDownload = itemRoute({
  path: `${base}/(?P<name>broadsheet-[\\w-]+\\.tar\\.gz)/download`,
  ...named,
  methods: {
    GET: method({
      params: z.object({}),
      reply: fileReply,
      may: useBackups,
      run: async ({ actor, site }, _params, file: BackupFile) => {
        const { name, bytes } = file;
        // Opened first: it may be deleted before it is sent.
        const handle = await open(backupPath(site.dataDir, name)).catch((error: unknown) => {
          throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? notFound() : error;
        });
        try {
          await site.content.database.write(async (tx) => {
            if (actor) await checkActorAgain(tx, actor);
            await downloadBackup(tx, actor, file);
          });
        } catch (error) {
          await handle.close();
          throw error;
        }
        return { kind: 'file', file: new SentFile({ handle, name, bytes, contentType: 'application/gzip' }) };
      },
    }),
  },
});

/** `/broadsheet/v1/backups/{name}/restore`: replaces the site by a backup and restarts the server. */
const broadsheetBackupRestore = itemRoute({
  path: `${base}/(?P<name>broadsheet-[\\w-]+\\.tar\\.gz)/restore`,
  ...named,
  methods: {
    POST: method({
      params: z.object({
        confirmation: textParam().describe('Title or host name of this site, whose content is replaced.'),
        backup_first: flagParam().describe('Whether the current state is backed up first; default true.'),
      }),
      required: ['confirmation'],
      reply: valueOf(z.object({ started: z.literal(true) }), 202),
      may: useBackups,
      run: async (
        { actor, site },
        { confirmation = '', backup_first: backsUpFirst = true },
        { name }: BackupFile,
      ) => {
        const { content, dataDir } = site;
        await refuseWhileRestoring(dataDir);
        if (backsUpFirst) await checkCount(dataDir);
        const request = await content.database.write((tx) =>
          startRestore(tx, actor, { name, confirmation, backsUpFirst }, content.siteUrl),
        );
        await site.restore(request);
        return { kind: 'plain', body: { started: true as const } };
      },
    }),
  },
});

export const backupRoutes = [
  broadsheetBackups,
  broadsheetBackupFiles,
  broadsheetBackup,
  broadsheetBackupDownload,
  broadsheetBackupRestore,
] as const;
