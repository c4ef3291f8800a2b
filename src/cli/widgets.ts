import { resolve } from 'node:path';
import { callerFolder, siteUrlOf } from '../config.ts';
import { asItStands } from '../kernel/command.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { NotFoundError } from '../lib/errors.ts';
import { harmless } from '../lib/visible-name.ts';
import { readSettings } from '../modules/settings/store.ts';
import { operator } from '../modules/users/role.ts';
import { resetWidgetArea } from '../modules/widgets/commands.ts';
import { importWidgets, planWidgetImport } from '../modules/widgets/import-widgets.ts';
import { maxWidgetFileBytes } from '../modules/widgets/read-widget-file.ts';
import { findWidgetArea, listWidgetAreas } from '../modules/widgets/store.ts';
import { blocksFault } from '../site/pages/blocks-fault.ts';
import { widgetImportTools } from '../site/pages/widget-import-tools.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { readUpTo } from './terminal.ts';
import { answersInLines } from './with-database.ts';

export const widgetsCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- widgets list',
    '       npm run broadsheet -- widgets import FILE [--preview]',
    '       npm run broadsheet -- widgets reset AREA',
    '',
    '  list    lists the widget areas that were edited; other areas have the blocks of their templates',
    '  import  adds the widgets of a WordPress site: a file of the plugin Widget Importer & Exporter (.wie), or the options sidebars_widgets and',
    '          widget_… as JSON; at most 500 widgets and 2 MB',
    '  --preview  says what an import would do',
    '  reset   returns AREA, such as sidebar-single or footer-1, to the blocks of its templates',
    '',
    'The server may be running.',
  ].join('\n'),
  run: answersInLines(readArguments, (database, task, config) =>
    runWidgets(database, task, siteUrlOf(config), callerFolder(process.env)),
  ),
};

export type WidgetsTask =
  | { readonly action: 'list' }
  | { readonly action: 'import'; readonly file: string; readonly isPreview: boolean }
  | { readonly action: 'reset'; readonly area: string };

function readArguments(args: readonly string[]): WidgetsTask {
  const {
    values,
    positionals: [action, subject, ...more],
  } = readWords(args, { preview: { type: 'boolean' } });
  if (values.preview === true && action !== 'import')
    throw new UsageError('--preview works only with import.');
  if (more.length > 0) throw new UsageError(`widgets ${action} got too many arguments.`);
  if (action === 'list') {
    if (subject !== undefined) throw new UsageError(`widgets list takes no argument, but got "${subject}".`);
    return { action };
  }
  if (action === 'import') {
    if (subject === undefined) throw new UsageError('widgets import needs one file.');
    return { action, file: subject, isPreview: values.preview === true };
  }
  if (action === 'reset') {
    if (subject === undefined) throw new UsageError('widgets reset needs the name of an area.');
    return { action, area: subject };
  }
  throw new UsageError(
    action === undefined
      ? 'Missing action: list, import or reset.'
      : `Unknown action "${action}" for widgets. Use list, import or reset.`,
  );
}

/** Returns the lines to print. Throws the commands' errors, and `NotFoundError` for an area that was not edited. */
export async function runWidgets(
  database: Database,
  task: WidgetsTask,
  siteUrl: string,
  folder = '.',
): Promise<string[]> {
  if (task.action === 'import') return importFile(database, task, siteUrl, folder);
  if (task.action === 'reset') {
    const { area } = task;
    if ((await findWidgetArea(database.read, area)).content === undefined)
      throw new NotFoundError(
        `The area "${harmless(area)}" was not edited. Use "widgets list" to see those that were.`,
      );
    await database.write((tx) => resetWidgetArea(tx, operator(), { area }, asItStands));
    return [`"${area}" has the blocks of its templates again.`];
  }
  const edited = (await listWidgetAreas(database.read)).filter(({ content }) => content !== undefined);
  return [
    ...edited.map(
      ({ area, content = '', revision }) => `${area}  ${content.length} characters, revision ${revision}`,
    ),
    `${edited.length} ${edited.length === 1 ? 'area was' : 'areas were'} edited.`,
  ];
}

async function importFile(
  database: Database,
  { file, isPreview }: Extract<WidgetsTask, { readonly action: 'import' }>,
  siteUrl: string,
  folder: string,
): Promise<string[]> {
  const bytes = await readUpTo(resolve(folder, file), maxWidgetFileBytes, 'Nothing was imported.');
  const text = bytes.toString('utf8');
  const { settings } = await readSettings(database.read);
  const tools = await widgetImportTools({ database, siteUrl }, settings, text, blocksFault);
  const { areas, notes } = isPreview
    ? await planWidgetImport(database.read, operator(), text, tools)
    : await database.write((tx) => importWidgets(tx, operator(), text, tools));
  const added = areas.reduce((sum, area) => sum + area.added, 0);
  return [
    ...areas.map(({ area, sidebars, added: some, unchanged }) =>
      harmless(
        `${sidebars.join(', ')} → ${area}: ${some} added${unchanged > 0 ? `, ${unchanged} already there` : ''}`,
      ),
    ),
    ...notes.map(({ sidebar, widget, isLeftOut, message }) =>
      harmless(`${isLeftOut ? 'Left out' : 'To check'}: ${sidebar}, ${widget}. ${message}`),
    ),
    `${isPreview ? 'Would add' : 'Added'} ${added} ${added === 1 ? 'widget' : 'widgets'}.`,
  ];
}
