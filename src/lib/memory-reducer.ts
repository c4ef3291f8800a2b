import { Script } from 'node:vm';

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
