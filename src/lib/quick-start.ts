import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * For the first module of a built program, before it loads any other: what V8 compiles is kept beside the build (where that may not be written, nothing is),
 * and stacks name our sources.
 * By Node's flag for the latter, the logger's look at its callers would parse the maps of all that is loaded, at each start.
 */
export function startQuickly(): void {
  if (!import.meta.url.endsWith('.js')) return; // sources are run as they are, by tests
  process.setSourceMapsEnabled(true);
  enableCompileCache(fileURLToPath(new URL('.compiled', import.meta.url)));
}
