import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

/**
 * Call it in a built program's first module: enables V8's compile cache next to the build (if writable) and source maps
 * in stacks. With Node's flag for source maps instead, the logger would parse all maps at each start.
 */
export function startQuickly(): void {
  if (!import.meta.url.endsWith('.js')) return; // sources run directly only in tests
  process.setSourceMapsEnabled(true);
  enableCompileCache(fileURLToPath(new URL('.compiled', import.meta.url)));
}

/** Milliseconds; V8 forgets an allocation after about 110 seconds. */
const reminderMs = 60_000;

/**
 * Makes V8 return memory about ten seconds after a load peak. V8 13 assumes a high allocation rate while nothing is
 * allocated on its second heap, for Node's own objects; compiling a tiny script does that (decision 106).
 */
export function keepMemoryReducerAwake(): void {
  const remind = () => new Script('0');
  remind();
  setInterval(remind, reminderMs).unref();
}
