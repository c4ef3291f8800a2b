import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { callerFolder, siteUrlOf } from '../config.ts';
import {
  createRedirect,
  updateRedirect,
  deleteRedirect,
  importRedirects,
  planRedirectImport,
  redirectOfSource,
} from '../modules/redirects/commands.ts';
import { maxCsvBytes, redirectsToCsv } from '../modules/redirects/redirect-csv.ts';
import { findRedirect, listRedirects, readAllRedirects } from '../modules/redirects/store.ts';
import { withoutOrigin } from '../modules/redirects/check-redirect.ts';
import { redirectStatuses } from '../modules/redirects/model.ts';
import type { Redirect, RedirectStatus } from '../modules/redirects/model.ts';
import { operator } from '../modules/users/role.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { NotFoundError } from '../lib/errors.ts';
import { harmless } from '../lib/visible-name.ts';
import { positive } from '../lib/numbers.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { readUpTo } from './terminal.ts';
import { answersInLines } from './with-database.ts';

const perPage = 200;
/** Statuses with a target. */
const leading = redirectStatuses.filter((status) => status !== 410);

export const redirectCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- redirect list [--page N]',
    '       npm run broadsheet -- redirect set FROM TO [--status 301]',
    '       npm run broadsheet -- redirect gone FROM',
    '       npm run broadsheet -- redirect remove FROM',
    '       npm run broadsheet -- redirect export FILE [--force]',
    '       npm run broadsheet -- redirect import FILE [--preview]',
    '',
    `  list    lists redirects by address, ${perPage} per page`,
    '  set     redirects FROM, a path of this site such as /old/, to TO, another path or an http(s) URL; replaces an existing redirect',
    `  --status  ${leading.join(', ')}: 301 and 308 are permanent, 302 and 307 temporary`,
    '  gone    answers requests for FROM with 410 (permanently removed)',
    '  remove  deletes the redirect of FROM',
    '  export  writes all redirects to a CSV file with the columns source, target, status',
    '  --force  overwrite an existing file',
    '  import  adds and changes all redirects of such a file, or none if a line is refused; at most 5,000 lines, with 200 patterns, and 2 MB',
    '  --preview  checks the file and says what an import would do',
    '',
    'One * in FROM makes it a pattern: at its end it matches the rest of an address, elsewhere a part without a slash. TO, a path of this site, may use',
    '* once for the matched text. A literal asterisk in FROM is %2A. Redirects of one address precede patterns, and longer patterns precede shorter ones.',
    'A redirect applies only where the site has no page. Posts and pages whose address changes are redirected automatically. The server may be running.',
  ].join('\n'),
  run: answersInLines(readArguments, (database, task, config) =>
    runRedirect(database, task, siteUrlOf(config), callerFolder(process.env)),
  ),
};

export type RedirectTask =
  | { readonly action: 'list'; readonly page: number }
  | { readonly action: 'remove'; readonly source: string }
  | { readonly action: 'export'; readonly file: string; readonly force: boolean }
  | { readonly action: 'import'; readonly file: string; readonly isPreview: boolean }
  | {
      readonly action: 'set';
      readonly source: string;
      readonly target: string;
      readonly status: RedirectStatus;
    };

const ownerOfOption = { page: 'list', status: 'set', preview: 'import', force: 'export' } as const;

function readArguments(args: readonly string[]): RedirectTask {
  const {
    values,
    positionals: [action, source, target, ...more],
  } = readWords(args, {
    page: { type: 'string' },
    status: { type: 'string' },
    preview: { type: 'boolean' },
    force: { type: 'boolean' },
  });
  for (const [option, owner] of Object.entries(ownerOfOption))
    if (Object.hasOwn(values, option) && action !== owner)
      throw new UsageError(`--${option} works only with ${owner}.`);
  if (action === 'list') {
    const page = positive(values.page ?? '1');
    if (page === undefined)
      throw new UsageError(`--page must be a whole number from 1, not "${values.page}".`);
    if (source !== undefined) throw new UsageError(`redirect list takes no argument, but got "${source}".`);
    return { action, page };
  }
  if (action === 'export' || action === 'import') {
    if (source === undefined || target !== undefined)
      throw new UsageError(`redirect ${action} needs one file.`);
    return action === 'export'
      ? { action, file: source, force: values.force === true }
      : { action, file: source, isPreview: values.preview === true };
  }
  if (action !== 'set' && action !== 'gone' && action !== 'remove') {
    throw new UsageError(
      action === undefined
        ? 'Missing action: list, set, gone, remove, export or import.'
        : `Unknown action "${action}" for redirect. Use list, set, gone, remove, export or import.`,
    );
  }
  const isSet = action === 'set';
  if (source === undefined || (target !== undefined) !== isSet || more.length > 0) {
    throw new UsageError(
      isSet
        ? 'redirect set needs two addresses: FROM and TO.'
        : `redirect ${action} needs one address of this site.`,
    );
  }
  if (action === 'remove') return { action, source };
  if (!isSet) return { action: 'set', source, target: '', status: 410 };
  const status = leading.find((known) => String(known) === (values.status ?? '301'));
  if (status === undefined)
    throw new UsageError(
      `--status must be one of ${leading.join(', ')}, not "${values.status}". For 410, use "redirect gone".`,
    );
  return { action, source, target: target ?? '', status };
}

