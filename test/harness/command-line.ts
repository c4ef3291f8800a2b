import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The built CLI: running the sources takes three times the CPU time to start. */
export const commandLine = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));
if (!existsSync(commandLine)) throw new Error('There is no build: run npm run build (npm test does).');
