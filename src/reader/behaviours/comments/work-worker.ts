// Runs in a worker of its own: is sent a seed, and answers with the work for it.
import { doWork } from '../../../lib/proof-of-work.ts';

addEventListener('message', ({ data }: MessageEvent<string>) => {
  postMessage(doWork(data), {});
});
