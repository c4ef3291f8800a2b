import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/** Ends a child (SIGKILL by default) when this process ends in any way, even by a crash, which runs no handlers. Returns the child. */
export function endsWithUs<Child extends ChildProcess>(
  child: Child,
  signal: 'KILL' | 'QUIT' = 'KILL',
): Child {
  // A shell that waits for the end of its input, which the system closes; it ignores Ctrl+C and outlives this process.
  const guard = spawn('sh', ['-c', `trap '' INT TERM HUP; read -r _; kill -s ${signal} ${child.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  child.once('exit', () => guard.kill('SIGKILL'));
  return child;
}
