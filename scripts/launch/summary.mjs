const NOT_RUN = new Set(['skipped', 'todo', 'disabled']);

/**
 * Counts a Vitest JSON report (null without a report). Also counts one failure for a file failing outside of tests, an
 * unfinished test, an exit code without failures, or no tests at all.
 */
export function summarise(report, exitCode) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of report?.testResults ?? []) {
    let failedInFile = 0;
    for (const { status } of file.assertionResults) {
      if (status === 'passed') counts.passed++;
      else if (NOT_RUN.has(status)) counts.skipped++;
      else failedInFile++;
    }
    counts.failed += failedInFile === 0 && file.status === 'failed' ? 1 : failedInFile;
  }
  const nothingRan = counts.passed + counts.failed === 0;
  if (counts.failed === 0 && (exitCode !== 0 || nothingRan)) counts.failed = 1;
  return counts;
}

/** Characters shown of one failure. Only the end of a log is shown, and a page of HTML must not displace other failures. */
const maxMessageLength = 600;

/** Failed and unfinished tests, two lines each: the place, and the start of the message. `root` is removed from paths. */
export function failureLines(report, root) {
  const failures = (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status !== 'passed' && !NOT_RUN.has(test.status))
      .map(({ fullName, status: end, failureMessages }) => ({
        where: `${name} > ${fullName}`,
        failure:
          end === 'failed' ? failureMessages.join('\n') : 'It never finished: the process that ran it ended.',
      }));
    return tests.length === 0 && status === 'failed' ? [{ where: name, failure: message ?? '' }] : tests;
  });
  return failures.flatMap(({ where, failure }) => {
    const own = failure
      .split('\n')
      .filter((line) => !/^ *at .*(?:node_modules|node:internal)/.test(line))
      .join(' ');
    const text = own.replaceAll(`${root}/`, '').replaceAll(/\s+/g, ' ').trim();
    return [`FAILED ${where.replace(`${root}/`, '')}`, `       ${text.slice(0, maxMessageLength)}`];
  });
}

/** The last line of `npm test`. */
export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
