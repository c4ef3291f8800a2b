import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from '@wordpress/components';
import { useEffect, useState } from 'react';
import { rest, RestError } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import { titleOf } from './media-items.tsx';
import { embedded, fileName, spokenBytes } from './media-list.ts';
import type { MediaRow } from './media-list.ts';
import { countUses } from './media-uses.tsx';
import type { Uses } from './media-uses.tsx';

interface ReplaceProps<Row extends MediaRow> {
  readonly row: Row & { readonly revision: number };
  /** Undefined: not known yet. */
  readonly uses: Uses | undefined;
  /** What is there then; undefined: it was given up. */
  readonly onDone: (made: Row | undefined) => void;
}

/** Puts another file in the place of one: it is chosen, seen beside the one that is there, and sent. */
export function ReplaceDialog<Row extends MediaRow>({ row, uses, onDone }: ReplaceProps<Row>) {
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  // The picture as it lies on this machine.
  const [shown, setShown] = useState('');
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isPicture = row.media_type === 'image';
  useEffect(() => () => URL.revokeObjectURL(shown), [shown]);
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setShown(chosen && isPicture ? URL.createObjectURL(chosen) : '');
    setFault('');
  };
  const replace = async () => {
    if (!file || isBusy) return;
    const form = new FormData();
    form.append('file', file, file.name);
    setBusy(true);
    setFault('');
    try {
      const path = `/broadsheet/v1/media/${row.id}/file?revision=${row.revision}&_embed=${embedded}`;
      const { body } = await rest<Row>(path, { method: 'POST', body: form });
      onDone(body);
      toast(`“${titleOf(row)}” is another file now.`);
      await queries.invalidateQueries({ queryKey: ['media'] });
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      setFault(error.message);
      setBusy(false);
    }
  };
  const places = uses ? countUses(uses) : 0;
  const said = places === 0 ? '' : `, and the ${places === 1 ? 'place where it is used shows' : `${places} places where it is used show`} the new one`;
  return (
    <Modal title="Replace the file" size="medium" className="media-replace" onRequestClose={() => onDone(undefined)}>
      <form className="ask" onSubmit={(event) => { event.preventDefault(); void replace(); }}>
        <p>
          Another {isPicture ? 'picture' : 'file'} of the same type takes the place of <bdi dir="ltr">{fileName(row)}</bdi>. Its address and what is said of it
          stay{said}. The one that is there goes for good.
        </p>
        {fault !== '' && <p className="problem" role="alert">{fault}</p>}
        <label className="media-chosen">
          <span>The new file</span>
          <input type="file" accept={row.mime_type} onChange={({ currentTarget }) => choose(currentTarget.files?.[0])} />
        </label>
        {file && (
          <div className="media-both">
            {isPicture && <figure><img src={row.source_url} alt="" /><figcaption>Now</figcaption></figure>}
            <figure>
              {shown !== '' && <img src={shown} alt="The new picture" />}
              <figcaption>{isPicture ? 'Then: ' : ''}<bdi dir="ltr">{file.name}</bdi>, {spokenBytes(file.size)}</figcaption>
            </figure>
          </div>
        )}
        <div className="ask-end">
          <Button variant="tertiary" onClick={() => onDone(undefined)}>Cancel</Button>
          <Button variant="primary" type="submit" isBusy={isBusy} disabled={!file || isBusy} accessibleWhenDisabled>Replace</Button>
        </div>
      </form>
    </Modal>
  );
}

