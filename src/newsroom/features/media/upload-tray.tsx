import { Button } from '@wordpress/components';
import { useEffect, useRef, useState } from 'react';
import { dropUpload, forgetDone, retryUpload, useUploads } from './uploads.ts';
import type { Upload } from './uploads.ts';

const words: Readonly<Record<Upload['state'], string>> = {
  waits: 'Waits',
  goes: 'Uploading',
  done: 'In the library',
  failed: 'Not uploaded',
};

/** What is on its way, with how far it is, and what failed, with the reason. */
export function UploadTray() {
  const uploads = useUploads();
  if (uploads.length === 0) return null;
  const [done, failed] = [
    uploads.filter(({ state }) => state === 'done').length,
    uploads.filter(({ state }) => state === 'failed').length,
  ];
  const isDone = done + failed === uploads.length;
  return (
    <section className="uploads" aria-label="Uploads">
      <div className="uploads-head">
        <p role="status">
          {isDone
            ? `${done} of ${uploads.length} uploaded`
            : `Uploading ${done + failed + 1} of ${uploads.length} …`}
          {failed > 0 && `, ${failed} not`}
        </p>
        {done > 0 && (
          <Button variant="link" onClick={forgetDone}>
            Clear
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
                  Try again
                  <Of name={file.name} />
                </Button>
              )}
              {state !== 'done' && (
                <Button size="small" variant="link" onClick={() => dropUpload(key)}>
                  {state === 'failed' ? 'Dismiss' : 'Cancel'}
                  <Of name={file.name} />
                </Button>
              )}
            </span>
            {state === 'failed' ? (
              <span className="uploads-fault">{fault}</span>
            ) : (
              <progress value={share} max={1} aria-label={`${words[state]}: ${file.name}`} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const Of = ({ name }: { readonly name: string }) => <span className="hidden-text"> {name}</span>;

/** Files of a drag or of the clipboard; of the latter only where nobody is typing. */
const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];
const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Those that are there, the last on top: a dialog that asks for a file is given what is dropped, and not the library behind it. */
const takers: symbol[] = [];

/** Takes what is dropped anywhere on the page, and what is pasted; says what becomes of it while something is held above the page. */
export function DropAnywhere({
  said,
  onFiles,
}: {
  readonly said: string;
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
    // Each element tells of being entered and left: what is left of them says whether it is still above the page.
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
      // What is copied out of a picture has no name of its own.
      const named = (file: File) =>
        new File([file], `pasted-${time}.${file.name.split('.').at(-1) ?? 'png'}`, { type: file.type });
      take.current(files.map((file) => (/^image\.\w+$/.test(file.name) ? named(file) : file)));
    };
    const heard = [
      ['dragenter', enter],
      ['dragleave', leave],
      ['dragover', hold],
      ['drop', drop],
      ['paste', paste],
    ] as const;
    const over = new AbortController();
    for (const [name, hear] of heard) {
      document.addEventListener(
        name,
        (event) => takers.at(-1) === own && (hear as (event: Event) => void)(event),
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
      <p>{said}</p>
    </div>
  ) : null;
}
