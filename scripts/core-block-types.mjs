#!/usr/bin/env node
// `npm run core-block-types`: writes src/blocks/core-block-types.json from the block.json files of @wordpress/block-library and @wordpress/widgets. The server
// lists these blocks in `/wp/v2/block-types`; the packages themselves are not installed in production. `npm run check` compares the file.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = 'src/blocks/core-block-types.json';
const packageFolders = ['block-library/src', 'widgets/src/blocks'].map((folder) =>
  join('.admin/node_modules/@wordpress', folder),
);

/** Keys of block.json that name assets of WordPress, or the schema of the file itself. */
const leftOut = new Set([
  '$schema',
  '__experimental',
  'editorScript',
  'script',
  'viewScript',
  'viewScriptModule',
  'editorStyle',
  'style',
  'viewStyle',
  'render',
]);

/** The text of the file: one block per line, by name. */
export function printCoreBlockTypes(root) {
  const blocks = packageFolders
    .flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => join(root, folder, name, 'block.json')),
    )
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')))
    .map((block) => Object.fromEntries(Object.entries(block).filter(([key]) => !leftOut.has(key))))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return `[\n${blocks.map((block) => JSON.stringify(block)).join(',\n')}\n]\n`;
}

/** One line if the file differs from the package. */
export function checkCoreBlockTypes(root) {
  const path = join(root, file);
  const isCurrent = existsSync(path) && readFileSync(path, 'utf8') === printCoreBlockTypes(root);
  return isCurrent ? [] : [`${file} is out of date: run \`npm run core-block-types\`.`];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const text = printCoreBlockTypes(root);
  writeFileSync(join(root, file), text);
  console.log(`${file}: ${text.length} bytes.`);
}
