import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

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

/** Milliseconds; V8 forgets an allocation after some 110 seconds. */
const reminderMs = 60_000;

/**
 * Has V8 give this thread's memory back to the system some ten seconds after a storm. V8 13 takes the rate of allocation for high as long as nothing was
 * allocated on its second heap, that of Node's own objects, and then keeps what it has. Compiled scripts live there, so a tiny one is compiled now and then:
 * decision 012.
 */
export function keepMemoryReducerAwake(): void {
  const remind = () => new Script('0');
  remind();
  setInterval(remind, reminderMs).unref();
}
