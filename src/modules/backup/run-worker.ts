import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BackupReply, BackupTask, RestoreStep } from './restore-request.ts';

export const backupWorkerFile = (): string => fileURLToPath(new URL('./backup-worker.js', import.meta.url));

export interface WorkerOptions {
  readonly file: string;
  /** Stops the process; it then removes what it wrote. A restore that began to replace the site runs to its end. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each step of a restore; `checked` waits for it before the site is replaced. */
  readonly onStep?: (step: RestoreStep) => Promise<void>;
}

/**
 * Runs a task in a process of its own, since compressing a site would delay requests. Returns its last reply; undefined
 * if it died. It stops with the server, even after a crash, because its channel closes.
 */
export function runBackupWorker(
  task: BackupTask,
  { file, signal, onStep }: WorkerOptions,
): Promise<BackupReply | undefined> {
  return new Promise((resolve) => {
    const child = fork(file, [], {
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let last: BackupReply | undefined;
    let steps = Promise.resolve();
    const stop = () => void (child.connected && child.disconnect());
    const end = () => {
      signal?.removeEventListener('abort', stop);
      void steps.then(
        () => resolve(last),
        () => resolve(last),
      );
    };
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    child.on('message', (reply: BackupReply) => {
      if (!('step' in reply) || reply.step === 'done') {
        last = reply;
        return;
      }
      const { step } = reply;
      steps = steps
        .then(() => onStep?.(step))
        .then(
          () => void (step === 'checked' && child.connected && child.send('go')),
          () => stop(),
        );
    });
    child.on('error', end);
    child.on('exit', end);
    child.send(task, (error) => error && child.kill());
  });
}
