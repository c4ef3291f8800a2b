import { expect } from 'vitest';

/** Rounding a layout offset of -0.3 px gives -0, which depends on the browser's fonts: `toEqual` takes it for 0. (`toBe` does not.) */
expect.addEqualityTesters([(a, b) => (a === 0 && b === 0 ? true : undefined)]);
