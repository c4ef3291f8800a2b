import type { Selectable } from 'kysely';
import type { Tx, Reader } from '../../kernel/db/open-database.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { redirectStatuses, sourcesFor } from './model.ts';
import type { Redirect, RedirectStatus } from './model.ts';
import type { RedirectTable } from '../../kernel/db/tables/site-tables.ts';

export interface RedirectInput {
  readonly source: string;
  readonly target: string;
  /** Default 301. */
  readonly status?: RedirectStatus;
}

const maxAddressLength = 2000;
/** A longer chain counts as a loop: browsers give up at about 20. */
const maxChain = 10;

/** Adds a redirect; returns its id. Throws `ConflictError` for a taken source, `InvalidInputError` for an invalid target or a loop. */
export async function addRedirect(tx: Tx, input: RedirectInput): Promise<number> {
  const redirect = await check(tx, input, 0);
  const { id } = await tx.db
    .insertInto('redirect')
    .values({ ...redirect, created_at: Date.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces a redirect. Throws like `addRedirect`, and `NotFoundError` if it does not exist. */
export async function updateRedirect(tx: Tx, id: number, input: RedirectInput): Promise<void> {
  const redirect = await check(tx, input, id);
  const changed = await tx.db
    .updateTable('redirect')
    .set((eb) => ({ ...redirect, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .executeTakeFirst();
  if (Number(changed.numUpdatedRows) === 0)
    throw new NotFoundError(`There is no redirect ${id}.`, 'redirect_not_found');
}

export async function deleteRedirect(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('redirect').where('id', '=', id).execute();
}

async function check(
  tx: Tx,
  input: RedirectInput,
  ownId: number,
): Promise<Pick<Redirect, 'source' | 'target' | 'status'>> {
  const { status = 301 } = input;
  const source = input.source.trim();
  const target = input.target.trim();
  if (!redirectStatuses.includes(status)) {
    throw new InvalidInputError(
      `The status of a redirect can't be ${status}; it is one of ${redirectStatuses.join(', ')}.`,
    );
  }
  if (!isSitePath(source) || source.includes('#')) {
    throw new InvalidInputError(
      `A redirect can't start at "${source}": expected a path of this site that begins with one /, without #.`,
    );
  }
  if (source === '/') throw new InvalidInputError("The front page can't be redirected.");
  if (status === 410 && target !== '')
    throw new InvalidInputError('Status 410 says that the page is gone; it has no target.');
  if (status !== 410) {
    if (!isSitePath(target) && !isWebAddress(target)) {
      throw new InvalidInputError(
        `A redirect can't lead to "${target}": expected a path of this site that begins with one /, or an http(s) address.`,
      );
    }
    await holdRedirects(tx);
    await refuseLoop(tx, source, target, ownId);
  }
  const taken = await findRedirect(tx.db, source);
  if (taken && taken.id !== ownId) {
    throw new ConflictError(
      `"${source}" is redirected already, to "${taken.target}" (redirect ${taken.id}).`,
      'redirect_exists',
    );
  }
  return { source, target, status };
}

async function refuseLoop(tx: Tx, source: string, target: string, ownId: number): Promise<void> {
  let at = target;
  for (let step = 0; step <= maxChain; step++) {
    if (!isSitePath(at)) return;
    const sources = sourcesFor(at);
    if (sources.includes(source))
      throw new InvalidInputError(`The redirect from "${source}" to "${target}" leads back to itself.`);
    const next = await findFirstRedirect(tx.db, sources);
    if (!next || next.id === ownId || next.status === 410) return;
    at = next.target;
  }
  throw new InvalidInputError(
    `The redirect from "${source}" to "${target}" goes through more than ${maxChain} others; let it lead to the last one.`,
  );
}

/** A path on this site: one leading slash (two would name a host), no space or control character, no backslash (browsers read it as a slash). */
function isSitePath(address: string): boolean {
  return address.length <= maxAddressLength && /^\/(?!\/)[^\s\\\p{Cc}]*$/u.test(address);
}

function isWebAddress(address: string): boolean {
  return (
    address.length <= maxAddressLength &&
    /^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(address) &&
    URL.canParse(address)
  );
}

const columns = ['id', 'source', 'target', 'status', 'created_at', 'revision'] as const;

function toRedirect(row: Selectable<RedirectTable>): Redirect {
  return {
    id: row.id,
    source: row.source,
    target: row.target,
    status: row.status,
    createdAt: row.created_at,
    revision: row.revision,
  };
}

export async function findRedirect(read: Reader, source: string): Promise<Redirect | undefined> {
  const row = await read
    .selectFrom('redirect')
    .select(columns)
    .where('source', '=', source)
    .executeTakeFirst();
  return row && toRedirect(row);
}

export async function findRedirectToChange(tx: Tx, id: number): Promise<Redirect | undefined> {
  await holdRedirects(tx);
  const row = await tx.db
    .selectFrom('redirect')
    .select(columns)
    .where('id', '=', id)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toRedirect(row);
}

/** Same by source; also blocks concurrent additions of it. */
export async function findSourceToChange(tx: Tx, source: string): Promise<Redirect | undefined> {
  await holdRedirects(tx);
  return findRedirect(tx.db, source);
}

/**
 * Serializes all changes of redirects until the transaction ends; taken before row locks. Concurrent changes could use
 * the same source or form a loop.
 */
export async function holdRedirects(tx: Tx): Promise<void> {
  await tx.dialect.lockName('redirects')?.execute(tx.db);
}

export async function findFirstRedirect(
  read: Reader,
  sources: readonly string[],
): Promise<Redirect | undefined> {
  const rows = await read.selectFrom('redirect').select(columns).where('source', 'in', sources).execute();
  return rows.map(toRedirect).toSorted((a, b) => sources.indexOf(a.source) - sources.indexOf(b.source))[0];
}

const maxQueries = 500;

export async function findQueryRedirects(read: Reader, paths: readonly string[]): Promise<Redirect[]> {
  // `@` is the character after `?`: the range covers the path with any query.
  const rows = await read
    .selectFrom('redirect')
    .select(columns)
    .where((either) =>
      either.or(
        paths.map((path) =>
          either.and([either('source', '>', `${path}?`), either('source', '<', `${path}@`)]),
        ),
      ),
    )
    .limit(maxQueries)
    .execute();
  return rows.map(toRedirect);
}

export async function listRedirects(
  read: Reader,
  query: { readonly limit: number; readonly offset?: number },
): Promise<{ redirects: Redirect[]; total: number }> {
  const [rows, counted] = await Promise.all([
    read
      .selectFrom('redirect')
      .select(columns)
      .orderBy('source')
      .limit(query.limit)
      .offset(query.offset ?? 0)
      .execute(),
    read
      .selectFrom('redirect')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { redirects: rows.map(toRedirect), total: Number(counted.total) };
}
