import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import type { BarText } from '../../lib/bar-texts.ts';

/** Content and button labels; without `yes` there is only an OK button. */
export interface Question {
  readonly title?: string;
  readonly text: string;
  readonly more?: ReactNode;
  readonly yes?: BarText;
  readonly no?: BarText;
}

export interface Created {
  readonly title: string;
  readonly ticked: boolean;
}

export interface CreateQuestion {
  readonly title: string;
  readonly label: string;
  /** Label of a checkbox below the field. */
  readonly box?: string;
  /** Validates a name; undefined: valid. The fault is shown in the notice area. */
  fault(title: string): NameFault | undefined;
}

export interface NameFault {
  readonly words: string;
  /** A corrected name, put into the field. */
  readonly left?: string;
}

/** Modal dialogs, one at a time; each traps focus and restores it. */
export interface Ask {
  /** Resolves when closed; true for `yes`. */
  modal(question: Question): Promise<boolean>;
  /** Like `modal`, with Yes and No unless labelled otherwise, such as Save and Cancel. */
  confirm(question: Question): Promise<boolean>;
  /** Asks for a name, with Create and Cancel; undefined: cancelled. */
  create(question: CreateQuestion): Promise<Created | undefined>;
}

type Open = { readonly turn: number } & (
  | { readonly kind: 'modal'; readonly question: Question; answer(value: boolean): void }
  | { readonly kind: 'create'; readonly question: CreateQuestion; answer(value: Created | undefined): void }
);

export function useDialogs(say: (name: BarText) => string): { readonly ask: Ask; readonly open: ReactNode } {
  const [open, setOpen] = useState<Open>();
  const ask = useMemo<Ask>(() => {
    let turn = 0;
    const show = <Answer,>(make: (answer: (value: Answer) => void, number: number) => Open) =>
      new Promise<Answer>((resolve) => {
        setOpen(
          make((value) => {
            setOpen(undefined);
            resolve(value);
          }, ++turn),
        );
      });
    const modal = (question: Question) =>
      show<boolean>((answer, number) => ({ kind: 'modal', question, answer, turn: number }));
    return {
      modal,
      confirm: (question) => modal({ yes: 'modal_yes', no: 'modal_no', ...question }),
      create: (question) =>
        show<Created | undefined>((answer, number) => ({ kind: 'create', question, answer, turn: number })),
    };
  }, []);
  const window =
    open &&
    (open.kind === 'modal' ? (
      <Modal key={open.turn} {...open.question} say={say} answer={open.answer} />
    ) : (
      <CreateDialog key={open.turn} {...open.question} say={say} answer={open.answer} />
    ));
  return { ask, open: window };
}

interface Sayer {
  say(name: BarText): string;
}

function Modal({
  title,
  text,
  more,
  yes,
  no = 'modal_no',
  say,
  answer,
}: Question & Sayer & { answer(value: boolean): void }) {
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Window
      labelledBy={title === undefined ? `${id}text` : `${id}title`}
      describedBy={`${id}text`}
      focus={first}
      close={() => answer(false)}
    >
      {title !== undefined && <h2 id={`${id}title`}>{title}</h2>}
      <p id={`${id}text`}>{text}</p>
      {more}
      <div className="bar-buttons">
        {yes === undefined ? (
          <button ref={first} type="button" onClick={() => answer(false)}>
            {say('modal_ok')}
          </button>
        ) : (
          <>
            <button type="button" className="is-main" onClick={() => answer(true)}>
              {say(yes)}
            </button>
            <button ref={first} type="button" onClick={() => answer(false)}>
              {say(no)}
            </button>
          </>
        )}
      </div>
    </Window>
  );
}

function CreateDialog({
  title,
  label,
  box,
  fault,
  say,
  answer,
}: CreateQuestion & Sayer & { answer(value: Created | undefined): void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [notice, setNotice] = useState('');
  return (
    <Window labelledBy={`${id}title`} focus={field} close={() => answer(undefined)}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          const name = String(fields.get('title')).trim();
          const found = fault(name);
          setNotice(found?.words ?? '');
          if (found === undefined) return answer({ title: name, ticked: fields.has('box') });
          const { current } = field;
          if (current && found.left !== undefined) current.value = found.left;
          return current?.focus();
        }}
      >
        <h2 id={`${id}title`}>{title}</h2>
        <label className="bar-label" htmlFor={`${id}field`}>
          {label}
        </label>
        <input
          ref={field}
          id={`${id}field`}
          className="bar-field"
          name="title"
          autoComplete="off"
          aria-invalid={notice !== ''}
          aria-describedby={`${id}notice`}
        />
        <p id={`${id}notice`} className="bar-notice" role="alert">
          {notice}
        </p>
        {box !== undefined && (
          <label className="bar-box">
            <input type="checkbox" name="box" /> {box}
          </label>
        )}
        <div className="bar-buttons">
          <button type="submit" className="is-main">
            {say('modal_create')}
          </button>
          <button type="button" onClick={() => answer(undefined)}>
            {say('modal_cancel')}
          </button>
        </div>
      </form>
    </Window>
  );
}

interface WindowProps {
  readonly labelledBy: string;
  readonly describedBy?: string;
  readonly focus: RefObject<HTMLElement | null>;
  close(): void;
  readonly children: ReactNode;
  /** For dialogs with more than a question. */
  readonly className?: string;
}

const focusable = 'a[href],button:not(:disabled),input:not(:disabled),select,textarea,[tabindex="0"],iframe';

/** A modal dialog, 480 pixels wide. Restores focus to the previous element or, if that is gone, to the panel. */
export function Window({ labelledBy, describedBy, focus, close, children, className = '' }: WindowProps) {
  const own = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const dialog = own.current;
    dialog?.showModal();
    focus.current?.focus();
    return () => {
      dialog?.close();
      const target = before?.isConnected ? before : document.querySelector('.bar-panel h2');
      if (target instanceof HTMLElement) target.focus();
    };
  }, [focus]);
  return (
    <dialog
      ref={own}
      className={`bar-window ${className}`.trim()}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onKeyDown={trapFocus}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      {children}
    </dialog>
  );
}

/** Wraps around at both ends, where browsers would move to their own controls. Escape does not reach surrounding handlers. */
function trapFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key === 'Escape') event.stopPropagation();
  if (event.key !== 'Tab') return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)];
  const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