/** Returns the lines to print. Throws the commands' errors for invalid addresses, and `NotFoundError` when a redirect to remove is missing. */
export async function runRedirect(
  database: Pick<Database, 'read' | 'write'>,
  task: RedirectTask,
  siteUrl: string,
  folder = '.',
): Promise<string[]> {
  if (task.action === 'list') {
    const offset = (task.page - 1) * perPage;
    const { redirects, total } = await listRedirects(database.read, { limit: perPage, offset });
    const last = Math.max(1, Math.ceil(total / perPage));
    return [
      ...redirects.map(describe),
      `${total} ${total === 1 ? 'redirect' : 'redirects'}${last > 1 ? `, page ${task.page} of ${last}` : ''}.`,
    ];
  }
  if (task.action === 'export') {
    const redirects = await readAllRedirects(database.read);
    const file = resolve(folder, task.file);
    await writeFile(file, redirectsToCsv(redirects), { flag: task.force ? 'w' : 'wx' }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
        throw new UsageError(`${file} already exists. Use --force to overwrite it.`);
      },
    );
    return [`Exported ${counted(redirects.length)} to ${task.file}.`];
  }
  if (task.action === 'import') return importFile(database, task, siteUrl, folder);
  const source = task.source.trim();
  const found = await database.write(async (tx) => {
    const known = await redirectOfSource(tx, operator(), source);
    if (task.action === 'remove') {
      if (!known)
        throw new NotFoundError(
          `No redirect from "${harmless(source)}". Use "redirect list" to see all redirects.`,
        );
      await deleteRedirect(tx, operator(), { id: known.id }, known.revision);
    } else {
      const { status } = task;
      const target = withoutOrigin(task.target, siteUrl);
      if (known)
        await updateRedirect(tx, operator(), { id: known.id, source, target, status }, known.revision);
      else await createRedirect(tx, operator(), { source, target, status });
    }
    return known;
  });
  if (task.action === 'remove') return [`"${harmless(source)}" is no longer redirected.`];
  const now = await findRedirect(database.read, source);
  return [...(now ? [describe(now)] : []), ...(found ? [`Previously: ${describe(found)}`] : [])];
}

const counted = (count: number) => `${count} ${count === 1 ? 'redirect' : 'redirects'}`;

async function importFile(
  database: Pick<Database, 'read' | 'write'>,
  { file, isPreview }: Extract<RedirectTask, { readonly action: 'import' }>,
  siteUrl: string,
  folder: string,
): Promise<string[]> {
  const bytes = await readUpTo(resolve(folder, file), maxCsvBytes, 'Nothing was imported.');
  const csv = bytes.toString('utf8');
  const plan = isPreview
    ? await planRedirectImport(database.read, operator(), { csv }, siteUrl)
    : await database.write((tx) => importRedirects(tx, operator(), { csv }, siteUrl));
  const { added, changed, unchanged, refused } = plan;
  return [
    ...refused.map(({ line, message }) => harmless(`Line ${line}: ${message}`)),
    ...(isPreview ? [...added, ...changed].map((one) => `Line ${one.line}: ${describe(one)}`) : []),
    `${isPreview ? 'Would add' : 'Added'} ${counted(added.length)}, ${isPreview ? 'change' : 'changed'} ${changed.length}; ${unchanged} unchanged${refused.length > 0 ? `, ${refused.length} refused` : ''}.`,
  ];
}

function describe({ source, target, status }: Pick<Redirect, 'source' | 'target' | 'status'>): string {
  return harmless(
    status === 410 ? `${source}  permanently removed (410)` : `${source} → ${target} (${status})`,
  );
}
