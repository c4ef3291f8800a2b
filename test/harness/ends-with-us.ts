import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/**
 * Has a child end, by SIGKILL or what is given, when this process ends in whatever way: one that dies of a fault runs no handler of its own. Gives the child
 * back.
 */
export function endsWithUs<Child extends ChildProcess>(
  child: Child,
  signal: 'KILL' | 'QUIT' = 'KILL',
): Child {
  // A shell that waits for the end of its input, which the system brings about; it has our Ctrl+C, too, and outlives it.
  const guard = spawn('sh', ['-c', `trap '' INT TERM HUP; read -r _; kill -s ${signal} ${child.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  child.once('exit', () => guard.kill('SIGKILL'));
  return child;
}
