import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { rm } from 'node:fs/promises';
import type { PortraitRequest } from './make-portrait.ts';
import type { ProcessedImage, SizeRequest } from './make-sizes.ts';
import type { PartFile } from '../../kernel/part-files.ts';
import type { PictureEdit } from './picture-edit.ts';
import { BroadsheetError, InvalidInputError, NotFoundError, TooManyRequestsError } from '../../lib/errors.ts';
import { diskFullError } from '../../lib/files.ts';
import { createTurns } from '../../lib/turns.ts';
import { newPart } from '../../kernel/part-files.ts';

/** A picture that is to be cut or turned, into a file of its own. */
export interface EditRequest {
  readonly dataDir: string;
  readonly file: string;
  readonly edits: readonly PictureEdit[];
  /** Where the result is written. */
  readonly part: string;
}

/** `again`: another attempt may do better. `crashed`: it ended the process, or had to be ended. `code`: what is wrong with what was asked for. */
interface Fault {
  readonly fault: string;
  readonly again: boolean;
  readonly crashed?: boolean;
  readonly code?: string;
  readonly isDiskFull?: boolean;
}

export type SizeReply = { readonly made: ProcessedImage } | Fault;
export type EditReply = { readonly edited: PartFile } | Fault;
export type PortraitReply = { readonly portrait: true } | Fault;

/** Longest time for one picture, in milliseconds: the largest takes a tenth of it. */
const patienceMs = 120_000;
/** How long the process is kept for another picture, in milliseconds; it holds 90 MB. */
const idleMs = 5000;

/** One picture at a time needs one thread of each kind; the C library gives memory back that it would keep for more: 90 MB between pictures instead of 250. */
const frugal = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '1000000',
  MALLOC_MMAP_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '1',
};

/** Makes the sizes of one picture, a portrait, or what somebody edits, after another in a child process, which starts when it is needed. */
export class SizeMaker {
  readonly #workerFile: string;
  readonly #patienceMs: number;
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: { readonly workerFile?: string; readonly patienceMs?: number } = {}) {
    const beside = import.meta.url.endsWith('.ts') ? './size-worker.ts' : './size-worker.js';
    this.#workerFile = options.workerFile ?? fileURLToPath(new URL(beside, import.meta.url));
    this.#patienceMs = options.patienceMs ?? patienceMs;
  }

  /** One at a time; never rejects. */
  make(request: SizeRequest): Promise<SizeReply> {
    return this.#ask<SizeReply>(request);
  }

  /** The same. */
  makePortrait(request: PortraitRequest): Promise<PortraitReply> {
    return this.#ask<PortraitReply>(request);
  }

  /** The same: cuts and turns. */
  edit(request: EditRequest): Promise<EditReply> {
    return this.#ask<EditReply>(request);
  }

  #ask<Reply>(request: SizeRequest | PortraitRequest | EditRequest): Promise<Reply | Fault> {
    clearTimeout(this.#idle);
    const child = this.#child ?? this.#start();
    return new Promise((resolve) => {
      const end = (reply: Reply | Fault) => {
        clearTimeout(timer);
        child.removeListener('exit', ended);
        child.removeListener('message', answered);
        this.#idle = setTimeout(() => void this.close(), idleMs).unref();
        resolve(reply);
      };
      const answered = (reply: Reply) => end(reply);
      const ended = (code: number | null, signal: string | null) => {
        this.#child = undefined;
        end({
          fault: `The process that made its sizes ended (${signal ?? `exit code ${code}`}).`,
          again: true,
          crashed: true,
        });
      };
      const timer = setTimeout(() => {
        child.removeListener('exit', ended);
        void this.close().then(() =>
          end({
            fault: `Its sizes were not ready after ${this.#patienceMs / 1000} seconds.`,
            again: true,
            crashed: true,
          }),
        );
      }, this.#patienceMs);
      child.on('message', answered);
      child.on('exit', ended);
      child.send(request, (error) => error && ended(null, error.message));
    });
  }

  /** Ends the process, whatever it does. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  }

  #start(): ChildProcess {
    // Of the environment nothing: it holds the passwords of the database and of the administrator, and this process opens files of strangers.
    const child = fork(this.#workerFile, [], {
      env: frugal,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('error', () => {}); // `exit` or the failed message tells
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }
}

/** Pictures that wait to be edited, at up to some seconds each. */
const mostWaiting = 4;
/** Seconds after which who was refused may ask again. */
const retryAfter = 10;

/** Cuts and turns pictures one after the other, in a process of its own. */
export interface PictureEditor {
  /**
   * The picture `file` below the uploads folder, changed, as a file that has no place yet. Throws `TooManyRequestsError` where too many wait, `NotFoundError`
   * for a file that is not there, and `InvalidInputError` for what can't be done.
   */
  edit(file: string, edits: readonly PictureEdit[]): Promise<PartFile>;
  close(): Promise<void>;
}

export function createPictureEditor(dataDir: string): PictureEditor {
  const turns = createTurns(mostWaiting);
  const maker = new SizeMaker();
  const edit = async (file: string, edits: readonly PictureEdit[]): Promise<PartFile> => {
    const part = await newPart(dataDir);
    const reply = await maker.edit({ dataDir, file, edits, part });
    if ('edited' in reply) return reply.edited;
    await rm(part, { force: true });
    if (reply.code !== undefined) throw new InvalidInputError(reply.fault, reply.code);
    if (reply.isDiskFull) throw diskFullError();
    if (!reply.again)
      throw new NotFoundError('Unable to get meta information for file.', 'rest_unknown_attachment');
    throw new BroadsheetError(
      reply.crashed ? 422 : 503,
      'rest_image_not_edited',
      `The picture could not be edited: ${reply.fault}`,
    );
  };
  return {
    edit: async (file, edits) => {
      const turn = turns(() => edit(file, edits));
      if (!turn)
        throw new TooManyRequestsError(
          'Too many pictures are being edited at the moment; please try again in ten seconds.',
          retryAfter,
        );
      return turn;
    },
    close: () => maker.close(),
  };
}
