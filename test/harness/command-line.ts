import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The built program behind `npm run broadsheet`: sources, which are read anew, take a start three times the CPU. */
export const commandLine = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));
if (!existsSync(commandLine)) throw new Error('There is no build: run npm run build (npm test does).');
