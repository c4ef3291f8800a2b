/** The test file that runs now, as the setup of tests says it (outside of tests: none). */
export const madeIn = { path: '' };
