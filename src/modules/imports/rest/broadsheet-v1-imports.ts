import { z } from 'zod';
import { listJobs } from '../../../kernel/jobs/store.ts';
import { listParam } from '../../../kernel/http/rest/list-param.ts';
import { offParam, textParam, wholeParam } from '../../../kernel/http/rest/params.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import type { LargeFile } from '../../../kernel/http/rest/rest-route.ts';
import { BroadsheetError, NotFoundError } from '../../../lib/errors.ts';
import { exportContents, readCheck, refuseUnfitKinds } from '../export-check.ts';
import { postTypeNamed } from '../../types/index.ts';
import { fieldChoice, maxChosen } from '../field-choices.ts';
import {
  checkRoom,
  comparison,
  counts,
  dropExports,
  exportLimits,
  hasUploadsCopy,
  isEnding,
  keepExport,
  listExports,
  readImport,
  uploadsCopy,
} from '../export-files.ts';
import type { ImportStand } from '../export-files.ts';
import {
  importCheckJob,
  importJob,
  isUnderWay,
  refuseWhileBusy,
  startCheck,
  startImport,
  stopImport,
} from '../import-job.ts';
import { hasOnlyDemo } from '../ledger.ts';
import { importContent as may } from '../policy.ts';
import { listReportGroups, readReportPage, reportEntry, reportPageSize } from '../report-entries.ts';
import {
  dropUploads,
  keepUpload,
  keepZip,
  listZips,
  readUploadsSummary,
  zipLimits,
} from '../unpack-uploads.ts';

const base = '/broadsheet/v1/imports';
const gigabyte = 2 ** 30;

const phases = ['preparing', 'reading', 'finishing', 'checking'] as const;
const stateReply = z.object({
  files: z.array(
    z.object({
      name: z.string(),
      bytes: z.int(),
      modified: z.string(),
      /** Null until the file has been checked. */
      contents: exportContents.nullable(),
    }),
  ),
  uploads: z.object({
    folder: z.string(),
    exists: z.boolean(),
    files: z.int(),
    bytes: z.int(),
    waiting: z.int(),
    skipped: z.int(),
    listed: z.array(z.object({ path: z.string(), reason: z.string() })),
    problems: z.array(z.object({ name: z.string(), reason: z.string() })),
  }),
  limits: z.object({ files: z.int(), bytes: z.int(), zip_bytes: z.int() }),
  /** Post types of these fields that the site lacks; an import of a field creates them. */
  missing_types: z.array(z.string()),
  /** Whether the site has the demo magazine and no imported content. */
  has_demo: z.boolean(),
  /** Whether files are being checked. */
  is_checking: z.boolean(),
  /** Why the last check failed for good; empty if it did not. */
  check_fault: z.string(),
  status: z.enum(['idle', 'waiting', 'running', 'stopping', 'failed']),
  /** Why the last import failed; empty if it did not. */
  reason: z.string(),
  progress: z
    .object({
      phase: z.enum(phases),
      /** Items read. */
      found: z.int(),
      /** Bytes read or pages checked, and their total. */
      done: z.int(),
      total: z.int(),
    })
    .nullable(),
  outcome: z
    .object({
      at: z.string(),
      is_whole: z.boolean(),
      is_stopped: z.boolean(),
      fault: z.string(),
      seconds: z.number(),
      sites: z.array(z.object({ file: z.string(), title: z.string(), url: z.string() })),
      counts: z.array(counts),
      /** Findings of the check of the imported pages; empty if they were not checked. */
      summary: z.string(),
      /** The report of an earlier version, or of an import that failed at its beginning, as lines of text. */
      lines: z.array(z.string()),
      templates: z.int(),
      groups: z.array(z.object({ name: z.string(), heading: z.string(), total: z.int() })),
    })
    .nullable(),
});
type ImportState = z.output<typeof stateReply>;

function progressOf(stand: ImportStand | undefined): ImportState['progress'] {
  if (!stand) return { phase: 'preparing', found: 0, done: 0, total: 0 };
  const { found, bytes, of, checked, published } = stand;
  if (checked !== undefined && published !== undefined)
    return { phase: 'checking', found, done: checked, total: published };
  return {
    phase: bytes === 0 ? 'preparing' : bytes < of ? 'reading' : 'finishing',
    found,
    done: bytes,
    total: of,
  };
}

