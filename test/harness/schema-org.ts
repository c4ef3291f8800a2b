import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Contradictions to schema.org's vocabulary, by the types of `schema-dts`: unknown properties, and values of the wrong
 * kind. Returns the compiler's messages.
 */
export async function vocabularyFaults(
  things: readonly Readonly<Record<string, unknown>>[],
): Promise<string[]> {
  const cache = join(root, '.cache'); // inside of the project, for its packages
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'vocabulary-'));
  try {
    const file = join(folder, 'things.ts');
    const lines = things.map((thing, at) => {
      const type = String(thing['@type']);
      return [
        `import type { ${type} as Type${at} } from 'schema-dts';`,
        `export const thing${at}: Type${at} = ${JSON.stringify(thing, undefined, 1)};`,
      ].join('\n');
    });
    writeFileSync(file, lines.join('\n'));
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--types', '', '--module', 'nodenext', file];
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    const said = await new Promise<string>((resolve) =>
      execFile(tsc, ['--ignoreConfig', ...options], { cwd: folder, encoding: 'utf8' }, (error, out, err) =>
        resolve(error ? out + err || String(error) : ''),
      ),
    );
    return said.split('\n').filter((line) => line !== '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
