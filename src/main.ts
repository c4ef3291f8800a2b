import { readConfig } from './config.ts';
import { describeStartFault } from './cli/start-faults.ts';
import { messageOf } from './lib/errors.ts';
import { keepMemoryReducerAwake } from './lib/node-tuning.ts';
import { serve } from './serve.ts';

/** Milliseconds that running requests get to finish after SIGTERM. */
const patienceMs = 25_000;

async function main(): Promise<void> {
  keepMemoryReducerAwake();
  const site = await serve(readConfig(process.env, console.warn), {
    say: (line) => console.log(line),
    warn: (line) => console.warn(line),
    hasTerminal: process.stdin.isTTY || process.stdout.isTTY,
    onBroken: (error) => {
      console.error(`The site could not be served again after a restore: ${messageOf(error)}`);
      process.exit(1); // a supervisor starts it again
    },
  });
  process.send?.('serving'); // to the launcher, which then builds the newsroom in the background

  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    console.log(`${signal}: finishing what runs, then stopping.`);
    setTimeout(() => process.exit(1), patienceMs).unref();
    site.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(`Stopping failed: ${messageOf(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}

main().catch((error: unknown) => {
  console.error(describeStartFault(error));
  process.exit(1);
});
