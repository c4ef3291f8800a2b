/** How long lists stand that are ordered by counts of readers or comments, in milliseconds: these tell no list of each change. */
export const countsAge = 10 * 60_000;
