/**
 * How long a site of the tests renders before an older copy is served, in milliseconds: a test asks for what it has changed, and on a busy machine that takes
 * longer than the two seconds that readers wait.
 */
export const lastGoodAfterMs = 60_000;
