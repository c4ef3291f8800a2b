// `npm run newsroom-strings`: writes src/languages/newsroom/en.ts, the English strings of the newsroom, which the types
// of `say` and of the translations come from. `npm run check` compares it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

const list = 'src/languages/newsroom/en.ts';
const call = /\bsay(?:Count|With)?\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g;

/** Folders whose strings come from here; the admin bar's are among the readers' (`src/languages/en.ts`). */
const folders = ['app', 'editor', 'features'];

/** As the formatter quotes. */
const quoted = (string) =>
  string.includes("'") && !string.includes('"')
    ? JSON.stringify(string)
    : `'${JSON.stringify(string).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

/** The file's text. */
export function newsroomStrings(root) {
  const strings = new Set();
  for (const folder of folders) {
    const path = join(root, 'src/newsroom', folder);
    for (const file of readdirSync(path, { recursive: true })) {
      if (!/(?<!\.test)\.tsx?$/.test(file)) continue;
      for (const [, literal] of readFileSync(join(path, file), 'utf8').matchAll(call))
        strings.add(new Script(literal).runInNewContext());
    }
  }
  const lines = [...strings].toSorted().map((string) => `  ${quoted(string)},\n`);
  return `// Written by \`npm run newsroom-strings\`.\n\n/** The newsroom's English strings; plural forms are separated by \`|\`. */\nexport const newsroomStrings = [\n${lines.join('')}] as const;\n\nexport type NewsroomString = (typeof newsroomStrings)[number];\n`;
}

/** Problems of the written list. */
export function checkNewsroomStrings(root) {
  const path = join(root, list);
  const isCurrent = existsSync(path) && readFileSync(path, 'utf8') === newsroomStrings(root);
  return isCurrent ? [] : [`${list} is out of date: run npm run newsroom-strings.`];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  writeFileSync(join(root, list), newsroomStrings(root));
}
