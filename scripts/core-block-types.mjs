#!/usr/bin/env node
// `npm run core-block-types`: writes src/blocks/core-block-types.json from block.json files in @wordpress/block-library
// and @wordpress/widgets, for `/wp/v2/block-types`. The packages are not installed in production; `npm run check`
// compares the file.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = 'src/blocks/core-block-types.json';
const packageFolders = ['block-library/src', 'widgets/src/blocks'].map((folder) =>
  join('.admin/node_modules/@wordpress', folder),
);

/** Keys of block.json for WordPress' assets or the schema. */
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

/** The content of the file: one block per line, sorted by name. */
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

/** Returns one line if the file differs from the package. */
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
