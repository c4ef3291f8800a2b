// Worker: receives a seed and posts back the proof of work.
import { doWork } from '../../../lib/proof-of-work.ts';

addEventListener('message', ({ data }: MessageEvent<string>) => {
  postMessage(doWork(data), {});
});
