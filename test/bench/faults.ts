import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { namesIn } from './options.ts';

/** Takes an hour, so it runs only when selected. */
const hostileImport = 'hostile-import';

/**
 * `npm run bench -- faults [--seed N] [--only killed,clock]`: the long form of test/faults, about twenty minutes.
 * `--seed` varies the random choices; `--only hostile-import` uses full-size exports. Any fault makes the exit code 1.
 */
export function benchFaults(args: readonly string[]): void {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: String(Date.now() % 1e6) },
      only: { type: 'string', default: '' },
    },
  });
  const known = readdirSync('test/faults').flatMap((file) =>
    file.endsWith('.test.ts') ? [file.slice(0, -'.test.ts'.length)] : [],
  );
  const files =
    values.only === ''
      ? ['test/faults']
      : namesIn('--only', values.only, [...known, hostileImport]).map((name) =>
          name === hostileImport ? 'src/import/hostile.test.ts' : `test/faults/${name}.test.ts`,
        );
  console.log(`Running fault tests with seed ${values.seed}.`);
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--no-file-parallelism', ...files],
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'test', BROADSHEET_FAULTS: 'long', BROADSHEET_SEED: values.seed },
    },
  );
  process.exitCode = status ?? 1;
}
