// Finds modules that nothing but tests imports: a type that no list names, a command that nothing calls (`npm run check`).
import { adminEntry, barEntry } from './scripts/build/admin.mjs';
import { packageReplacements } from './scripts/build/newsroom-packages.mjs';
import { clientBundles, clientEntries, inlineScripts } from './scripts/build/client.mjs';
import { serverEntries } from './scripts/build/server.mjs';

const root = import.meta.dirname;
const entries = [
  ...Object.values(serverEntries),
  adminEntry,
  ...packageReplacements,
  barEntry,
  ...inlineScripts,
  ...[...clientEntries(root), ...clientBundles(root)].map(({ file }) => file),
  'scripts/**/*.mjs',
];

/** Options of the command: modules alone, and a failure for an exception that is no longer needed. */
export const knipOptions = ['--include=files', '--no-progress', '--treat-config-hints-as-errors'];

export const configFor = (entry, ignore = []) => ({
  entry: [...entry, '!**/*.test.*'],
  project: ['src/**/*.{ts,tsx}', '!**/*.test.*', '!**/*.d.ts'],
  ignore,
  vitest: false, // tests would be entries
});

export default configFor(entries);
