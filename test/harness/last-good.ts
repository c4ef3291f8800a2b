/**
 * Milliseconds that a test site renders before it serves an older copy: tests check their own changes, and on a busy
 * machine two seconds are too short.
 */
export const lastGoodAfterMs = 60_000;
