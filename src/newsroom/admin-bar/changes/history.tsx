import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useBar } from '../bar.ts';
import type { TemplateChange } from './replies.ts';
import type { PanelName } from '../panel/reopen.ts';
import type { Bar } from '../bar.ts';
import { RefusedError } from '../calls.ts';
import { reloadWithPanel } from '../panel/reopen.ts';
import { readLeft, useChanges } from './replies.ts';

const first = 20;
const step = 100;

export function History() {
  const { say } = useBar();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="bar-history" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say('change_history')}</summary>
      {isOpen && <Changes />}
    </details>
  );
}

function Changes() {
  const {
    say,
    config: { layout },
  } = useBar();
  const [shown, setShown] = useState(first);
  const kind = layout?.kind ?? '';
  // Requests one more, to know whether there are older ones.
  const all = useChanges(
    kind,
    first + 1,
    useCallback(({ length }: readonly TemplateChange[]) => length > shown, [shown]),
  );
  const { undo, undoTo, isBusy } = useUndo('templates', kind);
  const list = useRef<HTMLOListElement>(null);
  const shownBefore = useRef(first);
  const isAll = all?.isAll === true;
  // The "older" button disappears at the end of the list; focus moves to the first added item.
  useLayoutEffect(() => {
    const firstAdded = list.current?.children[shownBefore.current];
    if (isAll && document.activeElement === document.body && firstAdded instanceof HTMLElement)
      firstAdded.focus();
  }, [isAll]);
  if (!all) return null;
  const { changes } = all;
  if (changes.length === 0) return <p className="bar-empty">{say('change_nothing')}</p>;
  const newest = changes.find(isUndoable);
  return (
    <>
      <ol ref={list} className="bar-list">
        {changes.slice(0, shown).map((change) => {
          const what = changeWords(say, change);
          const named = (action: 'change_undo' | 'change_undo_to') => ({
            children: say(action),
            'aria-label': say('panel_action_of', say(action), what),
          });
          return (
            <li key={change.id} tabIndex={-1}>
              <p>
                {what}
                <small>{whenWords(change)}</small>
                {change.isChangedSince && !change.isUndone && <small>{say('change_since')}</small>}
              </p>
              {/* Newer changes are undone first, so that this state applies again. */}
              {change.undoes === 0 && !change.isUndone && change !== newest && (
                <button
                  type="button"
                  aria-disabled={isBusy}
                  onClick={() => void (isBusy || undoTo(change, changes))}
                  {...named('change_undo_to')}
                />
              )}
              {change.isUndone ? (
                <span>{say('change_undone')}</span>
              ) : (
                <button
                  type="button"
                  aria-disabled={isBusy}
                  onClick={() => void (isBusy || undo(change))}
                  {...named('change_undo')}
                />
              )}
            </li>
          );
        })}
      </ol>
      {(!isAll || changes.length > shown) && (
        <button
          type="button"
          onClick={() => {
            shownBefore.current = shown;
            setShown(shown + step);
          }}
        >
          {say('change_older')}
        </button>
      )}
    </>
  );
}

const hasOne = (changes: readonly TemplateChange[]) => changes.some(isUndoable);

/** The last change to the page's kind, with undo; after that, the one before. */
export function LastChange({ panel }: { readonly panel: PanelName }) {
  const {
    say,
    config: { layout },
  } = useBar();
  const kind = layout?.kind ?? '';
  const recent = useChanges(kind, 20, hasOne);
  const { undo, isBusy } = useUndo(panel, kind);
  const last = recent?.changes.find(isUndoable);
  return (
    <div className="bar-last" role="status" hidden={!last}>
      {last && (
        <>
          <p>
            <b>{say('change_last')}</b> {changeWords(say, last)} <small>{whenWords(last)}</small>
          </p>
          <button
            type="button"
            aria-disabled={isBusy}
            aria-label={say('panel_action_of', say('change_undo'), changeWords(say, last))}
            onClick={() => void (isBusy || undo(last))}
          >
            {say('change_undo')}
          </button>
        </>
      )}
    </div>
  );
}

/** A change that is in effect and is not an undo itself. */
const isUndoable = ({ undoes, isUndone, isChangedSince }: TemplateChange): boolean =>
  undoes === 0 && !isUndone && !isChangedSince;

