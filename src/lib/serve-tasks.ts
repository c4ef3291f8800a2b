import { parentPort } from 'node:worker_threads';
import { threadCpuMs } from './cpu-cost.ts';
import { InvalidInputError, messageOf } from './errors.ts';
import type { FromWorker, ToWorker, WorkerTask } from './worker-pool.ts';

/** Asks the serving thread something while a task runs. */
export type Ask = (name: string, given: unknown) => Promise<unknown>;

/** What a worker does for a task. */
export interface ServedTask {
  readonly name: string;
  run(input: unknown, ask: Ask): unknown;
}

export function serveTask<Input, Output>(
  { name }: WorkerTask<Input, Output>,
  run: (input: Input, ask: Ask) => Output | Promise<Output>,
): ServedTask {
  return { name, run: (input, ask) => run(input as Input, ask) };
}

/** Serves the tasks of a `WorkerPool` in this worker thread, one at a time. */
export function serveTasks(tasks: readonly ServedTask[]): void {
  const port = parentPort;
  if (!port) throw new Error('Tasks are served in a worker thread only.');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const send = (message: FromWorker) => port.postMessage(message);
  const open = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >();
  let last = 0;
  const ask: Ask = (name, given) =>
    new Promise((resolve, reject) => {
      open.set(++last, { resolve, reject });
      send({ kind: 'question', question: last, name, given });
    });
  const run = async (name: string, input: unknown) => {
    const began = threadCpuMs();
    try {
      const task = tasks.find((one) => one.name === name);
      if (!task) throw new Error(`There is no task ${name}.`);
      send({ kind: 'done', output: await task.run(input, ask), cpuMs: threadCpuMs() - began });
    } catch (error) {
      const at = error instanceof InvalidInputError ? { code: error.code, fields: error.fields } : {};
      send({ kind: 'failed', error: messageOf(error), ...at, cpuMs: threadCpuMs() - began });
    }
  };
  port.on('message', (message: ToWorker) => {
    if (message.kind === 'task') {
      void run(message.name, message.input);
      return;
    }
    const asked = open.get(message.question);
    open.delete(message.question);
    if (message.error === undefined) asked?.resolve(message.value);
    else asked?.reject(new Error(message.error));
  });
}
