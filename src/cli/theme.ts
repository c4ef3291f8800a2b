import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { callerFolder } from '../config.ts';
import { importLook, saveLook } from '../modules/look/commands.ts';
import type { SavedLook } from '../modules/look/commands.ts';
import { keepFonts } from '../modules/look/font-files.ts';
import { maxLookBytes, readLookFile, writeLookFile } from '../modules/look/look-file.ts';
import { readSettings } from '../modules/settings/store.ts';
import { operator } from '../modules/users/role.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { isRecord } from '../lib/records.ts';
import { maxFontBytes } from '../lib/read-woff2.ts';
import { wholeLook } from '../lib/look/whole-look.ts';
import type { LookChoice } from '../lib/look/look-choice.ts';
import { lookNames, looks, pairTitles } from '../lib/look/looks.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { readUpTo } from './terminal.ts';
import { answersInLines } from './with-database.ts';

export const themeCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- theme list',
    '       npm run broadsheet -- theme show',
    '       npm run broadsheet -- theme use NAME',
    '       npm run broadsheet -- theme set KEY VALUE',
    '       npm run broadsheet -- theme font headlines|text FILE...',
    '       npm run broadsheet -- theme export FILE',
    '       npm run broadsheet -- theme import FILE',
    '       npm run broadsheet -- theme reset',
    '',
    '  NAME    one of the looks shown by list; changes to the previous look are discarded',
    '  KEY     a property of the look, such as colours.accent, fonts or header.layout; show lists them all',
    '  VALUE   text, a number, or JSON; null resets the property to that of the look',
    '  FILE    a look as JSON with its logos, icon and fonts, as a backup or for another site; for font, WOFF2 files: regular, bold, italics,',
    '          further character sets; list the files of the main character set first',
    '',
    'Colours with too little contrast are lightened or darkened automatically. The server may be running: readers see changes immediately.',
  ].join('\n'),
  run: answersInLines(readArguments, (database, request, { dataDir }) =>
    runTheme({ database, dataDir }, request, callerFolder(process.env)),
  ),
};

export type ThemeRequest =
  | { readonly action: 'list' | 'show' | 'reset' }
  | { readonly action: 'use'; readonly name: (typeof lookNames)[number] }
  | { readonly action: 'set'; readonly key: string; readonly value: string }
  | { readonly action: 'font'; readonly part: 'headlines' | 'text'; readonly files: readonly string[] }
  | { readonly action: 'export' | 'import'; readonly file: string };

/** Parses the arguments of `theme`; throws `UsageError`. */
export function readArguments(args: readonly string[]): ThemeRequest {
  const { positionals } = readWords(args, {});
  const [action, word, value, ...more] = positionals;
  const count = [word, value].filter((one) => one !== undefined).length + more.length;
  const takes = (number: number, what: string) => {
    if (count !== number) throw new UsageError(`theme ${action} takes ${what}.`);
  };
  if (action === 'list' || action === 'show' || action === 'reset') {
    takes(0, 'no argument');
    return { action };
  }
  if (action === 'use') {
    takes(1, 'the name of a look');
    const name = lookNames.find((one) => one === word);
    if (name === undefined)
      throw new UsageError(`Look "${word}" not found. The looks are ${lookNames.join(', ')}.`);
    return { action, name };
  }
  if (action === 'set') {
    takes(2, 'a key and one value; put quotes around a value that has spaces or starts with #');
    return { action, key: word ?? '', value: value ?? '' };
  }
  if (action === 'font') {
    const files = positionals.slice(2);
    if ((word !== 'headlines' && word !== 'text') || files.length === 0)
      throw new UsageError('theme font takes headlines or text, and the font files.');
    return { action, part: word, files };
  }
  if (action === 'export' || action === 'import') {
    takes(1, 'one file');
    return { action, file: word ?? '' };
  }
  throw new UsageError(
    action === undefined
      ? 'Missing action: list, show, use, set, font, export, import or reset.'
      : `Unknown action "${action}" for theme.`,
  );
}

export interface ThemePlace {
  readonly database: Database;
  readonly dataDir: string;
}

/** Returns the lines to print. Throws `InvalidInputError` for an unknown part or an invalid file, listing the valid parts. */
export async function runTheme(place: ThemePlace, request: ThemeRequest, folder = '.'): Promise<string[]> {
  const { database, dataDir } = place;
  const { settings } = await readSettings(database.read);
  const { look, theme_color: color } = settings;
  const themeColor = color === looks.broadsheet.colours.accent ? undefined : color;
  const base = look.base ?? 'broadsheet';
  switch (request.action) {
    case 'list':
      return lookNames.map((name) => {
        const isUsed = name === base;
        return `${isUsed ? '*' : ' '} ${name}: ${pairTitles[looks[name].fonts]}${isUsed && isChanged(look) ? ' (changed)' : ''}`;
      });
    case 'show':
      return [
        `Based on ${base}. Customizations: ${JSON.stringify(look)}`,
        ...partsOf(wholeLook(look, themeColor)),
      ];
    case 'export':
      await writeFile(resolve(folder, request.file), await writeLookFile(place, settings));
      return [`Exported the look to ${request.file}.`];
    case 'reset':
      return save(database, () => ({}));
    case 'use':
      return save(database, () => (request.name === 'broadsheet' ? {} : { base: request.name }));
    case 'set':
      return save(database, (before) => changed(before, request.key, readValue(request.value)));
    case 'font': {
      const files = await Promise.all(
        request.files.map((file) => readUpTo(resolve(folder, file), maxFontBytes, unchanged)),
      );
      const font = await keepFonts(dataDir, files);
      return save(database, (before) => ({
        ...before,
        ownFonts: { ...before.ownFonts, [request.part]: font },
      }));
    }
    case 'import': {
      const file = resolve(folder, request.file);
      const bytes = await readUpTo(file, maxLookBytes, unchanged);
      return describe(
        await importLook(
          place,
          operator(),
          readLookFile(bytes, () => undefined, file),
        ),
      );
    }
  }
}

const isChanged = (look: LookChoice) =>
  Object.entries(look).some(([key, value]) => key !== 'base' && value !== undefined);

const save = async (database: Database, next: (before: LookChoice) => unknown): Promise<string[]> =>
  describe(await saveLook(database, operator(), next));

function describe({ look, changed: keys }: SavedLook): string[] {
  const based = `The site uses the look ${look.base ?? 'broadsheet'}${isChanged(look) ? ', with customizations' : ''}`;
  return [`${based}${keys.length === 0 ? ' (as it was)' : ''}.`];
}

/** Numbers, lists and booleans are parsed as JSON; anything else is plain text. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // not JSON, so plain text
  }
}

/** The look with one part changed; `null` removes it. */
function changed(look: LookChoice, key: string, value: unknown): Record<string, unknown> {
  const names = key.split('.');
  const put = (within: unknown, [name = '', ...rest]: readonly string[]): Record<string, unknown> => {
    const { [name]: old, ...others } = isRecord(within) ? within : {};
    const next = rest.length > 0 ? put(old, rest) : value;
    const isRemoved = next === null || (isRecord(next) && Object.keys(next).length === 0);
    return isRemoved ? others : { ...others, [name]: next };
  };
  return put(look, names);
}

const unchanged = 'The look is unchanged.';

/** Each part with its value, one per line: `header.layout = "left"`. */
function partsOf(value: unknown, path = ''): string[] {
  if (!isRecord(value)) return value === undefined ? [] : [`  ${path} = ${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([key, part]) => partsOf(part, path === '' ? key : `${path}.${key}`));
}
