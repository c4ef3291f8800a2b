import { useSyncExternalStore } from 'react';
import { boot } from '../../app/boot.ts';
import { connection } from '../../app/connection.ts';
import { currentNonce, renewNonce } from '../../app/rest.ts';
import { say } from '../../words.ts';

/** A file, or a folder whose files are sent one by one. */
export interface Sending {
  readonly key: number;
  readonly name: string;
  readonly state: 'waits' | 'goes' | 'done' | 'failed';
  /** Progress from 0 to 1. */
  readonly share: number;
  readonly fault: string;
  readonly isFolder: boolean;
  /** Of a folder: files sent, all of them, and those of types that are not allowed. */
  readonly sent: number;
  readonly files: number;
  readonly skipped: number;
}

interface Work {
  readonly files: readonly { readonly file: File; readonly path: string }[];
  readonly kind: 'export' | 'zip' | 'folder';
}

const base = '/wp-json/broadsheet/v1/imports';
/** Files sent at a time, and of a folder. */
const [width, folderWidth] = [2, 4];

let sendings: readonly Sending[] = [];
let last = 0;
const works = new Map<number, Work>();
const requests = new Map<number, Set<XMLHttpRequest>>();
const listeners = new Set<() => void>();
let whenDone: () => void = () => {};

const isUnderWay = ({ state }: Sending) => state === 'waits' || state === 'goes';
const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

function show(next: readonly Sending[]): void {
  sendings = next;
  if (next.some(isUnderWay)) window.addEventListener('beforeunload', confirmLeaving);
  else window.removeEventListener('beforeunload', confirmLeaving);
  for (const listener of listeners) listener();
}

const change = (key: number, changes: Partial<Sending>) =>
  show(sendings.map((one) => (one.key === key ? { ...one, ...changes } : one)));
const isListed = (key: number) => sendings.some((one) => one.key === key);

export const useSendings = (): readonly Sending[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => sendings,
  );

export const isZipName = (name: string): boolean => /\.zip$/i.test(name);
const isExportName = (name: string) => /\.(?:xml|wxr|txt|gz)$/i.test(name);

export interface UploadLimits {
  readonly bytes: number;
  readonly zip_bytes: number;
}

const gigabytes = (bytes: number) => Math.floor(bytes / 2 ** 30);

/** Why the server would refuse a file, checked before it is sent. */
function faultOf({ name, size }: File, limits: UploadLimits): string {
  if (size === 0) return say('The file is empty.');
  if (isZipName(name))
    return size > limits.zip_bytes
      ? say('The file is too large; the maximum is %d GB.', gigabytes(limits.zip_bytes))
      : '';
  if (!isExportName(name))
    return say('This is neither a WordPress export (.xml or .xml.gz) nor a ZIP of uploads.');
  return size > limits.bytes
    ? say('The file is too large; the maximum is %d GB.', gigabytes(limits.bytes))
    : '';
}

const blank = { share: 0, sent: 0, files: 1, skipped: 0, isFolder: false } as const;

/** Sends exports and ZIPs; `done` is called after each. */
export function sendFiles(files: Iterable<File>, limits: UploadLimits, done: () => void): void {
  whenDone = done;
  const added = [...files].map((file): Sending => {
    const fault = faultOf(file, limits);
    const key = ++last;
    if (fault === '')
      works.set(key, { kind: isZipName(file.name) ? 'zip' : 'export', files: [{ file, path: '' }] });
    return { ...blank, key, name: file.name, state: fault === '' ? 'waits' : 'failed', fault };
  });
  show([...sendings, ...added]);
  goOn();
}

