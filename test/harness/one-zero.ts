import { expect } from 'vitest';

/** Rounding a layout offset of -0.3 px gives -0, depending on the browser's fonts. `toEqual` treats it as 0; `toBe` does not. */
expect.addEqualityTesters([(a, b) => (a === 0 && b === 0 ? true : undefined)]);
