import { getBlockType, parse } from '@wordpress/blocks';
import { Modal } from '@wordpress/components';
import type { ComponentProps } from 'react';
import { htmlToText } from '../../../lib/plain-text.ts';
import { ConflictModal } from '../../app/conflict-modal.tsx';
import { Decide } from '../../app/decide.tsx';
import type { WidgetArea } from '../../app/rest-types.ts';
import { say } from '../../words.ts';
import { areaTitle } from './widget-data.ts';

interface Row {
  readonly title: string;
  /** The beginning of its text, if it has any. */
  readonly text: string;
}

/** The outermost blocks of an area's markup. */
function rowsOf(markup: string): Row[] {
  return parse(markup, { __unstableSkipMigrationLogs: true }).map(({ name, attributes }) => {
    const { content, custom_title: title, label } = attributes as Record<string, unknown>;
    const text = [title, label, content].find((value) => value !== undefined && String(value) !== '');
    return {
      title: getBlockType(name)?.title ?? name,
      text:
        text === undefined || String(text).startsWith('translation_')
          ? ''
          : htmlToText(String(text)).slice(0, 120),
    };
  });
}

const wordsOf = ({ title, text }: Row) => `${title} ${text}`;

/** A save that would overwrite someone else's: the blocks of both versions next to each other. */
export function AreaConflict({
  mine,
  theirs,
  ...answers
}: Pick<ComponentProps<typeof ConflictModal>, 'isBusy' | 'onTheirs' | 'onMine' | 'onClose'> & {
  readonly mine: string;
  readonly theirs: WidgetArea;
}) {
  const [ours, others] = [rowsOf(mine), rowsOf(theirs.content)];
  return (
    <ConflictModal title={say('Another user saved this widget area')} {...answers}>
      <div className="widget-sides">
        <Side title={say('Your version')} rows={ours} other={others} />
        <Side title={say('Their version')} rows={others} other={ours} />
      </div>
    </ConflictModal>
  );
}

function Side({
  title,
  rows,
  other,
}: {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly other: readonly Row[];
}) {
  const known = new Set(other.map(wordsOf));
  return (
    <section>
      <h3>{title}</h3>
      {rows.length === 0 && <p>{say('No blocks')}</p>}
      <ol>
        {rows.map((row, place) => {
          const shown = (
            <>
              <b>{row.title}</b> {row.text}
            </>
          );
          // eslint-disable-next-line react/no-array-index-key -- blocks have no ids here
          return <li key={place}>{known.has(wordsOf(row)) ? shown : <mark>{shown}</mark>}</li>;
        })}
      </ol>
    </section>
  );
}

export function ResetArea({
  area,
  isBusy,
  onReset,
  onClose,
}: {
  readonly area: WidgetArea;
  readonly isBusy: boolean;
  readonly onReset: () => Promise<void>;
  readonly onClose: () => void;
}) {
  return (
    <Modal title={say('Reset this widget area?')} size="small" onRequestClose={onClose}>
      <div className="ask">
        <p>
          {area.fallback_area === ''
            ? say('Pages show the blocks of their templates again. You can undo this.')
            : say('Pages show the blocks of “%s” again. You can undo this.', areaTitle(area.fallback_area))}
        </p>
        <Decide isBusy={isBusy} onCancel={onClose} onDecide={() => void onReset()}>
          {say('Reset')}
        </Decide>
      </div>
    </Modal>
  );
}
