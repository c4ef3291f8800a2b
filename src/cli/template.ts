import { resolve } from 'node:path';
import { callerFolder, siteUrlOf } from '../config.ts';
import { asItStands } from '../kernel/command.ts';
import { findTemplate, listTemplates } from '../modules/templates/reader.ts';
import { restoreTemplate } from '../modules/templates/restore-template.ts';
import { findTemplateRevision, listTemplateRevisions } from '../modules/templates/revisions.ts';
import type { TemplateRevision } from '../modules/templates/revisions.ts';
import { saveTemplate } from '../modules/templates/save-template.ts';
import { cleanTemplateAhead, longestDocument } from '../modules/templates/template-input.ts';
import { operator } from '../modules/users/operator.ts';
import { findUsers } from '../modules/users/reader.ts';
import type { Database, Reader } from '../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../lib/errors.ts';
import { harmless } from '../lib/harmless.ts';
import { positive } from '../lib/numbers.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { minute } from './minute.ts';
import { readUpTo } from './read-up-to.ts';
import { warningLine, warningLines } from './template-warning-lines.ts';
import { listWarnings } from '../site/pages/template-warnings.ts';
import { exportOne, importOne, listHistory, undoOne } from './template-moves.ts';
import { answersInLines } from './with-database.ts';

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

/** What the command line asks for. */
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
/** Revisions that are listed. */
const mostListed = 100;

/** Reads the words after `template`; throws `UsageError` for what means nothing. */
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
  /** From where files are named. */
  readonly folder: string;
  /** Whether a terminal shows what is printed: documents are printed without what would do something to it. */
  readonly isTerminal: boolean;
  /** Address of the site: files from elsewhere get it in the place of theirs. */
  readonly siteUrl: string;
}

/** Does it; gives what to print. Throws `NotFoundError` for what is not there, and what the commands refuse; nothing is changed then. */
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
    const { revisions, total } = await listTemplateRevisions(read, id, { limit: mostListed });
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
  const ahead = await cleanTemplateAhead(read, operator(), { id, content });
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

/** A document out of a file, without the line break that ends it: `show` prints one behind it. */
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
