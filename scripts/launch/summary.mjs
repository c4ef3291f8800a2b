const NOT_RUN = new Set(['skipped', 'todo', 'disabled']);

/**
 * Counts a Vitest JSON report (null when Vitest wrote none). What the report does not show as a failed test still counts as one
 * failure: a file that fails outside its tests, a test that never finished, a non-zero exit without any failure, no test at all.
 */
export function summarise(report, exitCode) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of report?.testResults ?? []) {
    let failedHere = 0;
    for (const { status } of file.assertionResults) {
      if (status === 'passed') counts.passed++;
      else if (NOT_RUN.has(status)) counts.skipped++;
      else failedHere++;
    }
    counts.failed += failedHere === 0 && file.status === 'failed' ? 1 : failedHere;
  }
  const nothingRan = counts.passed + counts.failed === 0;
  if (counts.failed === 0 && (exitCode !== 0 || nothingRan)) counts.failed = 1;
  return counts;
}

/** The last line of `npm test`. */
export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
