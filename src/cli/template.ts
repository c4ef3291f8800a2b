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
  maxDocumentLength,
  maxFileLength,
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
import { findChange, maxTemplateChanges, listChanges } from '../modules/templates/changes.ts';
import { importTemplates, exportTemplate } from '../modules/templates/template-files.ts';
import { describeChanges } from '../modules/templates/describe-changes.ts';
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
    '  ID        template ID, as shown by list',
    '  FILE      document of the template: block markup, as printed by show; for export and import, a file with everything it uses: header, footer, patterns',
    '  REVISION  revision number, as shown by revisions (newest first)',
    '  CHANGE    number of a change to templates or their assignment to pages, as shown by history (newest first)',
    '  --title   new title',
    '  --from    save count that your edit is based on, as shown by list; the command fails if others have saved since.',
    '            For undo, the current state: the assigned template (0: none), or the save count of the template',
    '',
    'Each save stores both the previous and the new version. The server may be running: readers see changes immediately.',
  ].join('\n'),
  run: answersInLines(readArguments, (database, request, config) =>
    runTemplate(database, request, {
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
const maxRevisions = 100;

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
        ? `Missing action: ${actions.join(', ')}.`
        : `Unknown action "${word}" for template. Use ${actions.join(', ')}.`,
    );
  if (values.title !== undefined && action !== 'save') throw new UsageError('--title works only with save.');
  if (values.from !== undefined && action !== 'save' && action !== 'restore' && action !== 'undo') {
    throw new UsageError('--from works only with save, restore and undo.');
  }
  const number = (what: string, text: string | undefined) => {
    const found = positive(text);
    if (found === undefined)
      throw new UsageError(`template ${action} needs ${what}${text === undefined ? '' : `, not "${text}"`}.`);
    return found;
  };
  const takeNoMoreThan = (max: number) => {
    if (words.length > max)
      throw new UsageError(`template ${action} takes fewer arguments; "${words[max]}" is one too many.`);
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
      throw new UsageError('template import needs a file that template export wrote.');
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
      if (second === undefined) throw new UsageError('template export needs the file to write.');
      return { action, id, file: second };
    case 'save':
      if (second === undefined)
        throw new UsageError('template save needs the file that contains the document.');
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
  request: TemplateRequest,
  { folder, isTerminal, siteUrl }: Surroundings,
): Promise<string[]> {
  const { read } = database;
  switch (request.action) {
    case 'history':
      return listHistory(database, request.id);
    case 'undo':
      return undoOne(database, request.change, request.from);
    case 'export':
      return exportOne(database, request.id, resolve(folder, request.file), siteUrl);
    case 'import':
      return importOne(database, resolve(folder, request.file), siteUrl);
    default:
  }
  if (request.action === 'list') {
    const templates = await listTemplates(read);
    if (templates.length === 0) return ['No templates. Pages use the built-in ones.'];
    const warnings = await listWarnings(read);
    return templates.flatMap(({ id, type, isMobile, revision, updatedAt, title }) => [
      `${id}  ${type}${isMobile ? ' (phones)' : ''}  saved ${revision} ${revision === 1 ? 'time' : 'times'}, ${minute(updatedAt)}  ${harmless(title)}`,
      ...(warnings.get(id) ?? []).map((warning) => `    ${warningLine(warning)}`),
    ]);
  }
  const template = await findTemplate(read, request.id);
  if (!template)
    throw new NotFoundError(`Template ${request.id} not found. Use template list to see all templates.`);
  const { id } = template;
  if (request.action === 'show') {
    const { content } =
      request.revision === undefined ? template : await revisionOf(read, id, request.revision);
    return isTerminal ? content.split('\n').map(harmless) : [content];
  }
  if (request.action === 'revisions') {
    const { revisions, total } = await listTemplateRevisions(read, id, { limit: maxRevisions });
    if (total === 0)
      return ['No revisions: the template has not been saved since it was created or imported.'];
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
    request.action === 'save'
      ? await readDocument(resolve(folder, request.file))
      : (await revisionOf(read, id, request.revision)).content;
  const ahead = await cleanTemplateAhead({ database, textWorkers: createTextWorkers() }, operator(), {
    id,
    content,
  });
  const before = template.revision;
  const from = request.from ?? asItStands;
  await database.write(async (tx) => {
    if (request.action === 'restore')
      await restoreTemplate(tx, operator(), { id: request.revision }, from, ahead);
    else
      await saveTemplate(
        tx,
        operator(),
        { id, content, ...(request.title === undefined ? {} : { title: request.title }) },
        from,
        ahead,
      );
  });
  const after = (await findTemplate(read, id))?.revision ?? before;
  return [
    after === before
      ? `Template ${id} already has this content.`
      : `Template ${id} saved (save count: ${after}).`,
    ...(await warningLines(read, id)),
  ];
}

async function revisionOf(read: Reader, id: number, number: number): Promise<TemplateRevision> {
  const revision = await findTemplateRevision(read, number);
  if (revision?.templateId !== id)
    throw new NotFoundError(
      `Template ${id} has no revision ${number}. Use template revisions ${id} to see its revisions.`,
    );
  return revision;
}

/** Reads a document without its final line break, which `show` adds. */
async function readDocument(path: string): Promise<string> {
  const bytes = await readUpTo(path, 4 * maxDocumentLength, 'Nothing was saved.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\n$/, '');
  } catch (error) {
    if (error instanceof TypeError)
      throw new InvalidInputError(`${path} is not UTF-8 text. Nothing was saved.`);
    throw error;
  }
}

const maxChanges = 100;

/** Changes of templates and their assignments, newest first; of one template if `templateId` is given. */
export async function listHistory({ read }: Database, templateId: number | undefined): Promise<string[]> {
  const found = await listChanges(read, { templateId, limit: maxChanges + 1 });
  if (found.length === 0) return ['No changes recorded.'];
  const described = await describeChanges(read, operator(), found.slice(0, maxChanges));
  return [
    ...described.map(
      ({ change: { id, createdAt }, who, what, isUndone }) =>
        `${id}  ${minute(createdAt)}  ${harmless(what)}${who === '' ? '' : `, by ${harmless(who)}`}${isUndone ? ' (undone since)' : ''}`,
    ),
    ...(found.length > maxChanges
      ? [`… and older ones; ${maxTemplateChanges} per kind of page are retained.`]
      : []),
  ];
}

/** Undoes a change. `from`: the revision it was based on; the current one when undefined. */
export async function undoOne(database: Database, id: number, from: number | undefined): Promise<string[]> {
  if (!(await findChange(database.read, id)))
    throw new NotFoundError(`Change ${id} not found. Use template history to see all changes.`);
  const { id: made, left } = await database.write((tx) =>
    undoTemplateChange(tx, operator(), { id }, from ?? asItStands),
  );
  const change = made === 0 ? undefined : await findChange(database.read, made);
  return [
    made === 0 ? `Change ${id} is already undone.` : `Change ${id} undone. To redo it, undo change ${made}.`,
    ...(left.length === 0
      ? []
      : [`${left.length} pages or kinds of pages have been assigned another template since and keep it.`]),
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
        throw new ConflictError(`File ${path} already exists. Nothing was written.`);
      if (error.code === 'ENOENT')
        throw new NotFoundError(`The folder of ${path} does not exist. Nothing was written.`);
      throw error;
    },
  );
  return [
    `Exported template ${id} to ${path}, with ${file.templates.length - 1} other templates and ${file.patterns.length} patterns.`,
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
    `Imported template ${made.id}: ${harmless(made.title)}, with ${made.templateIds.length - 1} other templates and ${made.patternIds.length} patterns.`,
    'No page uses it yet. Assign it in the template panel above a page.',
    ...(await warningLines(database.read, made.id)),
  ];
}

async function readJson(path: string): Promise<unknown> {
  const bytes = await readUpTo(path, maxFileLength, 'Nothing was imported.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw new InvalidInputError(`${path} is not a template file. Nothing was imported.`);
    throw error;
  }
}

export const warningLine = (warning: TemplateWarning): string =>
  harmless(`Warning: ${englishWarning(warning)}`);

export async function warningLines(read: Reader, id: number): Promise<string[]> {
  return ((await warningsOfTemplate(read, id)) ?? []).map(warningLine);
}
