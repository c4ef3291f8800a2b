import { Button, Icon } from '@wordpress/components';
import {
  arrowDown,
  arrowUp,
  chevronDown,
  chevronUp,
  dragHandle,
  formatIndent,
  formatIndentRTL,
  formatOutdent,
  formatOutdentRTL,
} from '@wordpress/icons';
import { useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { toast } from '../../app/toasts.tsx';
import { isMirrored, say } from '../../words.ts';
import { ItemForm } from './item-form.tsx';
import { kindOf, maxLevels, nameOf } from './menu-data.ts';
import type { Row } from './menu-data.ts';
import { MenuGlyph } from './menu-glyph.tsx';
import { parentOf, place, remove, step } from './menu-tree.ts';
import type { Move } from './menu-tree.ts';
import { useTreeDrag } from './use-tree-drag.ts';

interface MenuRowsProps {
  readonly rows: readonly Row[];
  readonly faults: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Key of the item whose form is open. */
  readonly openKey: string | undefined;
  readonly onOpen: (key: string | undefined) => void;
  readonly onChange: (change: (rows: readonly Row[]) => readonly Row[]) => void;
  readonly announce: (message: string) => void;
  readonly onPreview: () => void;
}

type Control = Move | 'name';

/** Alt with these keys moves the item whose row has the focus. */
const moveOfKey: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: isMirrored ? 'in' : 'out',
  ArrowRight: isMirrored ? 'out' : 'in',
};

/** The items of a menu as a tree that is arranged by dragging, by buttons, and by Alt with the arrow keys. */
export function MenuRows({ rows, faults, openKey, onOpen, onChange, announce, onPreview }: MenuRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  const focus = useRef<{ readonly key: string; readonly control: Control } | undefined>(undefined);
  const [, setMoves] = useState(0);
  useLayoutEffect(() => {
    const wanted = focus.current;
    if (!wanted) return;
    focus.current = undefined;
    list.current
      ?.querySelector<HTMLElement>(`[data-key="${wanted.key}"] [data-control="${wanted.control}"]`)
      ?.focus();
  });
  const arrange = (next: readonly Row[] | undefined, key: string, control: Control) => {
    if (!next) {
      announce(say('It can’t be moved further in that direction.'));
      return;
    }
    focus.current = { key, control };
    onChange(() => next);
    setMoves((count) => count + 1);
    announce(positionOf(next, key));
  };
  const drag = useTreeDrag(list, rows, maxLevels, ({ key, to, depth }) => {
    const at = rows.findIndex((row) => row.key === key);
    const next = place(rows, at, to, depth);
    if (next) arrange(next, key, 'name');
  });
  const removeAt = (at: number) => {
    const row = rows[at];
    if (!row) return;
    const { rows: rest, restore } = remove(rows, at);
    const neighbour = rest[Math.min(at, rest.length - 1)];
    if (neighbour) focus.current = { key: neighbour.key, control: 'name' };
    onOpen(undefined);
    onChange(() => rest);
    toast(say('“%s” removed.', nameOf(row)), {
      undo: () => {
        focus.current = { key: row.key, control: 'name' };
        onChange((now) => restore(now) as readonly Row[]);
        announce(say('“%s” restored.', nameOf(row)));
      },
    });
  };
  return (
    <div className="menu-tree">
      {/* The role is lost with `list-style: none` in Safari. */}
      <ol ref={list} role="list" aria-label={say('Menu items')}>
        {rows.map((row, at) => (
          <MenuRow
            key={row.key}
            row={row}
            isOpen={row.key === openKey}
            isDragged={isWithin(rows, at, drag.draggedKey)}
            faults={faults[row.key] ?? {}}
            canMove={(move) => step(rows, at, move, maxLevels) !== undefined}
            onMove={(move, control) => arrange(step(rows, at, move, maxLevels), row.key, control)}
            onGrab={(event) => drag.begin(event, row.key)}
            onToggle={() => onOpen(row.key === openKey ? undefined : row.key)}
            onEdit={(change) =>
              onChange((now) => now.map((one) => (one.key === row.key ? { ...one, ...change } : one)))
            }
            onRemove={() => removeAt(at)}
            onPreview={onPreview}
          />
        ))}
      </ol>
      {drag.drop && (
        <div
          className="menu-drop"
          aria-hidden="true"
          style={{ insetBlockStart: drag.drop.top, ['--depth' as string]: drag.drop.depth }}
        />
      )}
    </div>
  );
}

