// Loaded before the server (`--import`): on request, reports the longest event loop delay of the main thread since the
// last request, in ms.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('message', () => {
    const maxMs = delay.max / 1e6;
    delay.reset();
    process.send({ maxMs });
  });
  process.channel?.unref();
}
