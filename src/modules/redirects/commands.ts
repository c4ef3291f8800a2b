import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput, changedFields, refuseStale } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { manageRedirects } from './policy.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { sentId, sentText } from '../../kernel/input-kinds.ts';
import { findRedirectToChange, findSourceToChange } from './store.ts';
import type { Redirect } from './model.ts';
import { redirectStatuses } from './model.ts';
import * as store from './store.ts';

const redirectFields = z.strictObject({
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
  from: number,
): Promise<void> {
  const { id, ...sent } = readInput(updateSchema, input, 'the redirect');
  demand(manageRedirects, actor, undefined);
  const theirs = await findRedirectToChange(tx, id);
  if (!theirs) throw new NotFoundError(`There is no redirect ${id}.`, 'redirect_not_found');
  refuseStale(`the redirect from ${theirs.source}`, { mine: sent, theirs }, from);
  const fields = Object.keys(changedFields(sent, theirs));
  if (fields.length === 0) return;
  await store.updateRedirect(tx, id, sent);
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
  from: number,
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
