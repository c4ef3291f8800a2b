// For vitest.config.ts: under an unsupported Node, exits with one line instead of the stack of the first failing
// package.
import { isSupported, MINIMUM_NODE } from './version.mjs';

if (!isSupported(process.versions.node)) {
  const words = process.argv.slice(2).filter((word) => word !== 'run');
  const command = ['npm test', ...(words.length > 0 ? ['--', ...words] : [])].join(' ');
  process.stderr.write(
    `Tests need Node ${MINIMUM_NODE} or newer, but this is ${process.versions.node}. Run "${command}", which installs a newer one.\n`,
  );
  process.exit(1);
}
