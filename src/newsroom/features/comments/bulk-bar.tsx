import { Button, CheckboxControl, Modal } from '@wordpress/components';
import type { CommentRow, CommentStatus, Tab } from './comment-list.ts';
import { say, sayCount } from '../../words.ts';

interface BulkProps {
  readonly rows: readonly CommentRow[];
  readonly picked: readonly CommentRow[];
  readonly tab: Tab;
  readonly onChoose: (ids: readonly number[]) => void;
  readonly onDecide: (to: CommentStatus) => void;
  readonly onDelete: () => void;
}

export function BulkBar({ rows, picked, tab, onChoose, onDecide, onDelete }: BulkProps) {
  const isGone = tab.slug === 'spam' || tab.slug === 'trash';
  const decisions = [
    { to: 'approved', label: say('Approve') },
    { to: 'hold', label: isGone ? say('Restore') : say('Unapprove') },
    ...(tab.slug === 'spam' ? [] : [{ to: 'spam', label: say('Spam') } as const]),
    ...(tab.slug === 'trash' ? [] : [{ to: 'trash', label: say('Trash') } as const]),
  ] as const;
  return (
    <div className="bulk" role="group" aria-label={say('Bulk actions')}>
      <CheckboxControl
        label={picked.length === 0 ? say('Select all') : sayCount('%d selected|%d selected', picked.length)}
        checked={picked.length === rows.length}
        indeterminate={picked.length > 0 && picked.length < rows.length}
        onChange={(isOn) => onChoose(isOn ? rows.map(({ id }) => id) : [])}
      />
      {picked.length > 0 &&
        decisions.map(({ to, label }) => (
          <Button key={to} size="compact" variant="secondary" onClick={() => onDecide(to)}>
            {label}
          </Button>
        ))}
      {picked.length > 0 && isGone && (
        <Button size="compact" variant="secondary" isDestructive onClick={onDelete}>
          {say('Delete permanently')}
        </Button>
      )}
    </div>
  );
}

export function DeleteQuestion({
  count,
  onCancel,
  onDelete,
}: {
  readonly count: number;
  readonly onCancel: () => void;
  readonly onDelete: () => void;
}) {
  return (
    <Modal title={say('Delete permanently?')} size="small" onRequestClose={onCancel}>
      <div className="ask">
        <p>
          {sayCount(
            'One comment will be deleted permanently. This can’t be undone.|%d comments will be deleted permanently. This can’t be undone.',
            count,
          )}
        </p>
        <div className="ask-end">
          <Button variant="tertiary" onClick={onCancel}>
            {say('Cancel')}
          </Button>
          <Button variant="primary" isDestructive onClick={onDelete}>
            {say('Delete permanently')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
