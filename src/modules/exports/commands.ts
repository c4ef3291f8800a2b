import { z } from 'zod';
import { noteChange, readInput } from '../../kernel/command.ts';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { sentId, sentText } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { fromLocal } from '../../lib/dates.ts';
import { postStatuses } from '../posts/index.ts';
import { readSettings } from '../settings/index.ts';
import { findIdsWithBelow, findTerms } from '../terms/index.ts';
import { registeredTypes, sectionTaxonomy } from '../types/index.ts';
import { findUser } from '../users/index.ts';
import { exportContent } from './policy.ts';
import { hasType } from './store.ts';
import type { ExportFilter } from './store.ts';

const dayMs = 86_400_000;
/** A category with its subcategories; a query names each id several times. */
const maxCategories = 5000;

const exportStatuses = postStatuses.filter((status) => status !== 'auto-draft');

const isoDay = sentText(10).refine(isDay, 'expected a date such as 2026-11-29');

const exportFields = z.strictObject({
  type: sentText(100).optional(),
  author: sentId.optional(),
  category: sentId.optional(),
  /** First and last day, in the site's time zone. */
  from: isoDay.optional(),
  to: isoDay.optional(),
  status: z.enum(exportStatuses).optional(),
});

export type ExportInput = z.input<typeof exportFields>;

/**
 * The filter of an export. Throws `InvalidInputError` for unknown types, authors and categories, and for dates in the
 * wrong order.
 */
export async function checkExport(
  read: Reader,
  actor: Actor | undefined,
  input: ExportInput,
): Promise<ExportFilter> {
  demand(exportContent, actor, undefined);
  const { type, author, category, from, to, status } = readInput(exportFields, input, 'the export');
  if (from !== undefined && to !== undefined && from > to)
    throw invalid('from', 'The start date is after the end date.');
  if (type !== undefined && !isRegistered(type) && !(await hasType(read, type)))
    throw invalid('type', `There is no post type "${type}".`);
  if (author !== undefined && !(await findUser(read, author)))
    throw invalid('author', `There is no user ${author}.`);
  if (
    category !== undefined &&
    (await findTerms(read, [category])).get(category)?.taxonomy !== sectionTaxonomy
  )
    throw invalid('category', `There is no category ${category}.`);
  const { timezone_string: zone } = (await readSettings(read)).settings;
  return {
    ...(type === undefined ? {} : { type }),
    ...(author === undefined ? {} : { authorId: author }),
    ...(category === undefined
      ? {}
      : { categoryIds: await findIdsWithBelow(read, [category], maxCategories) }),
    ...(from === undefined ? {} : { from: fromLocal(Date.parse(from), zone) }),
    ...(to === undefined ? {} : { before: fromLocal(Date.parse(to) + dayMs, zone) }),
    ...(status === undefined ? {} : { status }),
  };
}

/** Like `checkExport`, and logs the export. */
export async function startExport(
  tx: Tx,
  actor: Actor | undefined,
  input: ExportInput,
): Promise<ExportFilter> {
  demand(exportContent, actor, undefined);
  const filter = await checkExport(tx.db, actor, input);
  await noteChange(tx, actor, {
    verb: 'create',
    kind: 'site',
    itemId: 0,
    summary: `Export: ${describeInput(input)}`,
  });
  return filter;
}

const isRegistered = (type: string) => registeredTypes().some(({ name }) => name === type);

/** Whether a text is an existing day, such as `2026-02-28`, of a four-digit year. */
function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

const invalid = (field: string, message: string) =>
  new InvalidInputError(message, 'rest_invalid_param', { [field]: message });

function describeInput(input: ExportInput): string {
  const set = Object.entries(input).filter(([, value]) => value !== undefined);
  return set.length === 0 ? 'all content' : set.map(([name, value]) => `${name} ${value}`).join(', ');
}
