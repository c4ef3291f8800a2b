import { z } from 'zod';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { From } from '../../kernel/command.ts';
import { noteChange, readInput, changedFields, refuseStale } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { manageRedirects } from './policy.ts';
import { InvalidInputError, NotFoundError, StaleError } from '../../lib/errors.ts';
import { deleteMissingPage, deleteRedirected, findMissingPage } from './missing-pages.ts';
import { planImport } from './plan-import.ts';
import type { ImportPlan } from './plan-import.ts';
import { maxCsvBytes, readCsv } from './redirect-csv.ts';
import { sentId, sentText } from '../../kernel/input-kinds.ts';
import { findRedirectToChange, findSourceToChange } from './store.ts';
import type { Redirect } from './model.ts';
import { redirectStatuses } from './model.ts';
import * as store from './store.ts';

export const redirectFields = z.strictObject({
  source: sentText(2000),
  /** Empty for 410. */
  target: sentText(2000).default(''),
  status: z.literal(redirectStatuses).default(301),
});

/** Adds a redirect, permanent by default; returns its id. Throws the writer's errors for a missing target, a loop, or a taken source. */
export async function createRedirect(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof redirectFields>,
): Promise<number> {
  const redirect = readInput(redirectFields, input, 'the redirect');
  demand(manageRedirects, actor, undefined);
  const id = await store.addRedirect(tx, redirect);
  await deleteRedirected(tx, [redirect.source]);
  await noteChange(tx, actor, {
    verb: 'create',
    kind: 'redirect',
    itemId: id,
    summary: `${redirect.source} → ${redirect.target || redirect.status}`,
  });
  return id;
}

const updateSchema = z.strictObject({ id: sentId, ...redirectFields.shape });

/** Replaces a redirect. Throws `StaleError` with both sides unless `from` is the current revision, and the writer's errors. */
export async function updateRedirect(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof updateSchema>,
  from: From,
): Promise<void> {
  const { id, ...sent } = readInput(updateSchema, input, 'the redirect');
  demand(manageRedirects, actor, undefined);
  const theirs = await findRedirectToChange(tx, id);
  if (!theirs) throw new NotFoundError(`There is no redirect ${id}.`, 'redirect_not_found');
  refuseStale(`the redirect from ${theirs.source}`, { mine: sent, theirs }, from);
  const fields = Object.keys(changedFields(sent, theirs));
  if (fields.length === 0) return;
  await store.updateRedirect(tx, id, sent);
  await deleteRedirected(tx, [sent.source]);
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'redirect',
    itemId: id,
    summary: `${theirs.source}: ${fields.join(', ')}`,
  });
}

const deletionSchema = z.strictObject({ id: sentId });

/** Deletes a redirect. Throws `StaleError` with both sides unless `from` is the current revision. */
export async function deleteRedirect(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof deletionSchema>,
  from: From,
): Promise<void> {
  const { id } = readInput(deletionSchema, input, 'the redirect');
  demand(manageRedirects, actor, undefined);
  const theirs = await findRedirectToChange(tx, id);
  if (!theirs) throw new NotFoundError(`There is no redirect ${id}.`, 'redirect_not_found');
  refuseStale(`the redirect from ${theirs.source}`, { mine: undefined, theirs }, from);
  await store.deleteRedirect(tx, id);
  await noteChange(tx, actor, { verb: 'delete', kind: 'redirect', itemId: id, summary: theirs.source });
}

export async function redirectOfSource(
  tx: Tx,
  actor: Actor | undefined,
  source: string,
): Promise<Redirect | undefined> {
  demand(manageRedirects, actor, undefined);
  return findSourceToChange(tx, source);
}

const importSchema = z.strictObject({ csv: sentText(maxCsvBytes) });

/** Previews the import of a file. Throws `InvalidInputError` for a file that can't be read. */
export async function planRedirectImport(
  read: Reader,
  actor: Actor | undefined,
  input: z.input<typeof importSchema>,
  siteUrl: string,
): Promise<ImportPlan> {
  const { csv } = readInput(importSchema, input, 'the file');
  demand(manageRedirects, actor, undefined);
  return planImport(readCsv(csv), await store.readAllRedirects(read), siteUrl);
}

/**
 * Adds and changes all redirects of a file, or none. `expected`: called with the plan, false if it is not the one that
 * the user saw (`StaleError`). Throws `InvalidInputError` with the number of each refused line.
 */
export async function importRedirects(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof importSchema>,
  siteUrl: string,
  isExpected: (plan: ImportPlan) => boolean = () => true,
): Promise<ImportPlan> {
  demand(manageRedirects, actor, undefined);
  await store.holdRedirects(tx);
  const plan = await planRedirectImport(tx.db, actor, input, siteUrl);
  if (!isExpected(plan))
    throw new StaleError('The redirects were changed since the preview. Nothing was imported.', {
      mine: undefined,
      theirs: plan,
    });
  if (plan.refused.length > 0) {
    const lines = plan.refused.slice(0, maxNamedLines).map(({ line, message }) => `Line ${line}: ${message}`);
    const more = plan.refused.length - lines.length;
    throw new InvalidInputError(
      `Nothing was imported. ${lines.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`,
      'redirects_refused',
    );
  }
  if (plan.added.length + plan.changed.length === 0) return plan;
  await store.storeImported(
    tx,
    plan.added,
    plan.changed.map((one) => ({ ...one, id: one.before.id })),
  );
  await deleteRedirected(
    tx,
    plan.added.map(({ source }) => source),
  );
  await noteChange(tx, actor, {
    verb: 'import',
    kind: 'redirect',
    itemId: 0,
    summary: `${plan.added.length} added, ${plan.changed.length} changed`,
  });
  return plan;
}

const maxNamedLines = 20;

/** Deletes the counts of a path without a page; they begin again with its next request. */
export async function dismissMissingPage(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof deletionSchema>,
): Promise<void> {
  const { id } = readInput(deletionSchema, input, 'the path');
  demand(manageRedirects, actor, undefined);
  const found = await findMissingPage(tx.db, id);
  if (!found) throw new NotFoundError('This path is no longer listed.', 'missing_page_not_found');
  await deleteMissingPage(tx, found.path);
  await noteChange(tx, actor, {
    verb: 'delete',
    kind: 'redirect',
    itemId: 0,
    summary: `Not found: ${found.path}`,
  });
}
