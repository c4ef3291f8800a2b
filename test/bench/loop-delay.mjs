// Loaded before the server (`--import`): tells the process that started it the longest delay of the serving thread since it last asked, in milliseconds.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('message', () => {
    const longestMs = delay.max / 1e6;
    delay.reset();
    process.send({ longestMs });
  });
  process.channel?.unref();
}
