/** The oldest Node that Broadsheet's packages support (better-sqlite3 13 crashes on Node 20). */
export const MINIMUM_NODE = '22.22.0';

/** `v22.23.2`, `15.18 (Debian …)` or `17beta1` as [major, minor, patch]; missing parts are 0; null when it does not start with a number. */
export function parseVersion(text) {
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text.trim());
  return match ? [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)] : null;
}

/** Negative, zero or positive if `a` is older than, equal to or newer than `b`; an invalid version is the oldest. */
export function compareVersions(a, b) {
  const left = parseVersion(a) ?? [-1, 0, 0];
  const right = parseVersion(b) ?? [-1, 0, 0];
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

export function isSupported(version) {
  return compareVersions(version, MINIMUM_NODE) >= 0;
}
