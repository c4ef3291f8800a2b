import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { operator } from '../users/role.ts';
import { checkLanguage, isKnownLanguage } from './site-facts.ts';
import { readSettings } from './store.ts';
import { saveSettings } from './commands.ts';
import * as store from './store.ts';

test('names a language in that language, wherever it is spoken, and has no name for unknown ones', () => {
  // Two- and three-letter languages, with script and region, and some of WordPress' without a name in the runtime.
  const known = [
    'en',
    'en-US',
    'de',
    'pt-BR',
    'zh-TW',
    'sr-Latn',
    'sv',
    'fa',
    'tlh',
    'kab',
    'azb',
    'skr',
    'haz',
    'rup',
  ];
  expect(known.filter((tag) => !isKnownLanguage(tag))).toEqual([]);
  const unknown = ['xx', 'xx-DE', 'zz', 'und', 'english', 'deutsch', 'de_DE', '', 'x', '-'];
  expect(unknown.filter(isKnownLanguage)).toEqual([]);
  expect(() => checkLanguage('xx')).toThrow(
    /^There is no language "xx" for site_language\. Readers find everything in ar, de, en, es, fr, .*pt-BR.*\.$/,
  );
  for (const tag of [undefined, null, 5, 'de', 'not a tag']) expect(() => checkLanguage(tag)).not.toThrow();
});

onBothDatabases('the language of a site', (get) => {
  test('refuses an unknown language without saving anything else, and keeps an imported one', async () => {
    const language = async () => (await readSettings(get().read)).settings.site_language;
    const save = (tag: string, from: string) =>
      get().write((tx) => saveSettings(tx, operator(), { site_language: tag }, { site_language: from }));
    await expect(save('xx', 'en-US')).rejects.toThrow(InvalidInputError);
    expect(await language()).toBe('en-US');
    await get().write((tx) => store.saveSettings(tx, { site_language: 'xx' }));
    expect(await save('xx', 'xx')).toEqual([]);
    expect(await save('pt-BR', 'xx')).toEqual(['site_language']);
    expect(await language()).toBe('pt-BR');
    expect(
      await get().write((tx) =>
        saveSettings(tx, operator(), { site_language: null }, { site_language: 'pt-BR' }),
      ),
    ).toEqual(['site_language']);
  });
});
