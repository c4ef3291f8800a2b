import { Button, TextareaControl, TextControl } from '@wordpress/components';
import { useState } from 'react';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { plainText } from '../../app/rest-types.ts';
import { Problem } from '../../app/problem.tsx';
import { RestError } from '../../app/rest.ts';
import { say } from '../../words.ts';
import type { CommentRow } from './comment-list.ts';
import { nameOf } from './comment-list.ts';
import type { Moderation } from './use-moderation.ts';

/** Input of forms that were replaced by another one, by form type and comment id. */
export type Unfinished = Map<string, UnfinishedWords>;
interface UnfinishedWords {
  readonly text: string;
  readonly name?: string;
  /** The comment before the edit; absent for replies. */
  readonly base?: CommentRow;
}

export const isWritten = ({ text, name, base }: UnfinishedWords): boolean =>
  base ? text !== base.content.raw || name !== plainText(base.author_name) : text.trim() !== '';

interface FormProps {
  readonly comment: CommentRow;
  readonly moderation: Moderation;
  readonly unfinished: Unfinished;
  readonly onDone: () => void;
}

/** Shared by both forms: Escape closes, Ctrl+Enter sends, and a refusal keeps the input. */
function InPlace({
  label,
  save,
  onSave,
  onDone,
  children,
}: {
  readonly label: string;
  readonly save: string;
  readonly onSave: () => Promise<unknown>;
  readonly onDone: () => void;
  readonly children: ReactNode;
}) {
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await onSave();
      onDone();
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      setFault(error.message);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const press = (event: KeyboardEvent) => {
    // These keys belong to the input method during composition.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onDone();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
    else return;
    event.preventDefault();
  };
  return (
    <form className="comment-form" aria-label={label} onSubmit={submit} onKeyDown={press}>
      <Problem message={fault} />
      {children}
      <div className="form-end">
        <Button variant="tertiary" onClick={onDone}>
          {say('Cancel')}
        </Button>
        <Button variant="primary" type="submit" isBusy={isBusy} disabled={isBusy} accessibleWhenDisabled>
          {save}
        </Button>
      </div>
    </form>
  );
}

/** A reply to a comment. Replying approves a pending comment, as in WordPress. */
export function ReplyForm({ comment, moderation, unfinished, onDone }: FormProps) {
  const place = `reply:${comment.id}`;
  const [text, setText] = useState(unfinished.get(place)?.text ?? '');
  const write = (words: string) => {
    setText(words);
    unfinished.set(place, { text: words });
  };
  const done = () => {
    unfinished.delete(place);
    onDone();
  };
  const name = nameOf(comment);
  return (
    <InPlace
      label={say('Reply to %s', name)}
      save={comment.status === 'hold' ? say('Approve and reply') : say('Reply')}
      onSave={() => moderation.reply(comment, text)}
      onDone={done}
    >
      {/* oxlint-disable-next-line no-autofocus -- who asked for it goes on typing */}
      <TextareaControl
        label={say('Reply to %s', name)}
        rows={4}
        dir="auto"
        value={text}
        onChange={write}
        autoFocus
      />
    </InPlace>
  );
}

export function EditForm({ comment, moderation, unfinished, onDone }: FormProps) {
  // The list may reload during editing; changes are compared with the comment as it was at the start.
  const place = `edit:${comment.id}`;
  const begun = unfinished.get(place);
  const [base] = useState(begun?.base ?? comment);
  const [text, setText] = useState(begun?.text ?? base.content.raw);
  const [name, setName] = useState(begun?.name ?? plainText(base.author_name));
  const write = (words: { readonly text?: string; readonly name?: string }) => {
    const all = { text, name, ...words };
    setText(all.text);
    setName(all.name);
    unfinished.set(place, { ...all, base });
  };
  const done = () => {
    unfinished.delete(place);
    onDone();
  };
  const save = () => {
    const isAsBegun = comment.content.raw === base.content.raw && comment.author_name === base.author_name;
    return moderation.edit(isAsBegun ? comment : base, {
      ...(text === base.content.raw ? {} : { content: text }),
      ...(name === plainText(base.author_name) ? {} : { author_name: name }),
    });
  };
  return (
    <InPlace
      label={say('Edit comment by %s', nameOf(comment))}
      save={say('Save')}
      onSave={save}
      onDone={done}
    >
      <TextControl
        __next40pxDefaultSize
        label={say('Name')}
        dir="auto"
        value={name}
        onChange={(words) => write({ name: words })}
      />
      {/* oxlint-disable-next-line no-autofocus -- who asked for it goes on typing */}
      <TextareaControl
        label={say('Comment')}
        rows={6}
        dir="auto"
        value={text}
        onChange={(words) => write({ text: words })}
        autoFocus
      />
    </InPlace>
  );
}
