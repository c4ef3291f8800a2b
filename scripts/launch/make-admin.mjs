// Installs and builds the newsroom in a separate process: in the background of `npm start` at a low priority, and as
// part of `npm run build`.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeAdmin } from './admin.mjs';
import { passOnSignals, stopCode } from './child.mjs';
import { describeEnd } from './say.mjs';

passOnSignals();
// A killed launcher sends no message, but closes the channel.
const end = () => process.kill(process.pid, 'SIGTERM');
process.on('disconnect', end);

try {
  await makeAdmin(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
} catch (error) {
  if (stopCode() === null)
    process.stderr.write(
      `${describeEnd(error)}\nThe site is served without its newsroom; the next start will retry.\n`,
    );
  process.exitCode = stopCode() ?? 1;
}
process.off('disconnect', end);
if (process.connected) process.disconnect();
