import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, inject } from 'vitest';
import { noteCpu } from './cpu-seconds.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

// The hook registered first runs last, after the file's own hooks have closed its servers.
afterAll(() => noteCpu(inject('runFolder'), relative(root, expect.getState().testPath ?? '')));
