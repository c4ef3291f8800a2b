import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

const shown = 10;
const maxStored = 100;
/** Characters shown of a failure's message; the end of the run shows all of it. */
const maxShown = 1000;

interface Timed {
  readonly name: string;
  readonly seconds: number;
}

export function slowest(timed: readonly Timed[], count: number): readonly Timed[] {
  return timed.toSorted((a, b) => b.seconds - a.seconds || (a.name < b.name ? -1 : 1)).slice(0, count);
}

export function slowestLines(heading: string, timed: readonly Timed[], count = shown): readonly string[] {
  const longest = slowest(timed, count);
  return longest.length === 0
    ? []
    : [heading, ...longest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)];
}

/** An error's message and cause: for a crashed worker, only the cause contains signal and file. */
function wordsOf({ message, cause }: SerializedError): string {
  return cause ? `${message} (${wordsOf(cause)})` : message;
}

/**
 * Reports the slowest files and tests (including hooks and imports) and errors outside of tests at the end of a run,
 * and failures at once. With KEEP_DURATIONS=1, writes durations.json for the first run of a new checkout.
 */
export default class SlowestReporter implements Reporter {
  readonly #tests: Timed[] = [];

  onTestCaseResult(test: TestCase): void {
    const name = `${test.module.relativeModuleId} > ${test.fullName}`;
    this.#tests.push({ name, seconds: (test.diagnostic()?.duration ?? 0) / 1000 });
    // At once, since an aborted run reports nothing at its end.
    for (const error of test.result().errors ?? [])
      console.log(`Failed: ${name}: ${wordsOf(error).slice(0, maxShown)}`);
  }

  onTestRunEnd(modules: readonly TestModule[], outside: readonly SerializedError[]): void {
    const files = modules.map((module) => {
      const { duration, collectDuration, setupDuration } = module.diagnostic();
      return { name: module.relativeModuleId, seconds: (duration + collectDuration + setupDuration) / 1000 };
    });
    for (const line of [
      '',
      ...slowestLines('The slowest files:', files),
      ...slowestLines('The slowest tests:', this.#tests),
      '',
    ])
      console.log(line);
    for (const fault of outside) console.log(`Outside of every test: ${wordsOf(fault)}`);
    if (process.env.KEEP_DURATIONS !== '1') return;
    const seconds = Object.fromEntries(
      slowest(files, maxStored).map((file) => [file.name, Math.ceil(file.seconds)]),
    );
    writeFileSync(
      fileURLToPath(new URL('durations.json', import.meta.url)),
      `${JSON.stringify(seconds, null, 2)}\n`,
    );
  }
}