function isWithin(rows: readonly Row[], at: number, key: string | undefined): boolean {
  if (key === undefined) return false;
  for (let above = at; above >= 0; above = parentOf(rows, above)) if (rows[above]?.key === key) return true;
  return false;
}

/** Says where an item is, for screen readers. */
function positionOf(rows: readonly Row[], key: string): string {
  const at = rows.findIndex((row) => row.key === key);
  const row = rows[at];
  if (!row) return '';
  const parent = rows[parentOf(rows, at)];
  const siblings = rows.filter(
    (one, index) => one.depth === row.depth && rows[parentOf(rows, index)] === parent,
  );
  const values = [nameOf(row), siblings.indexOf(row) + 1, siblings.length] as const;
  return parent
    ? say('%1$s: position %2$d of %3$d, below %4$s.', ...values, nameOf(parent))
    : say('%1$s: position %2$d of %3$d, top level.', ...values);
}

interface MenuRowProps {
  readonly row: Row;
  readonly isOpen: boolean;
  readonly isDragged: boolean;
  readonly faults: Readonly<Record<string, string>>;
  readonly canMove: (move: Move) => boolean;
  readonly onMove: (move: Move, control: Control) => void;
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void;
  readonly onToggle: () => void;
  readonly onEdit: (change: Partial<Row>) => void;
  readonly onRemove: () => void;
  readonly onPreview: () => void;
}

const moves = [
  { move: 'up', icon: arrowUp, label: () => say('Move up') },
  { move: 'down', icon: arrowDown, label: () => say('Move down') },
  {
    move: 'out',
    icon: isMirrored ? formatOutdentRTL : formatOutdent,
    label: () => say('Move out one level'),
  },
  { move: 'in', icon: isMirrored ? formatIndentRTL : formatIndent, label: () => say('Move in one level') },
] as const;

function MenuRow(props: MenuRowProps) {
  const { row, isOpen, isDragged, faults, canMove, onMove, onGrab, onToggle, onEdit, onRemove, onPreview } =
    props;
  const name = nameOf(row);
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const move = event.altKey && !event.ctrlKey && !event.metaKey ? moveOfKey[event.key] : undefined;
    if (!move) return;
    event.preventDefault();
    const control = (event.target as HTMLElement).dataset['control'];
    onMove(move, moves.find((one) => one.move === control)?.move ?? 'name');
  };
  return (
    <li
      className="menu-row"
      data-key={row.key}
      data-open={isOpen}
      data-dragged={isDragged}
      data-fault={Object.keys(faults).length > 0}
      style={{ ['--depth' as string]: Math.min(row.depth, maxLevels) }}
    >
      {/* Keys of the buttons inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="menu-row-head" data-row={row.key} onKeyDown={keys}>
        <span className="menu-row-handle" onPointerDown={onGrab} title={say('Drag to move')}>
          <Icon icon={dragHandle} size={24} />
        </span>
        <button
          type="button"
          className="menu-row-name"
          data-control="name"
          aria-expanded={isOpen}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight"
          onClick={onToggle}
        >
          <span className="menu-row-label">
            {row.icon !== '' && <MenuGlyph icon={row.icon} />}
            <bdi>{name}</bdi>
            {row.badge !== '' && <bdi className="menu-row-badge">{row.badge}</bdi>}
            {row.depth > 0 && <span className="hidden-text">{say('Level %d', row.depth + 1)}</span>}
          </span>
          <span className="menu-row-kind">
            {row.invalid && <b>{say('Target missing')}</b>}
            {row.mega_kind !== '' && row.depth === 0 && <span>{say('Mega menu')}</span>}
            {row.audience !== '' && (
              <span>{row.audience === 'signed-in' ? say('Logged in') : say('Logged out')}</span>
            )}
            <span>{kindOf(row)}</span>
          </span>
        </button>
        <span className="menu-row-moves" role="group" aria-label={say('Move “%s”', name)}>
          {moves.map(({ move, icon, label }) => (
            <Button
              key={move}
              size="compact"
              icon={icon}
              label={label()}
              data-control={move}
              disabled={!canMove(move)}
              accessibleWhenDisabled
              onClick={() => onMove(move, move)}
            />
          ))}
        </span>
        <Button
          className="menu-row-toggle"
          size="compact"
          icon={isOpen ? chevronUp : chevronDown}
          label={isOpen ? say('Close “%s”', name) : say('Edit “%s”', name)}
          onClick={onToggle}
        />
      </div>
      {isOpen && (
        <ItemForm row={row} faults={faults} onEdit={onEdit} onRemove={onRemove} onPreview={onPreview} />
      )}
    </li>
  );
}
