import type { BarPart } from './bar-part.ts';
import { changesPart } from './changes/changes-part.tsx';
import { LibraryPlace } from './library/library-part.tsx';
import { loadRoute } from './library/route.ts';

/** In the order in which they stand. */
export const parts: readonly BarPart[] = [changesPart, { InBar: LibraryPlace }];

/** Opens the cloud library, with the parameters that the specification names. */
export const cloudLibrary = { loadRoute };
