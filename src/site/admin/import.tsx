import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  checkRoom,
  dropExports,
  exportLimits,
  hasUploadsCopy,
  keepExport,
  listExports,
  readImport,
  reportText,
  uploadsCopy,
} from '../../modules/imports/export-files.ts';
import type {
  ExportFile,
  ImportOutcome,
  ImportStand,
  LossOutline,
} from '../../modules/imports/export-files.ts';
import { importJob, startImport, stopImport } from '../../modules/imports/import-job.ts';
import { importContent } from '../../modules/imports/policy.ts';
import { listJobs } from '../../kernel/jobs/store.ts';
import type { WaitingJob } from '../../kernel/jobs/store.ts';
import { demand } from '../../kernel/permission.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { createNonce } from '../../modules/users/session.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import { BroadsheetError, InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { fillIn } from '../../lib/messages.ts';
import { wholeText } from '../../lib/text-around.ts';
import { queryOf } from '../../lib/urls.ts';
import type { Site } from '../pages/site.ts';
import { fillInElements } from '../../ui/elements.tsx';
import { PostTime } from '../../ui/byline.tsx';
import { renderAccountPage } from '../login/account-page.tsx';
import type { Notice } from '../login/login-action.ts';
import { profilePath } from '../login/login-action.ts';
import { Field, Section } from './form-parts.tsx';
import { sendSection } from './send-section.ts';
import type { SentForm, SentSection, FormFile } from './send-section.ts';

export const importPath = '/wp-admin/import.php';

const nonceAction = 'import';
const gigabyte = 2 ** 30;
const megabyte = 2 ** 20;
const deepestShown = 6;
const refreshSeconds = 3;

export const exportFile = (dataDir: string): FormFile => ({
  field: 'export',
  most: () => exportLimits.bytes,
  may: (actor) => importContent.test(actor, undefined),
  checkRoom: (bytes) => checkRoom(dataDir, bytes),
  tooLarge: () =>
    new BroadsheetError(
      413,
      'import_too_large',
      `An uploaded export can have at most ${exportLimits.bytes / gigabyte} GB. Split the export, or import it on the command line: docs/guides/import.md.`,
    ),
});

type DoneText = 'import_added' | 'import_removed' | 'import_started' | 'import_stopped';

const sections: Readonly<Record<string, (sent: SentForm) => Promise<DoneText>>> = {
  add: async ({ site, file }) => {
    if (!file)
      throw new InvalidInputError(
        readerText(await site.content.settings.current(), 'import_none'),
        'import_none',
        { export: 'missing' },
      );
    try {
      await keepExport(site.dataDir, file, file.name);
    } catch (error) {
      throw error instanceof InvalidInputError
        ? new InvalidInputError(error.message, error.code, { export: error.message })
        : error;
    }
    return 'import_added';
  },
  remove: async ({ site, field }) => {
    await dropExports(site.dataDir, ({ name }) => name === field('name'));
    return 'import_removed';
  },
  start: async ({ site, signedIn: { actor } }) => {
    const files = (await listExports(site.dataDir)).map(({ name }) => name);
    if (files.length === 0)
      throw new InvalidInputError(
        readerText(await site.content.settings.current(), 'import_none'),
        'import_none',
      );
    await site.content.database.write((tx) => startImport(tx, actor, files));
    return 'import_started';
  },
  stop: async ({ site, signedIn: { actor } }) => {
    await site.content.database.write((tx) => stopImport(tx, actor));
    return 'import_stopped';
  },
};

/** `GET /wp-admin/import.php`: uploaded exports, progress and result of the import; with `report` the result as JSON. */
export async function showImport(
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  demand(importContent, signedIn.actor, undefined);
  const query = new URLSearchParams(queryOf(request.raw.url ?? ''));
  if (query.has('report')) {
    const text = await reportText(site.dataDir);
    if (text === undefined) throw new NotFoundError('No import has run yet.');
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="import-report.json"')
      .send(text);
  }
  const done = (['import_added', 'import_removed', 'import_stopped'] as const).find(
    (name) => name === query.get('done'),
  );
  return send(site, signedIn, reply, {
    notice: done && { kind: 'done', text: readerText(await site.content.settings.current(), done) },
  });
}

/** `POST` of the same: uploads or removes an export, starts or stops the import. */
export async function saveImport(
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  demand(importContent, signedIn.actor, undefined);
  return sendSection(site, signedIn, request, reply, {
    nonceAction,
    sections,
    done: (text) => reply.redirect(`${importPath}?done=${text}`, 303),
    refused: (notice, sent) => send(site, signedIn, reply, { notice, sent }),
  });
}

interface ImportState {
  readonly job: WaitingJob | undefined;
  readonly files: readonly ExportFile[];
  readonly stand: ImportStand | undefined;
  readonly outcome: ImportOutcome | undefined;
  readonly uploads: string;
  readonly hasUploads: boolean;
}

/** Runs or is queued; a job that failed for good has `dueAt` 0. */
const isRunning = ({ job }: ImportState) => job !== undefined && (job.isClaimed || job.dueAt > 0);

async function send(
  site: Site,
  { session }: SignedIn,
  reply: FastifyReply,
  { notice, sent }: { readonly notice: Notice | undefined; readonly sent?: SentSection },
): Promise<FastifyReply> {
  const {
    dataDir,
    content: { database },
  } = site;
  const settings = await site.content.settings.current();
  const [[job], files, { stand, outcome }, hasUploads] = await Promise.all([
    listJobs(database.read, { kind: importJob.name, limit: 1 }),
    listExports(dataDir),
    readImport(dataDir),
    hasUploadsCopy(dataDir),
  ]);
  const state: ImportState = { job, files, stand, outcome, uploads: uploadsCopy(dataDir), hasUploads };
  if (isRunning(state) && !sent) reply.header('refresh', `${refreshSeconds}; url=${importPath}`);
  const nonce = createNonce(site.signer, session, nonceAction);
  const form = (
    <>
      {isRunning(state) ? (
        <Running settings={settings} nonce={nonce} state={state} />
      ) : (
        <Waiting settings={settings} nonce={nonce} state={state} sent={sent} />
      )}
      {outcome && !isRunning(state) && <Report settings={settings} outcome={outcome} />}
      <p className="account-ways">
        <a href={profilePath}>{readerText(settings, 'account_back_profile')}</a>
      </p>
    </>
  );
  const { html, headers } = await renderAccountPage(
    { site, settings },
    { title: readerText(settings, 'import'), notice, form },
  );
  return reply
    .headers({ ...headers, 'referrer-policy': 'same-origin' })
    .type('text/html; charset=utf-8')
    .send(wholeText(html));
}

interface PartProps {
  readonly settings: Settings;
  readonly nonce: string;
  readonly state: ImportState;
}

const inMegabytes = (bytes: number) => Math.ceil(bytes / megabyte);

function Running({ settings, nonce, state: { stand } }: PartProps) {
  const textOf = (name: ReaderText) => readerText(settings, name);
  const share =
    stand?.checked !== undefined && stand.published
      ? Math.min(1, stand.checked / stand.published)
      : stand && stand.of > 0
        ? Math.min(1, stand.bytes / stand.of)
        : undefined;
  return (
    <Section
      settings={settings}
      nonce={nonce}
      path={importPath}
      section="stop"
      title="import_running"
      button="import_stop"
    >
      <p className="account-text" role="status">
        {stand
          ? fillIn(textOf('import_so_far'), stand.found, inMegabytes(stand.bytes), inMegabytes(stand.of))
          : textOf('import_begins')}{' '}
        {stand?.checked !== undefined &&
          stand.published !== undefined &&
          `${fillIn(textOf('import_checking'), stand.checked, stand.published)} `}
        {textOf('import_started')}
      </p>
      <progress className="import-progress" max={1} value={share} aria-label={textOf('import_running')} />
    </Section>
  );
}

function Waiting({
  settings,
  nonce,
  state: { job, files, uploads, hasUploads },
  sent,
}: PartProps & { readonly sent: SentSection | undefined }) {
  const textOf = (name: ReaderText) => readerText(settings, name);
  const frame = { settings, nonce, path: importPath };
  return (
    <>
      {job && (
        <p className="account-notice is-problem" role="alert">
          {textOf('import_failed')} {job.reason}
        </p>
      )}
      <Section {...frame} section="add" title="import_file" button="import_add" bringsFile>
        <p className="account-text">{textOf('import_text')}</p>
        <Field
          name="export"
          label={textOf('import_file')}
          type="file"
          accept=".xml,.gz,text/xml,application/xml,application/gzip"
          isWrong={sent?.wrong.includes('export') ?? false}
          note={fillIn(textOf('import_file_note'), exportLimits.bytes / gigabyte)}
        />
      </Section>
      {files.length > 0 && (
        <>
          <form className="account-form profile-section" method="post" action={importPath}>
            <h2 className="section-title">{textOf('import_waiting')}</h2>
            <input type="hidden" name="section" value="remove" />
            <input type="hidden" name="_wpnonce" value={nonce} />
            <ul className="profile-sessions">
              {files.map(({ name, bytes }) => (
                <li key={name}>
                  <span>
                    <b>
                      <bdi dir="ltr">{name}</bdi>
                    </b>
                    <small>
                      <bdi dir="ltr">{inMegabytes(bytes)} MB</bdi>
                    </small>
                  </span>
                  <button className="button button-quiet" name="name" value={name} type="submit">
                    {textOf('import_remove')}
                  </button>
                </li>
              ))}
            </ul>
          </form>
          <form className="account-form" method="post" action={importPath}>
            <input type="hidden" name="section" value="start" />
            <input type="hidden" name="_wpnonce" value={nonce} />
            <p className="account-text">
              {fillInElements(
                textOf(hasUploads ? 'import_uploads_there' : 'import_uploads_none'),
                <bdi dir="ltr">{uploads}</bdi>,
              )}
            </p>
            <p className="account-send">
              <button className="button" type="submit">
                {textOf(job ? 'import_again' : 'import_start')}
              </button>
            </p>
          </form>
        </>
      )}
    </>
  );
}

function Report({
  settings,
  outcome: { at, lines, isWhole, templates, losses },
}: {
  readonly settings: Settings;
  readonly outcome: ImportOutcome;
}) {
  const textOf = (name: ReaderText) => readerText(settings, name);
  return (
    <div className="profile-section">
      <h2 className="section-title">{textOf(isWhole ? 'import_done' : 'import_report')}</h2>
      <p className="account-text">
        <PostTime at={at} withTime />
      </p>
      {losses && <Losses losses={losses} />}
      <pre className="import-report" tabIndex={0} lang="en" dir="ltr">
        {lines.join('\n')}
      </pre>
      {templates.length > 0 && <Templates templates={templates} />}
      <p className="account-ways">
        <a href="/">{textOf('import_see')}</a>
        <a href={`${importPath}?report`}>{textOf('import_report_whole')}</a>
      </p>
    </div>
  );
}

/** Pages with content that readers miss, linked to the page and its editor, in the report's language. */
function Losses({ losses: { summary, kinds } }: { readonly losses: LossOutline }) {
  return (
    <div className="import-losses" lang="en" dir="ltr">
      <h3>Missing for readers</h3>
      <p className="account-text">{summary}</p>
      {kinds.map(({ heading, pages, listed }) => (
        <details key={heading}>
          <summary>{heading}</summary>
          <ul>
            {listed.map(({ title, path, edit, parts }) => (
              <li key={edit}>
                <span>
                  <a href={path}>
                    <bdi>{title || path}</bdi>
                  </a>{' '}
                  <small>
                    <bdi>{parts}</bdi>
                  </small>
                </span>
                <a href={edit} aria-label={`Edit ${title || path}`}>
                  Edit
                </a>
              </li>
            ))}
          </ul>
          {pages > listed.length && (
            <p className="account-text">
              The first {listed.length} of {pages} pages. The full report lists the others.
            </p>
          )}
        </details>
      ))}
    </div>
  );
}

/** Templates and composer layouts of the old theme, element by element, in the report's language. */
function Templates({ templates }: Pick<ImportOutcome, 'templates'>) {
  return (
    <div className="import-templates" lang="en" dir="ltr">
      <h3>Templates and pages of the old theme</h3>
      {templates.map(({ name, rows, notes }) => (
        <details key={name}>
          <summary>{name}</summary>
          {notes.length > 0 && (
            <ul>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
          <table>
            <thead>
              <tr>
                <th scope="col">Old site</th>
                <th scope="col">This site</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ depth, was, is }, index) => (
                <tr key={index}>
                  <td style={{ paddingInlineStart: `${Math.min(depth, deepestShown) / 2}rem` }}>{was}</td>
                  <td>{is}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ))}
    </div>
  );
}
