import { resolve } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { callerFolder, siteUrlOf } from '../config.ts';
import { asItStands } from '../kernel/command.ts';
import { findTemplate, listTemplates } from '../modules/templates/reader.ts';
import { findTemplateRevision, listTemplateRevisions } from '../modules/templates/revisions.ts';
import type { TemplateRevision } from '../modules/templates/revisions.ts';
import { saveTemplate, restoreTemplate } from '../modules/templates/template-commands.ts';
import { createTextWorkers } from '../modules/posts/prepare-text.ts';
import {
  cleanTemplateAhead,
  longestDocument,
  longestFile,
  readTemplateFile,
} from '../modules/templates/template-input.ts';
import { operator } from '../modules/users/role.ts';
import { findUsers } from '../modules/users/reader.ts';
import type { Database, Reader } from '../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError, ConflictError } from '../lib/errors.ts';
import { harmless } from '../lib/visible-name.ts';
import { positive } from '../lib/numbers.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { readUpTo, minute } from './terminal.ts';
import { listWarnings, warningsOfTemplate } from '../site/pages/template-warnings.ts';
import { answersInLines } from './with-database.ts';
import { findChange, keptChanges, listChanges } from '../modules/templates/changes.ts';
import { importTemplates, exportTemplate } from '../modules/templates/template-files.ts';
import { tellChanges } from '../modules/templates/tell-changes.ts';
import { undoTemplateChange } from '../modules/templates/undo-change.ts';
import { englishWarning } from '../lib/template-texts.ts';
import type { TemplateWarning } from '../lib/template-texts.ts';

export const templateCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- template list',
    '       npm run broadsheet -- template show ID [REVISION]',
    '       npm run broadsheet -- template save ID FILE [--title TITLE] [--from N]',
    '       npm run broadsheet -- template revisions ID',
    '       npm run broadsheet -- template restore ID REVISION [--from N]',
    '       npm run broadsheet -- template history [ID]',
    '       npm run broadsheet -- template undo CHANGE [--from N]',
    '       npm run broadsheet -- template export ID FILE',
    '       npm run broadsheet -- template import FILE',
    '',
    '  ID        number of a template; list shows it',
    '  FILE      its document: block markup, as show prints it; of export and import a file with all that it needs: header, footer, patterns',
    '  REVISION  number of one of its earlier states; revisions shows it, the newest first',
    '  CHANGE    number of something that was changed, of templates or of what pages have; history shows them, the newest first',
    '  --title   what it is called from then on',
    '  --from    how often it had been saved when you began, as list shows it: what others have saved since is not overwritten then;',
    '            of undo what stands there: the template that a page or kind of pages has (0: none), or how often the template had been saved',
    '',
    'Each save keeps what was there and what is there then. A server may run meanwhile: readers see the change at once.',
  ].join('\n'),
  run: answersInLines(readArguments, (database, asked, config) =>
    runTemplate(database, asked, {
      folder: callerFolder(process.env),
      isTerminal: process.stdout.isTTY,
      siteUrl: siteUrlOf(config),
    }),
  ),
};

export type TemplateRequest =
  | { readonly action: 'list' }
  | { readonly action: 'show'; readonly id: number; readonly revision?: number | undefined }
  | { readonly action: 'revisions'; readonly id: number }
  | { readonly action: 'history'; readonly id?: number | undefined }
  | { readonly action: 'undo'; readonly change: number; readonly from?: number | undefined }
  | { readonly action: 'export'; readonly id: number; readonly file: string }
  | { readonly action: 'import'; readonly file: string }
  | {
      readonly action: 'save';
      readonly id: number;
      readonly file: string;
      readonly title?: string | undefined;
      readonly from?: number | undefined;
    }
  | {
      readonly action: 'restore';
      readonly id: number;
      readonly revision: number;
      readonly from?: number | undefined;
    };

const actions = [
  'list',
  'show',
  'save',
  'revisions',
  'restore',
  'history',
  'undo',
  'export',
  'import',
] as const satisfies readonly TemplateRequest['action'][];
const mostRevisions = 100;

