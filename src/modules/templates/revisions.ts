import type { Reader, Tx } from '../../kernel/db/open-database.ts';

export interface TemplateRevisionSummary {
  readonly id: number;
  readonly templateId: number;
  /** 0: the command line, an import, or unknown. */
  readonly authorId: number;
  readonly title: string;
  /** Milliseconds. */
  readonly createdAt: number;
}

export interface TemplateRevision extends TemplateRevisionSummary {
  readonly content: string;
}

const summaryColumns = [
  'id',
  'template_id as templateId',
  'author_id as authorId',
  'title',
  'created_at as createdAt',
] as const;

/** Revisions retained per template; older ones are deleted. */
export const maxTemplateRevisions = 100;

/**
 * Stores the template's current state as a revision, unless the newest one is the same, and deletes the oldest beyond a
 * hundred. Returns the revision's id. `createdAt`: time of the template's last change.
 */
export async function keepTemplateRevision(
  tx: Tx,
  id: number,
  authorId: number,
  createdAt = Date.now(),
): Promise<number> {
  const { title, content } = await tx.db
    .selectFrom('template')
    .select(['title', 'content'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const newest = await tx.db
    .selectFrom('template_revision')
    .select(['id', 'title', 'content'])
    .where('template_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest && newest.title === title && newest.content === content) return newest.id;
  const stored = await tx.db
    .insertInto('template_revision')
    .values({ template_id: id, author_id: authorId, title, content, created_at: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  const over = await tx.db
    .selectFrom('template_revision')
    .select('id')
    .where('template_id', '=', id)
    .orderBy('id', 'desc')
    .offset(maxTemplateRevisions)
    .limit(maxTemplateRevisions)
    .execute();
  if (over.length > 0)
    await tx.db
      .deleteFrom('template_revision')
      .where(
        'id',
        'in',
        over.map((row) => row.id),
      )
      .execute();
  return stored.id;
}

export async function listTemplateRevisions(
  read: Reader,
  templateId: number,
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Promise<{ revisions: TemplateRevisionSummary[]; total: number }> {
  const [revisions, counted] = await Promise.all([
    read
      .selectFrom('template_revision')
      .select(summaryColumns)
      .where('template_id', '=', templateId)
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    read
      .selectFrom('template_revision')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('template_id', '=', templateId)
      .executeTakeFirstOrThrow(),
  ]);
  return { revisions, total: Number(counted.total) };
}

export async function findTemplateRevision(read: Reader, id: number): Promise<TemplateRevision | undefined> {
  return read
    .selectFrom('template_revision')
    .select([...summaryColumns, 'content'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Those of these revisions whose document equals the template's current one, even if another revision wrote it. */
export async function findCurrentRevisions(
  read: Reader,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await read
    .selectFrom('template_revision')
    .innerJoin('template', 'template.id', 'template_revision.template_id')
    .select('template_revision.id')
    .where('template_revision.id', 'in', ids)
    .whereRef('template_revision.content', '=', 'template.content')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function removeTemplateRevisions(tx: Tx, templateId: number): Promise<void> {
  await tx.db.deleteFrom('template_revision').where('template_id', '=', templateId).execute();
}

/** Reassigns a deleted user's revisions to another user (0: none). */
export async function reassignTemplateRevisions(tx: Tx, from: number, to: number): Promise<void> {
  await tx.db.updateTable('template_revision').set({ author_id: to }).where('author_id', '=', from).execute();
}
