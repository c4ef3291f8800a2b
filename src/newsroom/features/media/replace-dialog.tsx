import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from '@wordpress/components';
import { useEffect, useRef, useState } from 'react';
import { Problem } from '../../app/problem.tsx';
import { rest, RestError } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import { titleOf } from './media-items.tsx';
import { embedded, fileName, spokenBytes } from './media-list.ts';
import type { MediaRow } from './media-list.ts';
import { countUses } from './media-uses.tsx';
import type { Uses } from './media-uses.tsx';
import { DropAnywhere } from './upload-tray.tsx';

interface ReplaceProps<Row extends MediaRow> {
  readonly row: Row & { readonly revision: number };
  /** Undefined: not known yet. */
  readonly uses: Uses | undefined;
  /** What is there now, by this or by others. */
  readonly onNewer: (row: Row) => void;
  /** It is replaced, or was given up. */
  readonly onDone: () => void;
}

/** Sends the new file; closing the dialog aborts the upload. */
function useReplacing<Row extends MediaRow>({ row, onNewer, onDone }: Omit<ReplaceProps<Row>, 'uses'>) {
  const queries = useQueryClient();
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const over = useRef<AbortController>(undefined);
  // Who closes the dialog gives up what is on its way.
  useEffect(() => () => over.current?.abort(), []);
  const replace = async (file: File) => {
    const form = new FormData();
    form.append('file', file, file.name);
    setBusy(true);
    setFault('');
    const { signal } = (over.current = new AbortController());
    try {
      const path = `/broadsheet/v1/media/${row.id}/file?revision=${row.revision}&_embed=${embedded}`;
      const { body } = await rest<Row>(path, { method: 'POST', body: form, signal });
      onNewer(body);
      onDone();
      toast(`“${titleOf(row)}” is another file now.`);
    } catch (error) {
      if (signal.aborted)
        toast(
          `It was given up. If the whole file had reached the server, it is “${titleOf(row)}” all the same.`,
        );
      else if (!(error instanceof RestError)) throw error;
      else {
        setFault(error.message);
        setBusy(false);
        // A second attempt replaces the newer version, which is shown by now.
        if (error.status === 409 && error.theirs) onNewer(error.theirs as Row);
      }
    }
    await queries.invalidateQueries({ queryKey: ['media'] });
  };
  return { fault, isBusy, replace, settle: () => setFault('') };
}

/** Replaces a file: the new one is chosen, compared with the present one, and uploaded. */
export function ReplaceDialog<Row extends MediaRow>({ row, uses, onNewer, onDone }: ReplaceProps<Row>) {
  const [file, setFile] = useState<File>();
  // Object URL of the chosen picture.
  const [shown, setShown] = useState('');
  const isPicture = row.media_type === 'image';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => () => URL.revokeObjectURL(shown), [shown]);
  const { fault, isBusy, replace, settle } = useReplacing({ row, onNewer, onDone });
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setShown(chosen && isPicture ? URL.createObjectURL(chosen) : '');
    settle();
  };
  const take = ([given]: readonly File[]) => {
    if (!given || !field.current || isBusy) return;
    // The file field shows it, too.
    const data = new DataTransfer();
    data.items.add(given);
    field.current.files = data.files;
    choose(given);
  };
  return (
    <Modal title="Replace the file" size="medium" className="media-replace" onRequestClose={onDone}>
      <form
        className="ask"
        onSubmit={(event) => {
          event.preventDefault();
          if (file && !isBusy) void replace(file);
        }}
      >
        <p>
          Another {isPicture ? 'picture' : 'file'} of the same type takes the place of{' '}
          <bdi dir="ltr">{fileName(row)}</bdi>. Its address and what is said of it stay{usesChanged(uses)}.
          The one that is there goes for good.
        </p>
        <Problem message={fault} />
        <label className="media-chosen">
          <span>The new file</span>
          <input
            ref={field}
            type="file"
            accept={row.mime_type}
            disabled={isBusy}
            onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
          />
        </label>
        {file && <Comparison row={row} file={file} shown={shown} />}
        <DropAnywhere said="Drop the new file here" onFiles={take} />
        <div className="ask-end">
          <Button variant="tertiary" onClick={onDone}>
            Cancel
          </Button>
          <Button
            variant="primary"
            type="submit"
            isBusy={isBusy}
            disabled={!file || isBusy}
            accessibleWhenDisabled
          >
            Replace
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** The part of the notice that tells in how many places the new file will be shown. */
function usesChanged(uses: Uses | undefined): string {
  const places = uses ? countUses(uses) : 0;
  if (places === 0) return '';
  return `, and the ${places === 1 ? 'place where it is used shows' : `${places} places where it is used show`} the new one`;
}

/** The present file, where it is a picture, and the new one. */
function Comparison({
  row,
  file,
  shown,
}: {
  readonly row: MediaRow;
  readonly file: File;
  readonly shown: string;
}) {
  const isPicture = row.media_type === 'image';
  return (
    <div className="media-both">
      {isPicture && (
        <figure>
          <img src={row.source_url} alt="" />
          <figcaption>Now</figcaption>
        </figure>
      )}
      <figure>
        {shown !== '' && <img src={shown} alt="The new picture" />}
        <figcaption>
          {isPicture ? 'Then: ' : ''}
          <bdi dir="ltr">{file.name}</bdi>, {spokenBytes(file.size)}
        </figcaption>
      </figure>
    </div>
  );
}
