import { siteUrlOf } from '../config.ts';
import {
  createRedirect,
  updateRedirect,
  deleteRedirect,
  redirectOfSource,
} from '../modules/redirects/commands.ts';
import { findRedirect, listRedirects } from '../modules/redirects/store.ts';
import { redirectStatuses } from '../modules/redirects/model.ts';
import type { Redirect, RedirectStatus } from '../modules/redirects/model.ts';
import { operator } from '../modules/users/role.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { NotFoundError } from '../lib/errors.ts';
import { harmless } from '../lib/visible-name.ts';
import { positive } from '../lib/numbers.ts';
import { ownPath } from '../lib/urls.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
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
    '',
    `  list    lists redirects by address, ${perPage} per page`,
    '  set     redirects FROM, a path of this site such as /old/, to TO, another path or an http(s) URL; replaces an existing redirect',
    `  --status  ${leading.join(', ')}: 301 and 308 are permanent, 302 and 307 temporary`,
    '  gone    answers requests for FROM with 410 (permanently removed)',
    '  remove  deletes the redirect of FROM',
    '',
    'A redirect applies only where the site has no page. Posts and pages whose address changes are redirected automatically. The server may be running.',
  ].join('\n'),
  run: answersInLines(readArguments, (database, task, config) =>
    runRedirect(database, task, siteUrlOf(config)),
  ),
};

export type RedirectTask =
  | { readonly action: 'list'; readonly page: number }
  | { readonly action: 'remove'; readonly source: string }
  | {
      readonly action: 'set';
      readonly source: string;
      readonly target: string;
      readonly status: RedirectStatus;
    };

function readArguments(args: readonly string[]): RedirectTask {
  const {
    values,
    positionals: [action, source, target, ...more],
  } = readWords(args, { page: { type: 'string' }, status: { type: 'string' } });
  const misplaced = Object.keys(values).find((name) => action !== (name === 'page' ? 'list' : 'set'));
  if (misplaced !== undefined)
    throw new UsageError(`--${misplaced} works only with ${misplaced === 'page' ? 'list' : 'set'}.`);
  if (action === 'list') {
    const page = positive(values.page ?? '1');
    if (page === undefined)
      throw new UsageError(`--page must be a whole number from 1, not "${values.page}".`);
    if (source !== undefined) throw new UsageError(`redirect list takes no argument, but got "${source}".`);
    return { action, page };
  }
  if (action !== 'set' && action !== 'gone' && action !== 'remove') {
    throw new UsageError(
      action === undefined
        ? 'Missing action: list, set, gone or remove.'
        : `Unknown action "${action}" for redirect. Use list, set, gone or remove.`,
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
      // URLs of this site are stored as paths, so that loops are detected and the redirect survives a change of domain.
      const target =
        (/^https?:/i.test(task.target.trim()) && ownPath(task.target.trim(), siteUrl)) || task.target;
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

function describe({ source, target, status }: Redirect): string {
  return harmless(
    status === 410 ? `${source}  permanently removed (410)` : `${source} → ${target} (${status})`,
  );
}
