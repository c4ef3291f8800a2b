#!/usr/bin/env node
// `npm run new-block -- my-block "My block"`: creates the folder of a working block with a passing test, found by the
// registry.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const usage = `Usage: npm run new-block -- NAME ["TITLE"]

  NAME    lower-case words joined by hyphens, such as pull-quote; the block is called broadsheet/NAME
  TITLE   what editors see; without it the name in words

Writes the folder src/blocks/NAME with settings, loader, view, styles and a test that passes. No other file changes.
Run npm run format afterwards. See docs/how-to/add-a-block.md.`;

/** Writes the files; returns their paths. Throws with the reason for an invalid name. */
export function writeBlock(root, name, title) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? '')) {
    throw new Error(
      `"${name ?? ''}" is no block name: use lower-case words joined by hyphens, such as "pull-quote".`,
    );
  }
  const folder = join(root, 'src/blocks', name);
  if (existsSync(folder)) throw new Error(`src/blocks/${name} exists already.`);
  mkdirSync(folder, { recursive: true });
  const files = filesOf(
    name,
    title ?? name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase()),
  );
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return Object.keys(files).map((file) => `src/blocks/${name}/${file}`);
}

function filesOf(name, title) {
  const quoted = JSON.stringify(title).slice(1, -1).replaceAll("'", "\\'");
  return {
    'block.ts': `import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { text } from '../setting-types.ts';

export const settings = z.object({
  custom_title: text({ max: 200, group: 'Content', title: 'Custom title', help: 'Heading of the block. Leave empty for none.' }),
});

/** ${title.replace(/(?:\s|\*\/)+/g, ' ').trim()}. Say here what it is for. */
export const block = defineBlock({
  name: 'broadsheet/${name}',
  title: '${quoted}',
  description: 'Say here what it shows, for editors.',
  category: 'layout',
  keywords: ['${name.replaceAll('-', ' ')}'],
  icon: 'M4 6h16v12H4z',
  version: 1,
  settings,
  example: { attributes: { custom_title: '${quoted}' } },
});
`,
    'loader.server.ts': `import type { z } from 'zod';
import type { BlockLoader } from '../load-context.ts';
import type { settings } from './block.ts';

/** Data of the view. */
export interface Data {
  readonly title: string;
}

/** Loads the data of the view; name its dependencies with \`context.tag\`. */
export const load: BlockLoader<z.output<typeof settings>, Data> = async ({ custom_title }) => ({ title: custom_title });
`,
    'view.tsx': `import type { z } from 'zod';
import type { ViewProps } from '../block.ts';
import type { settings } from './block.ts';
import type { Data } from './loader.server.ts';

export function View({ data, blockId }: ViewProps<z.output<typeof settings>, Data>) {
  return <section className="${name}" id={blockId}>{data.title}</section>;
}
`,
    'styles.css': `.${name} {
  margin-block: 24px;
}
`,
    'block.test.tsx': `import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { settings } from './block.ts';
import { View } from './view.tsx';

test('shows its title, escaped', () => {
  const html = renderToString(<View settings={settings.parse({})} data={{ title: 'A <b> title' }} blockId="tdi_1" />);
  expect(html).toContain('A &lt;b&gt; title');
});
`,
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const [name, title, ...more] = process.argv.slice(2);
    if (name === '--help' || name === '-h') {
      console.log(usage);
      process.exit(0);
    }
    if (name === undefined) throw new Error(`Name the block.\n\n${usage}`);
    if (more.length > 0)
      throw new Error(
        `A block takes a name and a title, and got "${more.join(' ')}", too: put quotes around a title of several words.`,
      );
    for (const file of writeBlock(fileURLToPath(new URL('..', import.meta.url)), name, title))
      console.log(`wrote ${file}`);
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}
