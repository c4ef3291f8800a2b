import { Button } from '@wordpress/components';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { boot } from '../../app/boot.ts';
import { connection } from '../../app/connection.ts';
import { currentNonce, renewNonce } from '../../app/rest.ts';
import { spokenBytes } from '../../app/spoken-bytes.ts';
import { say } from '../../words.ts';

const words: Readonly<Record<Upload['state'], string>> = {
  waits: say('Waiting'),
  goes: say('Uploading'),
  done: say('Uploaded'),
  failed: say('Upload failed'),
};

export function UploadTray() {
  const uploads = useUploads();
  if (uploads.length === 0) return null;
  const [done, failed] = [
    uploads.filter(({ state }) => state === 'done').length,
    uploads.filter(({ state }) => state === 'failed').length,
  ];
  const isDone = done + failed === uploads.length;
  return (
    <section className="uploads" aria-label={say('Uploads')}>
      <div className="uploads-head">
        <p role="status">
          {isDone
            ? failed > 0
              ? say('%d of %d uploaded, %d failed', done, uploads.length, failed)
              : say('%d of %d uploaded', done, uploads.length)
            : failed > 0
              ? say('Uploading %d of %d… %d failed', done + failed + 1, uploads.length, failed)
              : say('Uploading %d of %d…', done + failed + 1, uploads.length)}
        </p>
        {done > 0 && (
          <Button variant="link" onClick={forgetDone}>
            {say('Clear')}
          </Button>
        )}
      </div>
      <ul>
        {uploads.toReversed().map(({ key, file, state, share, fault }) => (
          <li key={key} data-state={state}>
            <span className="uploads-name" dir="auto">
              {file.name}
            </span>
            <span className="uploads-do">
              {state === 'failed' && (
                <Button size="small" variant="link" onClick={() => retryUpload(key)}>
                  {say('Try again')}
                  <Of name={file.name} />
                </Button>
              )}
              {state !== 'done' && (
                <Button size="small" variant="link" onClick={() => dropUpload(key)}>
                  {state === 'failed' ? say('Dismiss') : say('Cancel')}
                  <Of name={file.name} />
                </Button>
              )}
            </span>
            {state === 'failed' ? (
              <span className="uploads-fault">{fault}</span>
            ) : (
              <progress value={share} max={1} aria-label={say('%s: %s', words[state], file.name)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const Of = ({ name }: { readonly name: string }) => <span className="hidden-text"> {name}</span>;

/** Files of a drag or paste; pastes into fields are ignored. */
const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];
const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Active drop targets, topmost last: a dialog receives drops instead of the library behind it. */
const takers: symbol[] = [];

/** Accepts files dropped anywhere on the page, or pasted; shows a message while files are dragged over it. */
export function DropAnywhere({
  message,
  onFiles,
}: {
  readonly message: string;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const own = Symbol('taker');
    takers.push(own);
    // Enter and leave fire for each element; the counter is above 0 while the drag is over the page.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth++;
      setOver(true);
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const hold = (event: DragEvent) => {
      if (holdsFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!holdsFiles(event)) return;
      event.preventDefault();
      take.current(filesOf(event.dataTransfer));
    };
    const paste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData);
      if (
        files.length === 0 ||
        (event.target instanceof Element &&
          event.target.closest('input:not([type=file]),textarea,[contenteditable]'))
      )
        return;
      event.preventDefault();
      const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-').replace('T', '-');
      // Copied image content has no file name.
      const named = (file: File) =>
        new File([file], `pasted-${time}.${file.name.split('.').at(-1) ?? 'png'}`, { type: file.type });
      take.current(files.map((file) => (/^image\.\w+$/.test(file.name) ? named(file) : file)));
    };
    const handlers = [
      ['dragenter', enter],
      ['dragleave', leave],
      ['dragover', hold],
      ['drop', drop],
      ['paste', paste],
    ] as const;
    const over = new AbortController();
    for (const [name, handle] of handlers) {
      document.addEventListener(
        name,
        (event) => takers.at(-1) === own && (handle as (event: Event) => void)(event),
        { signal: over.signal },
      );
    }
    return () => {
      over.abort();
      takers.splice(takers.indexOf(own), 1);
    };
  }, []);
  return isOver ? (
    <div className="drop-here">
      <p>{message}</p>
    </div>
  ) : null;
}

interface Upload {
  readonly key: number;
  readonly file: File;
  /** Id of the target folder; 0: none. */
  readonly folder: number;
  readonly state: 'waits' | 'goes' | 'done' | 'failed';
  /** Progress from 0 to 1. */
  readonly share: number;
  readonly fault: string;
  /** Id of the resulting file; 0 until uploaded. */
  readonly id: number;
}

const width = 2;

let uploads: readonly Upload[] = [];
let last = 0;
const requests = new Map<number, XMLHttpRequest>();
const listeners = new Set<() => void>();
let whenDone: () => void = () => {};

const isUnderWay = ({ state }: Upload) => state === 'waits' || state === 'goes';
const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

function show(next: readonly Upload[]): void {
  uploads = next;
  // Leaving the newsroom during uploads requires a confirmation.
  if (next.some(isUnderWay)) window.addEventListener('beforeunload', confirmLeaving);
  else window.removeEventListener('beforeunload', confirmLeaving);
  for (const listener of listeners) listener();
}
const change = (key: number, changes: Partial<Upload>) =>
  show(uploads.map((one) => (one.key === key ? { ...one, ...changes } : one)));

const useUploads = (): readonly Upload[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploads,
  );

/** Why the server would reject the file, checked before sending it. */
function faultOf({ name, size }: File): string {
  const { mostBytes, maxPictureBytes, types } = boot.uploads;
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const type = name.includes('.') && Object.hasOwn(types, ending) ? types[ending] : undefined;
  if (type === undefined)
    return say('Files of this type are not allowed. Allowed types: %s.', Object.keys(types).join(', '));
  if (size === 0) return say('The file is empty.');
  const maxBytes = type.startsWith('image/') ? maxPictureBytes : mostBytes;
  if (size <= maxBytes) return '';
  return type.startsWith('image/')
    ? say(
        'The file is too large (%s). The maximum for images is %d MB.',
        spokenBytes(size),
        Math.floor(maxBytes / 2 ** 20),
      )
    : say(
        'The file is too large (%s). The maximum is %d MB.',
        spokenBytes(size),
        Math.floor(maxBytes / 2 ** 20),
      );
}

/** Uploads files into a folder (0: none), two at a time. `done` is called after each. */
export function addUploads(files: Iterable<File>, folder: number, done: () => void): void {
  whenDone = done;
  const added = [...files].map((file): Upload => {
    const fault = faultOf(file);
    return { key: ++last, file, folder, state: fault === '' ? 'waits' : 'failed', share: 0, fault, id: 0 };
  });
  show([...uploads, ...added]);
  goOn();
}

function retryUpload(key: number): void {
  change(key, { state: 'waits', share: 0, fault: '' });
  goOn();
}

function dropUpload(key: number): void {
  show(uploads.filter((one) => one.key !== key));
  requests.get(key)?.abort();
  requests.delete(key);
  goOn();
}

const forgetDone = (): void => show(uploads.filter(({ state }) => state !== 'done'));

function goOn(): void {
  const going = uploads.filter(({ state }) => state === 'goes').length;
  for (const upload of uploads
    .filter(({ state }) => state === 'waits')
    .slice(0, Math.max(0, width - going))) {
    change(upload.key, { state: 'goes' });
    void sendOne(upload);
  }
}

interface Reply {
  readonly status: number;
  readonly body: { readonly id?: number; readonly code?: string; readonly message?: string };
}

/** XMLHttpRequest, because `fetch` does not report upload progress. Resolves to undefined if aborted. */
function post({ key, file, folder }: Upload): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    // The explicit name is needed because pasted pictures all have the same one.
    form.append('file', file, file.name);
    if (folder > 0) form.append('folder', String(folder));
    requests.set(key, request);
    request.open('POST', '/wp-json/wp/v2/media');
    request.setRequestHeader('x-wp-nonce', currentNonce());
    request.setRequestHeader('prefer', 'respond-async');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      change(key, { share: total > 0 ? loaded / total : 0 }),
    );
    request.addEventListener('load', () =>
      resolve({ status: request.status, body: (request.response ?? {}) as Reply['body'] }),
    );
    request.addEventListener('error', () => resolve({ status: 0, body: {} }));
    request.addEventListener('abort', () => resolve(undefined));
    request.send(form);
  });
}

async function sendOne(upload: Upload): Promise<void> {
  const { key } = upload;
  let reply = await post(upload);
  let isRenewed = false;
  // A request refused with a fresh nonce stays refused.
  while (reply && !isRenewed && (reply.status === 401 || reply.body.code === 'rest_cookie_invalid_nonce')) {
    isRenewed = await renewNonce();
    if (!isRenewed) await connection.signIn();
    // It may have been cancelled in the meantime.
    reply = uploads.some((one) => one.key === key) ? await post(upload) : undefined;
  }
  requests.delete(key);
  if (reply?.status === 201) {
    change(key, { state: 'done', share: 1, id: reply.body.id ?? 0 });
    whenDone();
  } else if (reply) {
    const away =
      reply.status === 0 ? say('The server did not respond.') : say('The server rejected the file.');
    change(key, { state: 'failed', fault: reply.body.message ?? away });
  }
  goOn();
}
