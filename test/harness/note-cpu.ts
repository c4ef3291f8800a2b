import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, inject } from 'vitest';
import { noteCpu } from './cpu-seconds.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

// The first hook that is registered runs last, after the file's own have closed its servers.
afterAll(() => noteCpu(inject('runFolder'), relative(root, expect.getState().testPath ?? '')));
