import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

/**
 * `npm run bench -- faults [--seed N] [--only killed,clock]`: the tests of test/faults in their long form, some twenty minutes: more rounds, larger imports, a database that is away for a minute. Another seed
 * draws other moments to kill and other things to write. Any fault makes the exit code 1.
 */
export function benchFaults(args: readonly string[]): void {
  const { values } = parseArgs({ args: [...args], options: { seed: { type: 'string', default: String(Date.now() % 1e6) }, only: { type: 'string', default: '' } } });
  const files = values.only.split(',').filter(Boolean).map((name) => `test/faults/${name}.test.ts`);
  console.log(`Faults with seed ${values.seed}.`);
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--no-file-parallelism', ...(files.length > 0 ? files : ['test/faults'])], {
    stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test', BROADSHEET_FAULTS: 'long', BROADSHEET_SEED: values.seed },
  });
  process.exitCode = status ?? 1;
}
