import { availableParallelism } from 'node:os';
import { WorkerPool } from '../../lib/worker-pool.ts';

/** UTF-16 units from which on a text is processed in a worker; shorter ones take some 20 ms. */
export const longText = 50_000;

const beside = import.meta.url.endsWith('.ts') ? '../../blocks/text-worker.ts' : './text-worker.js';

/** Workers that parse, clean, index and render long texts. The serving thread keeps a processor for itself where there are several. */
export const textWorkers = new WorkerPool({
  file: new URL(beside, import.meta.url),
  name: 'text',
  width: Math.max(1, Math.min(3, availableParallelism() - 1)),
  mostWaiting: 50,
  timeoutMs: 30_000,
  memoryMb: 1024,
  idleMs: 10_000,
});