interface Undo {
  undo(change: TemplateChange): Promise<void>;
  /** Undoes this change and all newer ones in effect of its kind, or none of them; `all`: those on display, newest first. */
  undoTo(change: TemplateChange, all: readonly TemplateChange[]): Promise<void>;
  readonly isBusy: boolean;
}

/** Undoes changes, then reloads the page with the panel. Refusals are shown in a dialog, and the current state is requested. */
function useUndo(panel: PanelName, kind: string): Undo {
  const { rest, ask, say } = useBar();
  const [isBusy, setBusy] = useState(false);
  const run = useCallback(
    async (path: string, body: Readonly<Record<string, unknown>>, all: readonly TemplateChange[]) => {
      setBusy(true);
      try {
        const left = readLeft(
          await rest(`/broadsheet/v1/template-changes/${path}`, { method: 'POST', body }),
        );
        if (left > 0) await ask.modal({ text: say('change_left', left) });
        reloadWithPanel(panel);
      } catch (error) {
        console.error('broadsheet/v1/template-changes: error', error);
        setBusy(false);
        await ask.modal({ text: refusal(say, error, all) });
      }
    },
    [rest, ask, say, panel],
  );
  const undo = useCallback(
    (change: TemplateChange) => run(`${change.id}/undo`, { from: change.from }, [change]),
    [run],
  );
  const undoTo = useCallback(
    (change: TemplateChange, all: readonly TemplateChange[]) =>
      run(`${change.id}/undo-since`, { kind, newest: all[0]?.id ?? 0 }, all),
    [run, kind],
  );
  return { undo, undoTo, isBusy };
}

function refusal(say: Bar['say'], error: unknown, all: readonly TemplateChange[]): string {
  if (!(error instanceof RefusedError)) return say('change_stale');
  const stopping = all.find(({ id }) => id === error.change);
  if (stopping) return say('change_stopped', changeWords(say, stopping));
  if (error.code === 'template_undo_too_far') return say('change_too_far');
  return say(
    /^(template_|rest_template_change_not_found)/.test(error.code) ? 'change_failed' : 'change_stale',
  );
}

/** The assignments' name for phone versions of pages. */
const mobilePages = 'page:mobile';

function changeWords(say: Bar['say'], change: TemplateChange): string {
  const { action, title, before, after, undoes } = change;
  if (action === 'assign') {
    const named = ({ template, title: name }: TemplateChange['before']) =>
      template === 0 ? noneWords(say, change) : name || `${template}`;
    return say('change_from_to', placeWords(say, change), named(before), named(after));
  }
  if (action === 'create') return say(undoes > 0 ? 'change_back' : 'change_made', title);
  if (action === 'delete') return say('change_deleted', title);
  const { changed } = change;
  return [
    ...(changed.includes('title') ? [say('change_renamed', before.title, after.title)] : []),
    ...(changed.includes('content') ? [say('change_edited', title)] : []),
    ...(changed.includes('mobile') ? [say('change_mobile', title)] : []),
    ...(changed.includes('header') || changed.includes('footer') ? [say('change_parts', title)] : []),
  ].join('. ');
}

function noneWords(say: Bar['say'], { kind, itemId }: TemplateChange): string {
  if (kind === mobilePages) return say('mobile_page_none');
  return say(itemId > 0 ? 'panel_global_row' : 'panel_default_row');
}

function placeWords(say: Bar['say'], { kind, itemId, itemTitle }: TemplateChange): string {
  if (itemId === 0) return say('change_all');
  if (itemTitle === '') return say('change_page');
  return kind === mobilePages ? say('change_mobile_page', itemTitle) : itemTitle;
}

/** Author and time in the page's language; a name in another script must not reverse the surrounding text. */
function whenWords({ who, at }: Pick<TemplateChange, 'who' | 'at'>): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const time = new Intl.DateTimeFormat(document.documentElement.lang, {
    timeStyle: 'short',
    ...(isToday ? {} : { dateStyle: 'medium' }),
  }).format(at);
  return [who, time]
    .filter((part) => part !== '')
    .map((part) => `\u2068${part}\u2069`)
    .join(' · ');
}