/** Parses the arguments of `template`; throws `UsageError`. */
export function readArguments(args: readonly string[]): TemplateRequest {
  const {
    values,
    positionals: [word, ...words],
  } = readWords(args, { title: { type: 'string' }, from: { type: 'string' } });
  const action = actions.find((one) => one === word);
  if (!action)
    throw new UsageError(
      word === undefined
        ? `Say what to do: ${actions.join(', ')}.`
        : `template can ${actions.join(', ')}, not "${word}".`,
    );
  if (values.title !== undefined && action !== 'save') throw new UsageError('--title goes with save only.');
  if (values.from !== undefined && action !== 'save' && action !== 'restore' && action !== 'undo') {
    throw new UsageError('--from goes with save, restore and undo only.');
  }
  const number = (what: string, text: string | undefined) => {
    const found = positive(text);
    if (found === undefined)
      throw new UsageError(
        `template ${action} takes ${what}${text === undefined ? '' : `, and "${text}" is none`}.`,
      );
    return found;
  };
  const takeNoMoreThan = (most: number) => {
    if (words.length > most)
      throw new UsageError(`template ${action} takes no further word, and got "${words[most]}".`);
  };
  if (action === 'undo') {
    const isNone = values.from === '0';
    const change = number('the number of a change', words[0]);
    takeNoMoreThan(1);
    return {
      action,
      change,
      from: isNone
        ? 0
        : values.from === undefined
          ? undefined
          : number('a whole number after --from', values.from),
    };
  }
  const from =
    values.from === undefined ? undefined : number('a whole number from 1 after --from', values.from);
  if (action === 'list') {
    takeNoMoreThan(0);
    return { action };
  }
  if (action === 'history') {
    takeNoMoreThan(1);
    return { action, id: words[0] === undefined ? undefined : number('the number of a template', words[0]) };
  }
  if (action === 'import') {
    takeNoMoreThan(1);
    if (words[0] === undefined)
      throw new UsageError('template import takes the file that template export wrote.');
    return { action, file: words[0] };
  }
  const id = number('the number of a template', words[0]);
  takeNoMoreThan(action === 'revisions' ? 1 : 2);
  const second = words[1];
  switch (action) {
    case 'revisions':
      return { action, id };
    case 'show':
      return {
        action,
        id,
        revision: second === undefined ? undefined : number('the number of a revision', second),
      };
    case 'restore':
      return { action, id, revision: number('the number of a revision', second), from };
    case 'export':
      if (second === undefined) throw new UsageError('template export takes the file that is to be written.');
      return { action, id, file: second };
    case 'save':
      if (second === undefined) throw new UsageError('template save takes the file that holds the document.');
      return { action, id, file: second, title: values.title, from };
  }
}

interface Surroundings {
  readonly folder: string;
  /** Whether the output is a terminal; documents are then printed without control characters. */
  readonly isTerminal: boolean;
  /** URL of the site, which replaces the other site's URL in imported files. */
  readonly siteUrl: string;
}

