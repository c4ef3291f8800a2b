/** The running test file, set by the tests' setup. */
export const currentTest = { path: '' };
