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
    `  list    in the order of their addresses, ${perPage} a page`,
    '  set     sends readers of FROM, a path of this site such as /old/, to TO: another one, or an http(s) address. One that is there is replaced',
    `  --status  ${leading.join(', ')}: 301 and 308 are lasting, 302 and 307 for now`,
    '  gone    says of FROM that it is gone for good (410)',
    '  remove  forgets the redirect of FROM',
    '',
    'A redirect counts where the site has no page. Posts and pages whose address changes need none. A server may run meanwhile: it hears of it at once.',
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
    throw new UsageError(`--${misplaced} goes with ${misplaced === 'page' ? 'list' : 'set'} only.`);
  if (action === 'list') {
    const page = positive(values.page ?? '1');
    if (page === undefined)
      throw new UsageError(`--page takes a whole number from 1, and got "${values.page}".`);
    if (source !== undefined)
      throw new UsageError(`redirect list takes no further word, and got "${source}".`);
    return { action, page };
  }
  if (action !== 'set' && action !== 'gone' && action !== 'remove') {
    throw new UsageError(
      action === undefined
        ? 'Say what to do: list, set, gone or remove.'
        : `redirect can list, set, gone and remove, not "${action}".`,
    );
  }
  const isSet = action === 'set';
  if (source === undefined || (target !== undefined) !== isSet || more.length > 0) {
    throw new UsageError(
      isSet
        ? 'redirect set takes two addresses: from where, and to where.'
        : `redirect ${action} takes one address of this site.`,
    );
  }
  if (action === 'remove') return { action, source };
  if (!isSet) return { action: 'set', source, target: '', status: 410 };
  const status = leading.find((known) => String(known) === (values.status ?? '301'));
  if (status === undefined)
    throw new UsageError(
      `--status takes ${leading.join(', ')}, and got "${values.status}"; "redirect gone" says 410.`,
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
          `Nothing redirects "${harmless(source)}". "redirect list" names what is redirected.`,
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
  if (task.action === 'remove') return [`"${harmless(source)}" is redirected no more.`];
  const now = await findRedirect(database.read, source);
  return [...(now ? [describe(now)] : []), ...(found ? [`Before, it was: ${describe(found)}`] : [])];
}

function describe({ source, target, status }: Redirect): string {
  return harmless(status === 410 ? `${source}  gone for good (410)` : `${source} → ${target} (${status})`);
}