/** Sends the files of a folder, except hidden ones and those of other types. */
export function sendFolder(files: Iterable<File>, done: () => void): void {
  whenDone = done;
  const all = [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
  const isAllowed = ({ name, size }: File) =>
    size > 0 &&
    !name.startsWith('.') &&
    Object.hasOwn(boot.uploads.types, name.slice(name.lastIndexOf('.') + 1).toLowerCase());
  const wanted = all.filter(({ file }) => isAllowed(file));
  const [name = ''] = (all[0]?.path ?? '').split('/', 1);
  const key = ++last;
  const fault = wanted.length > 0 ? '' : say('The folder contains no files of allowed types.');
  if (fault === '') works.set(key, { kind: 'folder', files: wanted });
  const state = fault === '' ? 'waits' : 'failed';
  const skipped = all.length - wanted.length;
  show([...sendings, { ...blank, key, name, state, fault, isFolder: true, files: wanted.length, skipped }]);
  goOn();
}

export function retrySending(key: number): void {
  change(key, { state: 'waits', share: 0, fault: '' });
  goOn();
}

export function dropSending(key: number): void {
  show(sendings.filter((one) => one.key !== key));
  works.delete(key);
  for (const sent of requests.get(key) ?? []) sent.abort();
  requests.delete(key);
  goOn();
}

export const canRetry = (key: number): boolean => works.has(key);

function goOn(): void {
  const going = sendings.filter(({ state }) => state === 'goes').length;
  const waiting = sendings.filter(({ state }) => state === 'waits');
  for (const { key } of waiting.slice(0, Math.max(0, width - going))) {
    change(key, { state: 'goes' });
    void sendOne(key);
  }
}

async function sendOne(key: number): Promise<void> {
  const work = works.get(key);
  if (!work) return;
  const fault = work.kind === 'folder' ? await sendAll(key, work) : await sendBody(key, work);
  requests.delete(key);
  if (!isListed(key)) return;
  if (fault === undefined) {
    works.delete(key);
    // A sent file is in the list of the server's files.
    show(
      work.kind === 'folder'
        ? sendings.map((one) => (one.key === key ? { ...one, state: 'done', share: 1 } : one))
        : sendings.filter((one) => one.key !== key),
    );
    whenDone();
  } else change(key, { state: 'failed', fault });
  goOn();
}

const sendBody = (key: number, { kind, files }: Work): Promise<string | undefined> => {
  const [one] = files;
  if (!one) return Promise.resolve(undefined);
  return post(key, `${base}/${kind === 'zip' ? 'uploads' : 'files'}`, one.file, (share) =>
    change(key, { share }),
  );
};

async function sendAll(key: number, work: Work): Promise<string | undefined> {
  const left = [...work.files];
  const failed: (typeof left)[number][] = [];
  const faults: string[] = [];
  const total = sendings.find((one) => one.key === key)?.files ?? left.length;
  let sent = total - left.length;
  const sender = async () => {
    for (let one = left.shift(); one && isListed(key); one = left.shift()) {
      const fault = await post(
        key,
        `${base}/uploads?path=${encodeURIComponent(one.path)}`,
        one.file,
        () => {},
      );
      if (fault === undefined) change(key, { sent: ++sent, share: sent / total });
      else {
        failed.push(one);
        faults.push(fault);
      }
    }
  };
  await Promise.all(Array.from({ length: folderWidth }, sender));
  if (!isListed(key)) return undefined;
  const refused = await post(key, `${base}/check`, undefined, () => {});
  if (failed.length === 0) return refused;
  works.set(key, { ...work, files: failed });
  return say('%d of %d files were not sent: %s', failed.length, total, faults[0] ?? '');
}

interface Reply {
  readonly status: number;
  readonly body: { readonly code?: string; readonly message?: string };
}

/** Sends a body; returns why it was refused. A request refused with a fresh nonce stays refused. */
async function post(
  key: number,
  address: string,
  file: File | undefined,
  onProgress: (share: number) => void,
): Promise<string | undefined> {
  let reply = await request(key, address, file, onProgress);
  let isRenewed = false;
  while (!isRenewed && (reply.status === 401 || reply.body.code === 'rest_cookie_invalid_nonce')) {
    isRenewed = await renewNonce();
    if (!isRenewed) await connection.signIn();
    if (!isListed(key)) return '';
    reply = await request(key, address, file, onProgress);
  }
  if (reply.status >= 200 && reply.status < 300) return undefined;
  if (reply.status === 0) return say('The server did not respond.');
  if (reply.status === 413 && !reply.body.message)
    return say('The file exceeds the size limit of the proxy server (413).');
  return reply.body.message ?? say('The server rejected the file.');
}

function request(
  key: number,
  address: string,
  file: File | undefined,
  onProgress: (share: number) => void,
): Promise<Reply> {
  return new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    const all = requests.get(key) ?? new Set();
    requests.set(key, all.add(xhr));
    const end = (reply: Reply) => {
      all.delete(xhr);
      resolve(reply);
    };
    xhr.open('POST', address);
    xhr.responseType = 'json';
    xhr.setRequestHeader('x-wp-nonce', currentNonce());
    if (file) {
      xhr.setRequestHeader('content-type', 'application/octet-stream');
      const name = encodeURIComponent(file.name.toWellFormed()).replaceAll("'", '%27');
      xhr.setRequestHeader('content-disposition', `attachment; filename*=UTF-8''${name}`);
    }
    xhr.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    xhr.addEventListener('load', () =>
      end({ status: xhr.status, body: (xhr.response ?? {}) as Reply['body'] }),
    );
    xhr.addEventListener('error', () => end({ status: 0, body: {} }));
    xhr.addEventListener('abort', () => end({ status: 0, body: {} }));
    xhr.send(file ?? null);
  });
}
