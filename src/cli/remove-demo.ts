import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { join } from 'node:path';
import { deleteComment } from '../modules/comments/store.ts';
import { findPathsOf } from '../modules/media/media-files.ts';
import { deleteMenu } from '../modules/menus/store.ts';
import { deletePost } from '../modules/posts/writer.ts';
import { saveSettings } from '../modules/settings/store.ts';
import { deleteTemplate } from '../modules/templates/writer.ts';
import { deleteTerm } from '../modules/terms/writer.ts';
import { administrator } from '../modules/users/role.ts';
import { deleteUser } from '../modules/users/writer.ts';
import type { Database, Tx } from '../kernel/db/open-database.ts';
import { BatchWriter } from '../import/batch-writer.ts';
import { demoSource, Ledger } from '../modules/imports/ledger.ts';
import type { LedgerKind } from '../modules/imports/ledger.ts';
import { ConflictError, messageOf } from '../lib/errors.ts';
import { findSeeded, stateOfSeeded } from './demo-state.ts';
import type { SeededItem } from './demo-state.ts';

/** Order of deletion: dependent rows first. */
const order: readonly LedgerKind[] = ['menu', 'comment', 'post', 'term', 'template', 'user', 'site'];
const shownEdits = 10;

/**
 * Removes the demo from a site without other content and returns lines to print. Does nothing on a site without the
 * demo or with an import. Throws `ConflictError` when content was edited or added.
 */
export async function removeDemo(database: Database, dataDir: string): Promise<string[]> {
  const items = await findSeeded(database.read);
  const imported = await database.read
    .selectFrom('import_item')
    .select('source')
    .where('source', '<>', demoSource)
    .limit(1)
    .executeTakeFirst();
  if (items.length === 0 || imported) return [];
  const edits = [...(await findEdits(database, items)), ...(await findAdditions(database, items))];
  if (edits.length > 0) {
    const more = edits.length > shownEdits ? ` and ${edits.length - shownEdits} more` : '';
    throw new ConflictError(
      `This site contains the demo magazine and changes of yours: ${edits.slice(0, shownEdits).join(', ')}${more}. Use --keep-demo to import in addition to it, ` +
        'or a new DATA_DIR or DATABASE_URL.',
    );
  }
  await remove(database, dataDir, items);
  const count = (kind: LedgerKind) => items.filter((item) => item.kind === kind).length;
  return [
    `Removed the unedited demo magazine: ${count('post')} posts, pages and media files, ${count('comment')} comments, ${count('term')} terms, ` +
      `${count('user')} authors, ${count('menu')} menus, ${count('template')} templates, ${count('site')} settings. (Use --keep-demo to keep it.)`,
  ];
}

/** Demo rows edited since seeding; deleted ones don't count. */
async function findEdits({ read }: Database, items: readonly SeededItem[]): Promise<string[]> {
  const edits: string[] = [];
  for (const item of items) {
    const current = await stateOfSeeded(read, item);
    if (current !== undefined && current !== item.state) {
      edits.push(
        `${item.kind === 'site' ? 'the setting' : `the demo's ${item.kind}`} "${item.externalId}" (edited)`,
      );
    }
  }
  return edits;
}

async function findAdditions({ read }: Database, items: readonly SeededItem[]): Promise<string[]> {
  const seeded = (kind: LedgerKind) =>
    new Set(items.filter((item) => item.kind === kind).map(({ localId }) => localId));
  const [posts, comments, users, terms, menus, templates] = await Promise.all([
    read.selectFrom('post').select(['id', 'type', 'title']).execute(),
    read.selectFrom('comment').select(['id', 'author_name']).execute(),
    read.selectFrom('user').select(['id', 'login', 'roles']).execute(),
    read.selectFrom('term').select(['id', 'taxonomy', 'name']).execute(),
    read.selectFrom('menu').select(['id', 'name']).execute(),
    // Those of own types belong to the type, which stays.
    read
      .selectFrom('template')
      .select(['id', 'title'])
      .where('id', 'not in', (eb) =>
        eb
          .selectFrom('template_assignment')
          .innerJoin('content_type', (on) =>
            on.on(
              sql<boolean>`template_assignment.kind in ('cpt:' || content_type.name, 'cpt_tax:' || content_type.name)`,
            ),
          )
          .select('template_id'),
      )
      .execute(),
  ]);
  const added = <Row extends { readonly id: number }>(
    kind: LedgerKind,
    rows: readonly Row[],
    say: (row: Row) => string,
  ) => {
    const known = seeded(kind);
    return rows.filter(({ id }) => !known.has(id)).map(say);
  };
  return [
    ...added('post', posts, ({ type, title }) => `the ${type} "${title}"`),
    ...added('comment', comments, (comment) => `a comment by ${comment.author_name || 'Anonymous'}`),
    ...added(
      'user',
      users.filter(({ roles }) => !roles.includes(administrator)),
      ({ login }) => `the user "${login}"`,
    ),
    ...added('term', terms, ({ taxonomy, name }) => `the ${taxonomy} "${name}"`),
    ...added('menu', menus, ({ name }) => `the menu "${name}"`),
    ...added('template', templates, ({ title }) => `the template "${title}"`),
  ];
}

/** Each row is deleted together with its ledger entry, so an interrupted removal can be resumed. */
async function remove(database: Database, dataDir: string, items: readonly SeededItem[]): Promise<void> {
  const batches = new BatchWriter(database, { begin: () => {}, commit: () => {} });
  const ledger = new Ledger(demoSource);
  const deletedFiles: string[] = [];
  // Newest first: children were created after their parents.
  const ordered = items.toSorted(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || b.localId - a.localId,
  );
  for (const item of ordered) {
    let files: readonly string[] = [];
    await batches.add({
      work: async (tx) => {
        // Read within the transaction, since sizes may be generated concurrently.
        files = item.kind === 'post' ? await findPathsOf(tx.db, item.localId) : [];
        await removeOne(tx, item);
        await ledger.forget(tx, item.kind, item.externalId);
      },
      done: () => void deletedFiles.push(...files),
      failed: (reason) => {
        throw new ConflictError(
          `The demo’s ${item.kind} "${item.externalId}" could not be removed: ${reason}`,
        );
      },
    });
  }
  await batches.finish();
  for (const name of deletedFiles) {
    await rm(join(dataDir, 'media', name), { force: true }).catch((error: unknown) =>
      console.warn(`The demo file ${name} could not be removed: ${messageOf(error)}`),
    );
  }
}

async function removeOne(tx: Tx, { kind, externalId, localId }: SeededItem): Promise<void> {
  if (kind === 'post') await deletePost(tx, localId);
  else if (kind === 'comment') await deleteComment(tx, localId);
  else if (kind === 'term') await deleteTerm(tx, localId);
  else if (kind === 'user') await deleteUser(tx, localId);
  else if (kind === 'template') await deleteTemplate(tx, localId);
  else if (kind === 'site') await saveSettings(tx, { [externalId]: null });
  else if (kind === 'menu') await deleteMenu(tx, localId);
}
