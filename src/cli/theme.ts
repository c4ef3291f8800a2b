import { readFile, writeFile } from 'node:fs/promises';
import { readSettings } from '../content/settings/reader.ts';
import { saveSettings, seen } from '../content/settings/save-settings.ts';
import { operator } from '../content/users/operator.ts';
import type { Database } from '../db/open-database.ts';
import { InvalidInputError } from '../lib/errors.ts';
import { isRecord } from '../lib/is-record.ts';
import { lookSchema, wholeLook } from '../lib/look/look-choice.ts';
import type { LookChoice } from '../lib/look/look-choice.ts';
import { lookNames, looks } from '../lib/look/looks.ts';
import { pairTitles } from '../theme/font-pairs.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { answersInLines } from './with-database.ts';

export const themeCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- theme list',
    '       npm run broadsheet -- theme show',
    '       npm run broadsheet -- theme use NAME',
    '       npm run broadsheet -- theme set KEY VALUE',
    '       npm run broadsheet -- theme export FILE',
    '       npm run broadsheet -- theme import FILE',
    '       npm run broadsheet -- theme reset',
    '',
    '  NAME    one of the looks that list names; what was otherwise than in the look before is dropped',
    '  KEY     a part of the look: colours.accent, fonts, header.layout; show says them all',
    '  VALUE   text, a number, or JSON; null brings a part back to that of the look',
    '  FILE    a look as JSON, to keep or to give to another site',
    '',
    'Colours that could not be read are made lighter or darker by themselves. A server may run meanwhile: readers see the change at once.',
  ].join('\n'),
  run: answersInLines(readArguments, runTheme),
};

/** What the command line asks for. */
export type ThemeRequest = { readonly action: 'list' | 'show' | 'reset' }
  | { readonly action: 'use'; readonly name: (typeof lookNames)[number] }
  | { readonly action: 'set'; readonly key: string; readonly value: string }
  | { readonly action: 'export' | 'import'; readonly file: string };

/** Reads the words after `theme`; throws `UsageError` for what means nothing. */
export function readArguments(args: readonly string[]): ThemeRequest {
  const { positionals: [action, word, value, ...more] } = readWords(args, {});
  const count = [word, value].filter((one) => one !== undefined).length + more.length;
  const takes = (number: number, what: string) => {
    if (count !== number) throw new UsageError(`theme ${action} takes ${what}.`);
  };
  if (action === 'list' || action === 'show' || action === 'reset') {
    takes(0, 'no further word');
    return { action };
  }
  if (action === 'use') {
    takes(1, 'the name of a look');
    const name = lookNames.find((one) => one === word);
    if (name === undefined) throw new UsageError(`There is no look "${word}". The looks are ${lookNames.join(', ')}.`);
    return { action, name };
  }
  if (action === 'set') {
    takes(2, 'a key and one value; put quotes around what has spaces or begins with #');
    return { action, key: word ?? '', value: value ?? '' };
  }
  if (action === 'export' || action === 'import') {
    takes(1, 'one file');
    return { action, file: word ?? '' };
  }
  throw new UsageError(action === undefined ? 'Say what to do: list, show, use, set, export, import or reset.' : `theme can't "${action}".`);
}

/** Does it; returns what to print. Throws `InvalidInputError` for a part or a file that is none, saying what there is. */
export async function runTheme(database: Pick<Database, 'read' | 'write'>, asked: ThemeRequest): Promise<string[]> {
  const { look, theme_color: color } = (await readSettings(database.read)).settings;
  const themeColor = color === looks.broadsheet.colours.accent ? undefined : color;
  const base = look.base ?? 'broadsheet';
  switch (asked.action) {
    case 'list':
      return lookNames.map((name) => {
        const isUsed = name === base;
        return `${isUsed ? '*' : ' '} ${name}: ${pairTitles[looks[name].fonts]}${isUsed && isChanged(look) ? ' (changed)' : ''}`;
      });
    case 'show':
      return [`Based on ${base}. Of its own: ${JSON.stringify(look)}`, ...partsOf(wholeLook(look, themeColor))];
    case 'export':
      await writeFile(asked.file, `${JSON.stringify({ broadsheet_look: 1, ...wholeLook(look, themeColor), base }, null, 2)}\n`);
      return [`The look is in ${asked.file}.`];
    case 'reset':
      return save(database, look, {});
    case 'use':
      return save(database, look, asked.name === 'broadsheet' ? {} : { base: asked.name });
    case 'set':
      return save(database, look, changed(look, asked.key, readValue(asked.value)));
    case 'import':
      return save(database, look, await readLook(asked.file));
  }
}

const isChanged = (look: LookChoice) => Object.entries(look).some(([key, value]) => key !== 'base' && value !== undefined);

async function save(database: Pick<Database, 'write'>, before: LookChoice, next: unknown): Promise<string[]> {
  const parsed = lookSchema.safeParse(next);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': ')).join('; ');
    throw new InvalidInputError(`That is no look: ${reasons}. theme show names what there is.`);
  }
  const keys = await database.write((tx) => saveSettings(tx, operator(), { look: parsed.data }, { look: seen('look', before) }));
  const based = `The site looks like ${parsed.data.base ?? 'broadsheet'}${isChanged(parsed.data) ? ', with changes of its own' : ''}`;
  return [`${based}${keys.length === 0 ? ' (as it was)' : ''}.`];
}

/** Numbers, lists and flags are JSON; everything else is what was typed. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // no JSON, so text
  }
}

/** The choice with one part otherwise; `null` takes it out. */
function changed(look: LookChoice, key: string, value: unknown): Record<string, unknown> {
  const names = key.split('.');
  const put = (within: unknown, [name = '', ...rest]: readonly string[]): Record<string, unknown> => {
    const { [name]: old, ...others } = isRecord(within) ? within : {};
    const next = rest.length > 0 ? put(old, rest) : value;
    const isGone = next === null || (isRecord(next) && Object.keys(next).length === 0);
    return isGone ? others : { ...others, [name]: next };
  };
  return put(look, names);
}

async function readLook(file: string): Promise<unknown> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new InvalidInputError(`${file} can't be read as a look: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { broadsheet_look: version, ...look } = isRecord(content) ? content : {};
  if (version !== 1) throw new InvalidInputError(`${file} is no look of Broadsheet: it does not say "broadsheet_look": 1.`);
  return look;
}

/** Each part with what it is, one a line: `header.layout = "left"`. */
function partsOf(value: unknown, path = ''): string[] {
  if (!isRecord(value)) return value === undefined ? [] : [`  ${path} = ${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([key, part]) => partsOf(part, path === '' ? key : `${path}.${key}`));
}
