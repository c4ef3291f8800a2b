/** A timer whose only purpose is to let a test continue: `setTimeout(resolve, 50)`. */
const bareTimer = /(?<![.\w])(?:window\.|globalThis\.)?setTimeout\(\s*\w+\s*[,)]/; // sockets have a `setTimeout` method
const sleep =
  /\bwaitForTimeout\(|\bsetTimeout(?: as \w+)?[^;\n]*\} from 'node:timers\/promises'|\bpromises as \w+[^;\n]*from 'node:timers'/;
const retries = /[{,]\s*retry:|\.retry\(/;

const isOfTests = (file) => /\.test\.(?:tsx?|mjs)$/.test(file) || file === 'vitest.config.ts';

/** Patterns that make a test slow or flaky: fixed waits, retries, mocks in a shared worker. `config`: the text of vitest.config.ts. */
export function checkTest(file, source, config = '') {
  const problems = [];
  if (sleep.test(source) && (isOfTests(file) || /^test\/(?:harness|e2e|wire|faults)\//.test(file))) {
    problems.push(
      `${file} waits for a fixed time. Wait for a condition (expect.poll, a locator), for the page to come to rest (atRest), or move its clock.`,
    );
  }
  if (!isOfTests(file)) return problems;
  if (bareTimer.test(source)) {
    problems.push(
      `${file} waits for a fixed time. Wait for a condition (expect.poll, vi.waitUntil); where passing time is what is tested, ` +
        'letPass() of test/harness says so.',
    );
  }
  if (retries.test(source))
    problems.push(`${file} tries again what failed. Mend what fails sometimes, or its test.`);
  if (/\bvi\.(?:mock|doMock)\(/.test(source) && !config.includes(`'${file}'`)) {
    problems.push(
      `${file} mocks modules, and shares its worker with files that have loaded them: list it under \`mocking\` in vitest.config.ts.`,
    );
  }
  return problems;
}
