import { writeFile } from 'node:fs/promises';
import { asItStands } from '../kernel/command.ts';
import { findChange, keptChanges, listChanges } from '../modules/templates/changes.ts';
import { exportTemplate } from '../modules/templates/export-template.ts';
import { importTemplates } from '../modules/templates/import-templates.ts';
import { longestFile, readTemplateFile } from '../modules/templates/template-file.ts';
import { tellChanges } from '../modules/templates/tell-changes.ts';
import { cleanTemplateAhead } from '../modules/templates/template-input.ts';
import { undoTemplateChange } from '../modules/templates/undo-change.ts';
import { operator } from '../modules/users/operator.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../lib/errors.ts';
import { harmless } from '../lib/harmless.ts';
import { minute } from './minute.ts';
import { warningLines } from './template-warning-lines.ts';
import { readUpTo } from './read-up-to.ts';

/** Changes that are listed. */
const mostListed = 100;

/** What was changed of templates and of what pages have, the newest first; `templateId`: of this one alone. */
export async function listHistory({ read }: Database, templateId: number | undefined): Promise<string[]> {
  const found = await listChanges(read, { templateId, limit: mostListed + 1 });
  if (found.length === 0) return ['Nothing has been changed, as far as is known.'];
  const told = await tellChanges(read, operator(), found.slice(0, mostListed));
  return [
    ...told.map(
      ({ change: { id, createdAt }, who, what, isUndone }) =>
        `${id}  ${minute(createdAt)}  ${harmless(what)}${who === '' ? '' : `, by ${harmless(who)}`}${isUndone ? ' (undone since)' : ''}`,
    ),
    ...(found.length > mostListed ? [`… and older ones; ${keptChanges} of each kind of page are kept.`] : []),
  ];
}

/** Takes a change back. `from`: what stood there when somebody looked; undefined: what stands there now. */
export async function undoOne(database: Database, id: number, from: number | undefined): Promise<string[]> {
  if (!(await findChange(database.read, id)))
    throw new NotFoundError(`There is no change ${id}; template history shows those that there are.`);
  const { id: made, left } = await database.write((tx) =>
    undoTemplateChange(tx, operator(), { id }, from ?? asItStands),
  );
  const change = made === 0 ? undefined : await findChange(database.read, made);
  return [
    made === 0
      ? `Change ${id} is undone already.`
      : `Change ${id} is undone; to have it again, undo ${made}.`,
    ...(left.length === 0
      ? []
      : [`${left.length} pages or kinds of pages have got another template since, and keep it.`]),
    ...(change ? await warningLines(database.read, change.templateId) : []),
  ];
}

/** Writes a template with all that it needs into a file that is not there yet. */
export async function exportOne(
  { read }: Database,
  id: number,
  path: string,
  siteUrl: string,
): Promise<string[]> {
  const file = await exportTemplate(read, operator(), id, siteUrl);
  await writeFile(path, `${JSON.stringify(file, undefined, 2)}\n`, { flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST')
        throw new ConflictError(`There is a file ${path} already. Nothing was written.`);
      if (error.code === 'ENOENT')
        throw new NotFoundError(`There is no folder for ${path}. Nothing was written.`);
      throw error;
    },
  );
  return [
    `Template ${id} is in ${path}, with ${file.templates.length - 1} other templates and ${file.patterns.length} patterns.`,
  ];
}

/** Makes a template here of such a file; it lays out nothing until somebody says so. */
export async function importOne(database: Database, path: string, siteUrl: string): Promise<string[]> {
  const file = readTemplateFile(await readJson(path));
  const aheads = await Promise.all(
    file.templates.map(({ content }) => cleanTemplateAhead(database.read, operator(), { content })),
  );
  const made = await database.write((tx) =>
    importTemplates(
      tx,
      operator(),
      { file, siteUrl },
      0,
      aheads.filter((one) => one !== undefined),
    ),
  );
  return [
    `Template ${made.id} is here: ${harmless(made.title)}, with ${made.templateIds.length - 1} other templates and ${made.patternIds.length} patterns.`,
    'No page has it yet: the template panel above a page gives it to pages.',
    ...(await warningLines(database.read, made.id)),
  ];
}

async function readJson(path: string): Promise<unknown> {
  const bytes = await readUpTo(path, longestFile, 'Nothing was imported.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw new InvalidInputError(`${path} is no file of a template. Nothing was imported.`);
    throw error;
  }
}
