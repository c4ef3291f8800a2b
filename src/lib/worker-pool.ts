import { Worker, parentPort } from 'node:worker_threads';
import { countElsewhere, threadCpuMs } from './cpu-cost.ts';
import { InvalidInputError, messageOf, TooManyRequestsError } from './errors.ts';

/** A task's name and the types of its input and output, which are cloned between threads. */
export interface WorkerTask<Input, Output> {
  readonly name: string;
  /** For types only; never set. */
  readonly types?: { readonly input: Input; readonly output: Output };
}

/** Functions of the main thread that a running task may call, by name. */
export type Answers = Readonly<Record<string, (argument: unknown) => unknown>>;

type ToWorker =
  | { readonly kind: 'task'; readonly name: string; readonly input: unknown }
  | { readonly kind: 'answer'; readonly question: number; readonly value?: unknown; readonly error?: string };

/** `cpuMs`: CPU time of the worker. `faults`: the error to throw for invalid input. */
type FromWorker =
  | {
      readonly kind: 'question';
      readonly question: number;
      readonly name: string;
      readonly argument: unknown;
    }
  | { readonly kind: 'done'; readonly output: unknown; readonly cpuMs: number }
  | {
      readonly kind: 'failed';
      readonly error: string;
      readonly code?: string;
      readonly fields?: Readonly<Record<string, string>>;
      readonly cpuMs: number;
    };

export interface WorkerPoolOptions {
  readonly file: URL;
  readonly name: string;
  /** Maximum number of workers; each runs one task at a time. */
  readonly width: number;
  readonly maxWaiting: number;
  /** Maximum duration of a task in ms. */
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** How long an idle worker is retained, in ms. */
  readonly idleMs: number;
}

/** A task was aborted because of its time or memory; the same input would fail again. */
export class TooMuchWorkError extends InvalidInputError {
  constructor(message: string) {
    super(message, 'content_too_complex');
  }
}

interface Waiting {
  readonly name: string;
  readonly input: unknown;
  readonly answers: Answers;
  /** Called with a function that returns the output or throws, and the worker's CPU time. */
  readonly settle: (output: () => unknown, cpuMs?: number) => void;
}

