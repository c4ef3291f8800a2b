import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from '@wordpress/components';
import { useEffect, useState } from 'react';
import { rest, RestError } from '../../app/rest.ts';
import { counted, doAll } from '../../app/work.ts';
import { titleOf } from './media-items.tsx';
import type { MediaRow } from './media-list.ts';
import { countUses, UseList, usesOf } from './media-uses.tsx';
import type { Uses } from './media-uses.tsx';

/** Questions at a time. */
const width = 4;
/** Files whose uses are listed; of others only their number is said. */
const mostListed = 10;

interface Used {
  readonly row: MediaRow;
  readonly uses: Uses;
}

/** Where each of these files is used, as far as it is known by now. */
function useUses(rows: readonly MediaRow[]) {
  const queries = useQueryClient();
  const [asked] = useState(rows);
  const [found, setFound] = useState<readonly Used[]>([]);
  const [fault, setFault] = useState('');
  useEffect(() => {
    const over = new AbortController();
    const left = [...asked];
    const goOn = async () => {
      for (let row = left.shift(); row && !over.signal.aborted; row = left.shift()) {
        const uses = await queries.fetchQuery(usesOf(row.id));
        const one = { row, uses };
        if (!over.signal.aborted) setFound((before) => [...before, one]);
      }
    };
    Promise.all(Array.from({ length: Math.min(width, asked.length) }, goOn)).catch((error: unknown) => {
      if (!(error instanceof RestError)) throw error;
      if (!over.signal.aborted) setFault(error.message);
    });
    return () => over.abort();
  }, [asked, queries]);
  return { found, fault, isKnown: found.length === asked.length };
}

/** Asks before files go for good, and says where they are used. `refused`: of what was chosen, how many are not for who is here to delete. */
export function DeleteDialog({
  rows,
  refused = 0,
  onClose,
}: {
  readonly rows: readonly MediaRow[];
  readonly refused?: number;
  readonly onClose: (isDone: boolean) => void;
}) {
  const queries = useQueryClient();
  const { found, fault, isKnown } = useUses(rows);
  const used = found.filter(({ uses }) => countUses(uses) > 0);
  const [first] = rows;
  const remove = () => {
    onClose(true);
    void doAll(queries, ['media'], rows, {
      doing: 'Deleting',
      done: counted('is deleted', 'are deleted'),
      nameOf: titleOf,
      run: ({ id }) => rest(`/wp/v2/media/${id}?force=true`, { method: 'DELETE' }),
    });
  };
  return (
    <Modal
      title="Delete for good?"
      size="medium"
      className="media-delete"
      onRequestClose={() => onClose(false)}
    >
      <div className="ask">
        <p>
          {rows.length === 1 && first ? `“${titleOf(first)}” is` : `${rows.length} files are`} deleted with
          all sizes. This can’t be taken back.
          {refused > 0 && ` ${refused} of those chosen are not yours to delete, and stay.`}
        </p>
        <div
          role="status"
          className="media-warning"
          data-is={isKnown ? (used.length > 0 ? 'used' : 'free') : 'asked'}
        >
          {!isKnown &&
            fault === '' &&
            `Looking where ${rows.length === 1 ? 'it is' : 'they are'} used: ${found.length} of ${rows.length} …`}
          {fault !== '' && `Where they are used could not be found out: ${fault}`}
          {isKnown &&
            used.length === 0 &&
            (rows.length === 1 ? 'It is used nowhere.' : 'They are used nowhere.')}
          {used.length > 0 && (
            <p>
              {rows.length === 1
                ? 'It is used, and will be missing there:'
                : `${used.length} of them are used, and will be missing there:`}
            </p>
          )}
          {used.slice(0, mostListed).map(({ row, uses }) => (
            <div key={row.id}>
              {rows.length > 1 && <b dir="auto">{titleOf(row)}</b>}
              <UseList uses={uses} />
            </div>
          ))}
          {used.length > mostListed && <p>And {used.length - mostListed} more files.</p>}
        </div>
        <div className="ask-end">
          <Button variant="tertiary" onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button
            variant="primary"
            isDestructive
            disabled={rows.length === 0 || (!isKnown && fault === '')}
            accessibleWhenDisabled
            onClick={remove}
          >
            {used.length > 0 ? 'Delete all the same' : 'Delete for good'}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
