// Installs and builds what people write with, in a process of its own: `npm start` runs it behind the site, at a low priority, `npm run build` before it ends.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeAdmin } from './admin.mjs';
import { passOnSignals, stopCode } from './child.mjs';
import { describeEnd } from './say.mjs';

passOnSignals();
// A launcher that is killed says nothing: the end of the channel does.
const end = () => process.kill(process.pid, 'SIGTERM');
process.on('disconnect', end);

try {
  await makeAdmin(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
} catch (error) {
  if (stopCode() === null)
    process.stderr.write(
      `${describeEnd(error)}\nThe site is served without its newsroom; the next start tries again.\n`,
    );
  process.exitCode = stopCode() ?? 1;
}
process.off('disconnect', end);
if (process.connected) process.disconnect();