async function stateOf({ site }: RestRequest): Promise<ImportState> {
  const { dataDir } = site;
  const { read } = site.content.database;
  const [[job], [check], exports, summary, waiting, exists, { stand, outcome }, hasDemo] = await Promise.all([
    listJobs(read, { kind: importJob.name, limit: 1 }),
    listJobs(read, { kind: importCheckJob.name, limit: 1 }),
    listExports(dataDir),
    readUploadsSummary(dataDir),
    listZips(dataDir),
    hasUploadsCopy(dataDir),
    readImport(dataDir),
    hasOnlyDemo(read),
  ]);
  const files = exports.map(async (file) => ({
    name: file.name,
    bytes: file.bytes,
    modified: new Date(file.writtenAt).toISOString(),
    contents: (await readCheck(dataDir, file, summary)) ?? null,
  }));
  const checked = await Promise.all(files);
  const isRunning = isUnderWay(job);
  const isStopping = !job && stand !== undefined && (await isEnding(dataDir, stand));
  const groups = outcome ? await listReportGroups(dataDir) : [];
  return {
    files: checked,
    uploads: { folder: uploadsCopy(dataDir), exists, waiting: waiting.length, ...summary },
    limits: { files: exportLimits.files, bytes: exportLimits.bytes, zip_bytes: zipLimits.bytes },
    missing_types: [
      ...new Set(checked.flatMap(({ contents }) => (contents?.fields ?? []).map(({ type }) => type))),
    ].filter((type) => !postTypeNamed(type).isRegistered),
    has_demo: hasDemo,
    is_checking: isUnderWay(check),
    check_fault: check && !isUnderWay(check) ? check.reason : '',
    status: isRunning
      ? job?.isClaimed
        ? 'running'
        : 'waiting'
      : job
        ? 'failed'
        : isStopping
          ? 'stopping'
          : 'idle',
    reason: job && !isRunning ? (job.reason ?? '') : '',
    progress: isRunning || isStopping ? progressOf(stand) : null,
    outcome: outcome
      ? {
          at: new Date(outcome.at).toISOString(),
          is_whole: outcome.isWhole,
          is_stopped: outcome.isStopped,
          fault: outcome.fault,
          seconds: outcome.seconds,
          sites: [...outcome.sites],
          counts: [...outcome.counts],
          summary: outcome.losses?.summary ?? '',
          lines: outcome.counts.length === 0 ? [...outcome.lines] : [],
          templates: outcome.templates.length,
          groups,
        }
      : null,
  };
}

const state = async (request: RestRequest) => ({ kind: 'plain', body: await stateOf(request) }) as const;
const reply = valueOf(stateReply);

/** `/broadsheet/v1/imports`: waiting files, progress and result; `POST` starts the import, `DELETE` stops it. */
const broadsheetImport = restRoute({
  path: base,
  methods: {
    GET: method({ params: z.object({}), reply, may, run: state }),
    POST: method({
      params: z.object({
        keep_demo: offParam().describe(
          'Keeps the demo magazine; otherwise an unedited one is removed first.',
        ),
        fields: listParam(fieldChoice, maxChosen).describe(
          'Fields of the plugin Advanced Custom Fields that become fields here, with their kinds. Without this, all do, with the kinds of the check.',
        ),
      }),
      body: 'long',
      reply,
      may,
      run: async (request, { keep_demo: keepDemo, fields }) => {
        const { content, dataDir } = request.site;
        const [exports, summary] = await Promise.all([listExports(dataDir), readUploadsSummary(dataDir)]);
        const checks = await Promise.all(exports.map((file) => readCheck(dataDir, file, summary)));
        if (fields)
          refuseUnfitKinds(
            checks.filter((check) => check !== undefined),
            fields,
          );
        const names = exports.map(({ name }) => name);
        await content.database.write((tx) => startImport(tx, request.actor, names, { keepDemo, fields }));
        return state(request);
      },
    }),
    DELETE: method({
      params: z.object({}),
      reply,
      may,
      run: async (request) => {
        await request.site.content.database.write((tx) => stopImport(tx, request.actor));
        return state(request);
      },
    }),
  },
});

const exportBody: LargeFile = {
  most: () => exportLimits.bytes,
  checkRoom: (dataDir, bytes = 0) => checkRoom(dataDir, bytes),
  tooLarge: () =>
    new BroadsheetError(
      413,
      'import_too_large',
      `An uploaded export can have at most ${exportLimits.bytes / gigabyte} GB. Split the export, or import it on the command line: docs/guides/import.md.`,
    ),
};

const zipBody: LargeFile = {
  most: () => zipLimits.bytes,
  checkRoom: async (dataDir, bytes) => {
    // A ZIP without a stated size could fill the disk.
    if (bytes === undefined)
      throw new BroadsheetError(411, 'rest_upload_no_length', 'Send the size of the file (Content-Length).');
    await checkRoom(dataDir, bytes);
  },
  tooLarge: () =>
    new BroadsheetError(
      413,
      'import_too_large',
      `A ZIP of uploads can have at most ${zipLimits.bytes / gigabyte} GB. Split it, or copy the folder to DATA_DIR/import/uploads.`,
    ),
};

