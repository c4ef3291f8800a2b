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

export interface EditRequest {
  readonly dataDir: string;
  readonly file: string;
  readonly edits: readonly PictureEdit[];
  readonly part: string;
}

/** `again`: a retry may succeed. `crashed`: the process ended or had to be killed. `code`: an error code for invalid requests. */
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

/** Timeout per image, in milliseconds; the largest image takes a tenth of it. */
const patienceMs = 120_000;
/** Milliseconds that an idle process stays alive; it uses 90 MB. */
const idleMs = 5000;

/**
 * One thread of each kind suffices for one image at a time; these settings make the C library return memory: 90 MB
 * between images instead of 250.
 */
const frugal = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '1000000',
  MALLOC_MMAP_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '1',
};

/** Generates sizes, portraits and edited images, one request at a time, in a child process that starts on demand. */
export class SizeMaker {
  readonly #workerFile: string;
  readonly #patienceMs: number;
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: { readonly workerFile?: string; readonly patienceMs?: number } = {}) {
    const workerPath = import.meta.url.endsWith('.ts') ? './size-worker.ts' : './size-worker.js';
    this.#workerFile = options.workerFile ?? fileURLToPath(new URL(workerPath, import.meta.url));
    this.#patienceMs = options.patienceMs ?? patienceMs;
  }

  /** One at a time; never rejects. */
  make(request: SizeRequest): Promise<SizeReply> {
    return this.#ask<SizeReply>(request);
  }

  makePortrait(request: PortraitRequest): Promise<PortraitReply> {
    return this.#ask<PortraitReply>(request);
  }

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

  /** Kills the process, even while it is working. */
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
    // The environment is withheld: it contains the database and administrator passwords, and this process opens
    // untrusted files.
    const child = fork(this.#workerFile, [], {
      env: frugal,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('error', () => {}); // `exit` or the failed message reports it
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }
}

/** Maximum number of waiting edits, each up to a few seconds. */
const maxWaiting = 4;
/** Seconds in the Retry-After header of a rejected edit. */
const retryAfter = 10;

export interface PictureEditor {
  /**
   * Applies edits to an image in the uploads folder; returns a temporary file. Throws `TooManyRequestsError` if too
   * many wait, `NotFoundError` for a missing file, `InvalidInputError` for impossible edits.
   */
  edit(file: string, edits: readonly PictureEdit[]): Promise<PartFile>;
  close(): Promise<void>;
}

export function createPictureEditor(dataDir: string): PictureEditor {
  const turns = createTurns(maxWaiting);
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
