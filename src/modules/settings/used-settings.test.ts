import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultSettings } from './settings.ts';

const source = join(import.meta.dirname, '..', '..');
/** Definitions don't count as uses; the newsroom reads settings over REST. */
const code = readdirSync(source)
  .filter((name) => name !== 'newsroom')
  .flatMap((name) =>
    /\.tsx?$/.test(name)
      ? [name]
      : readdirSync(join(source, name), { recursive: true, encoding: 'utf8' }).map((file) =>
          join(name, file),
        ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|settings[/\\]definitions/.test(file))
  .map((file) => readFileSync(join(source, file), 'utf8'))
  .join('\n');

test('every setting is used', () => {
  const words = new Set(code.match(/\w+/g));
  // Strings are read by name, those of ads and mega menus by slot, those of formats by these.
  const unread = Object.keys(defaultSettings).filter(
    (key) =>
      !words.has(key) &&
      !words.has(key.replace(/^translation_/, '')) &&
      !/^(?:ad|mega_menu_lazy|translation_format)_/.test(key),
  );
  expect(unread).toEqual([]);
});