function sentFile({ file }: RestRequest) {
  if (!file || file.bytes === 0) throw new BroadsheetError(400, 'rest_upload_no_data', 'No data supplied.');
  return file;
}

/** `/broadsheet/v1/imports/files`: uploads an export (`.xml`, or the same compressed with gzip), or removes one. */
const broadsheetImportFiles = restRoute({
  path: `${base}/files`,
  methods: {
    POST: method({
      params: z.object({}),
      body: exportBody,
      reply,
      may,
      run: async (request) => {
        const file = sentFile(request);
        await keepExport(request.site.dataDir, file, file.name);
        await request.site.content.database.write((tx) => startCheck(tx, request.actor));
        return state(request);
      },
    }),
    DELETE: method({
      params: z.object({ name: textParam().describe('Name of the waiting export.') }),
      required: ['name'],
      reply,
      may,
      run: async (request, { name: sent }) => {
        await request.site.content.database.write((tx) => refuseWhileBusy(tx, request.site.dataDir));
        const found = (await listExports(request.site.dataDir)).some(({ name }) => name === sent);
        if (!found) throw new NotFoundError('There is no such export.', 'import_no_file');
        await dropExports(request.site.dataDir, ({ name }) => name === sent);
        return state(request);
      },
    }),
  },
});

/** `/broadsheet/v1/imports/uploads`: adds a ZIP, or with `path` a single file, to the copy of the old site's uploads; `DELETE` removes the copy. */
const broadsheetImportUploads = restRoute({
  path: `${base}/uploads`,
  methods: {
    POST: method({
      params: z.object({
        path: textParam().describe('Path of a single file: 2026/01/a.jpg. Without it, the file is a ZIP.'),
      }),
      body: zipBody,
      reply: valueOf(z.object({ path: z.string() })),
      may,
      run: async (request, { path = '' }) => {
        const file = sentFile(request);
        const { dataDir, content } = request.site;
        if (path !== '') return { kind: 'plain', body: { path: await keepUpload(dataDir, file, path) } };
        await keepZip(dataDir, file, file.name);
        await content.database.write((tx) => startCheck(tx, request.actor));
        return { kind: 'plain', body: { path: '' } };
      },
    }),
    DELETE: method({
      params: z.object({}),
      reply,
      may,
      run: async (request) => {
        await request.site.content.database.write((tx) => refuseWhileBusy(tx, request.site.dataDir));
        await dropUploads(request.site.dataDir);
        await request.site.content.database.write((tx) => startCheck(tx, request.actor));
        return state(request);
      },
    }),
  },
});

/** `/broadsheet/v1/imports/check`: checks waiting files in the background. */
const broadsheetImportCheck = restRoute({
  path: `${base}/check`,
  methods: {
    POST: method({
      params: z.object({}),
      reply,
      may,
      run: async (request) => {
        await request.site.content.database.write((tx) => startCheck(tx, request.actor));
        return state(request);
      },
    }),
  },
});

/** `/broadsheet/v1/imports/report`: the entries of a group of the last report, page by page. */
const broadsheetImportReport = restRoute({
  path: `${base}/report`,
  methods: {
    GET: method({
      params: z.object({
        group: textParam().describe('Name of the group, as in /broadsheet/v1/imports.'),
        page: wholeParam(1, { min: 1 }).describe('Page of the results, starting at 1.'),
      }),
      required: ['group'],
      reply: valueOf(z.object({ total: z.int(), per_page: z.int(), entries: z.array(reportEntry) })),
      may,
      run: async ({ site }, { group = '', page }) => {
        const found = await readReportPage(site.dataDir, group, page);
        if (!found) throw new NotFoundError('The report has no such group.', 'import_no_group');
        return { kind: 'plain', body: { ...found, per_page: reportPageSize } };
      },
    }),
  },
});

/** `/broadsheet/v1/imports/templates`: templates of the old theme, element by element. */
const broadsheetImportTemplates = restRoute({
  path: `${base}/templates`,
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(z.array(comparison)),
      may,
      run: async ({ site }) => {
        const { outcome } = await readImport(site.dataDir);
        return { kind: 'plain', body: [...(outcome?.templates ?? [])] };
      },
    }),
  },
});

export const importRoutes = [
  broadsheetImport,
  broadsheetImportFiles,
  broadsheetImportUploads,
  broadsheetImportCheck,
  broadsheetImportReport,
  broadsheetImportTemplates,
] as const;