/** Returns the lines to print. Throws `NotFoundError` for unknown ids and the commands' errors; nothing is changed then. */
export async function runTemplate(
  database: Database,
  asked: TemplateRequest,
  { folder, isTerminal, siteUrl }: Surroundings,
): Promise<string[]> {
  const { read } = database;
  switch (asked.action) {
    case 'history':
      return listHistory(database, asked.id);
    case 'undo':
      return undoOne(database, asked.change, asked.from);
    case 'export':
      return exportOne(database, asked.id, resolve(folder, asked.file), siteUrl);
    case 'import':
      return importOne(database, resolve(folder, asked.file), siteUrl);
    default:
  }
  if (asked.action === 'list') {
    const templates = await listTemplates(read);
    if (templates.length === 0) return ['There is no template; pages have the built-in ones.'];
    const warnings = await listWarnings(read);
    return templates.flatMap(({ id, type, isMobile, revision, updatedAt, title }) => [
      `${id}  ${type}${isMobile ? ' (phones)' : ''}  saved ${revision} ${revision === 1 ? 'time' : 'times'}, ${minute(updatedAt)}  ${harmless(title)}`,
      ...(warnings.get(id) ?? []).map((warning) => `    ${warningLine(warning)}`),
    ]);
  }
  const template = await findTemplate(read, asked.id);
  if (!template)
    throw new NotFoundError(`There is no template ${asked.id}; template list shows those that there are.`);
  const { id } = template;
  if (asked.action === 'show') {
    const { content } = asked.revision === undefined ? template : await revisionOf(read, id, asked.revision);
    return isTerminal ? content.split('\n').map(harmless) : [content];
  }
  if (asked.action === 'revisions') {
    const { revisions, total } = await listTemplateRevisions(read, id, { limit: mostRevisions });
    if (total === 0) return ['Nothing is kept of it: nobody has saved it since it came here.'];
    const users = await findUsers(
      read,
      revisions.map(({ authorId }) => authorId),
    );
    return [
      ...revisions.map(
        ({ id: number, createdAt, authorId, title }) =>
          `${number}  ${minute(createdAt)}  ${harmless(title)}${users.has(authorId) ? `, by ${harmless(users.get(authorId)?.displayName ?? '')}` : ''}`,
      ),
      ...(total > revisions.length ? [`… and ${total - revisions.length} older ones.`] : []),
    ];
  }
  const content =
    asked.action === 'save'
      ? await readDocument(resolve(folder, asked.file))
      : (await revisionOf(read, id, asked.revision)).content;
  const ahead = await cleanTemplateAhead({ database, textWorkers: createTextWorkers() }, operator(), {
    id,
    content,
  });
  const before = template.revision;
  const from = asked.from ?? asItStands;
  await database.write(async (tx) => {
    if (asked.action === 'restore')
      await restoreTemplate(tx, operator(), { id: asked.revision }, from, ahead);
    else
      await saveTemplate(
        tx,
        operator(),
        { id, content, ...(asked.title === undefined ? {} : { title: asked.title }) },
        from,
        ahead,
      );
  });
  const after = (await findTemplate(read, id))?.revision ?? before;
  return [
    after === before
      ? `Template ${id} says that already.`
      : `Template ${id} is saved, ${after} times by now.`,
    ...(await warningLines(read, id)),
  ];
}

async function revisionOf(read: Reader, id: number, number: number): Promise<TemplateRevision> {
  const revision = await findTemplateRevision(read, number);
  if (revision?.templateId !== id)
    throw new NotFoundError(
      `Template ${id} has no revision ${number}; template revisions ${id} shows those that it has.`,
    );
  return revision;
}

/** Reads a document without its final line break, which `show` adds. */
async function readDocument(path: string): Promise<string> {
  const bytes = await readUpTo(path, 4 * longestDocument, 'Nothing was saved.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\n$/, '');
  } catch (error) {
    if (error instanceof TypeError)
      throw new InvalidInputError(`${path} is no text in UTF-8. Nothing was saved.`);
    throw error;
  }
}

const mostChanges = 100;

/** Changes of templates and their assignments, newest first; of one template if `templateId` is given. */
export async function listHistory({ read }: Database, templateId: number | undefined): Promise<string[]> {
  const found = await listChanges(read, { templateId, limit: mostChanges + 1 });
  if (found.length === 0) return ['Nothing has been changed, as far as is known.'];
  const told = await tellChanges(read, operator(), found.slice(0, mostChanges));
  return [
    ...told.map(
      ({ change: { id, createdAt }, who, what, isUndone }) =>
        `${id}  ${minute(createdAt)}  ${harmless(what)}${who === '' ? '' : `, by ${harmless(who)}`}${isUndone ? ' (undone since)' : ''}`,
    ),
    ...(found.length > mostChanges
      ? [`… and older ones; ${keptChanges} of each kind of page are kept.`]
      : []),
  ];
}

/** Undoes a change. `from`: the revision it was based on; the current one when undefined. */
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

/** Writes a template with everything it uses to a new file. */
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

/** Creates a template from an exported file; it is not assigned to any page. */
export async function importOne(database: Database, path: string, siteUrl: string): Promise<string[]> {
  const file = readTemplateFile(await readJson(path));
  const source = { database, textWorkers: createTextWorkers() };
  const aheads = await Promise.all(
    file.templates.map(({ content }) => cleanTemplateAhead(source, operator(), { content })),
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

export const warningLine = (warning: TemplateWarning): string =>
  harmless(`Warning: ${englishWarning(warning)}`);

export async function warningLines(read: Reader, id: number): Promise<string[]> {
  return ((await warningsOfTemplate(read, id)) ?? []).map(warningLine);
}