interface Member {
  readonly worker: Worker;
  task: Waiting | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** Runs tasks in worker threads that start on demand. A task that exceeds its time or memory ends its worker and rejects with `TooMuchWorkError`. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #members = new Set<Member>();
  readonly #waiting: Waiting[] = [];

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Throws `TooManyRequestsError` when too many tasks wait. */
  async run<Input, Output>(
    { name }: WorkerTask<Input, Output>,
    input: Input,
    answers: Answers = {},
  ): Promise<Output> {
    if (this.#waiting.length >= this.#options.maxWaiting)
      throw new TooManyRequestsError('Too many long texts are being processed; try again shortly.', 10);
    const { output, cpuMs } = await new Promise<{ output: () => unknown; cpuMs: number }>((resolve) => {
      this.#waiting.push({
        name,
        input,
        answers,
        settle: (made, ms = 0) => resolve({ output: made, cpuMs: ms }),
      });
      this.#assign();
    });
    countElsewhere(cpuMs);
    return output() as Output;
  }

  /** Ends the idle workers. Busy ones end with the process, or after `idleMs`. */
  async endIdle(): Promise<void> {
    const idle = [...this.#members].filter(({ task }) => !task);
    for (const member of idle) {
      this.#members.delete(member);
      clearTimeout(member.timer);
    }
    await Promise.all(idle.map(({ worker }) => worker.terminate()));
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const idle =
        [...this.#members].find(({ task }) => !task) ??
        (this.#members.size < this.#options.width ? this.#open() : undefined);
      if (!idle) return;
      const task = this.#waiting.shift();
      if (task) this.#begin(idle, task);
    }
  }

  #begin(member: Member, task: Waiting): void {
    const { timeoutMs } = this.#options;
    member.task = task;
    clearTimeout(member.timer);
    member.timer = setTimeout(() => {
      this.#end(
        member,
        `The text takes longer than ${timeoutMs / 1000} seconds to process. Shorten or split it.`,
      );
    }, timeoutMs);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    member.worker.postMessage({ kind: 'task', name: task.name, input: task.input } satisfies ToWorker);
  }

  #open(): Member {
    const { file, name, memoryMb } = this.#options;
    const worker = new Worker(file, { name, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    worker.unref(); // an idle worker does not keep the process alive; the timer of a task does
    const member: Member = { worker, task: undefined, timer: undefined };
    let fault = '';
    worker.on('message', (message: FromWorker) => void this.#receive(member, message));
    worker.on('error', (error) => (fault = messageOf(error)));
    worker.on('exit', (code) => {
      this.#end(
        member,
        `The text could not be processed: its worker ended (${fault || `exit code ${code}`}). Shorten or split it.`,
      );
    });
    this.#members.add(member);
    return member;
  }

  async #receive(member: Member, message: FromWorker): Promise<void> {
    const { task } = member;
    if (!task) return;
    if (message.kind === 'question') {
      const reply = await answerTo(task.answers, message);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      const sent = { kind: 'answer', question: message.question, ...reply } satisfies ToWorker;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      if (member.task === task) member.worker.postMessage(sent);
      return;
    }
    member.task = undefined;
    clearTimeout(member.timer);
    member.timer = setTimeout(() => this.#end(member, ''), this.#options.idleMs).unref();
    task.settle(() => outputOf(message), message.cpuMs);
    this.#assign();
  }

  /** Ends a worker, even a busy one; the next task starts another one. */
  #end(member: Member, reason: string): void {
    if (!this.#members.delete(member)) return;
    clearTimeout(member.timer);
    member.worker.terminate().catch(() => undefined);
    member.task?.settle(() => {
      throw new TooMuchWorkError(reason);
    });
    this.#assign();
  }
}

function outputOf(message: Exclude<FromWorker, { readonly kind: 'question' }>): unknown {
  if (message.kind === 'done') return message.output;
  if (message.code !== undefined) throw new InvalidInputError(message.error, message.code, message.fields);
  throw new Error(`A worker failed: ${message.error}`);
}

type Question = Pick<Extract<FromWorker, { readonly kind: 'question' }>, 'name' | 'argument'>;

async function answerTo(
  answers: Answers,
  { name, argument }: Question,
): Promise<{ value: unknown } | { error: string }> {
  try {
    return { value: await answers[name]?.(argument) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

/** Calls a function of the main thread while a task runs. */
export type Ask = (name: string, argument: unknown) => Promise<unknown>;

interface ServedTask {
  readonly name: string;
  run(input: unknown, call: Ask): unknown;
}

export function serveTask<Input, Output>(
  { name }: WorkerTask<Input, Output>,
  run: (input: Input, call: Ask) => Output | Promise<Output>,
): ServedTask {
  return { name, run: (input, call) => run(input as Input, call) };
}

/** Serves a `WorkerPool`'s tasks in this worker thread, one at a time. */
export function serveTasks(tasks: readonly ServedTask[]): void {
  const port = parentPort;
  if (!port) throw new Error('Tasks run only in a worker thread.');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const send = (message: FromWorker) => port.postMessage(message);
  const open = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >();
  let last = 0;
  const call: Ask = (name, argument) =>
    new Promise((resolve, reject) => {
      open.set(++last, { resolve, reject });
      send({ kind: 'question', question: last, name, argument });
    });
  const run = async (name: string, input: unknown) => {
    const began = threadCpuMs();
    try {
      const task = tasks.find((one) => one.name === name);
      if (!task) throw new Error(`Unknown task ${name}.`);
      send({ kind: 'done', output: await task.run(input, call), cpuMs: threadCpuMs() - began });
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
    const pending = open.get(message.question);
    open.delete(message.question);
    if (message.error === undefined) pending?.resolve(message.value);
    else pending?.reject(new Error(message.error));
  });
}
