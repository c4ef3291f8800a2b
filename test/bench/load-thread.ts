import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { load } from './load.ts';
import type { LoadOptions, LoadResult } from './load.ts';

/** Runs a load in a separate thread, so that other work of the bench does not count as response time. */
export function loadInThread(options: Omit<LoadOptions, 'until'>): {
  readonly result: Promise<LoadResult>;
  stop(): void;
} {
  const worker = new Worker(new URL(import.meta.url), { workerData: options });
  const result = new Promise<LoadResult>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return { result, stop: () => worker.postMessage('stop', []) };
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  let stopped = false;
  port.on('message', () => (stopped = true));
  port.postMessage(await load({ ...(workerData as LoadOptions), until: () => stopped }));
  port.close();
}
