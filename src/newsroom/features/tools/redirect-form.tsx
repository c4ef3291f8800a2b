import { useQueryClient } from '@tanstack/react-query';
import { SelectControl, TextControl } from '@wordpress/components';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { CancelButton, SubmitButton, useSending } from '../../app/form-modal.tsx';
import { FormFault } from '../../app/problem.tsx';
import { useUnsaved } from '../../app/unsaved.tsx';
import { say } from '../../words.ts';
import { redirectWork } from './redirect-list.ts';
import type { RedirectChange, RedirectRow } from './redirect-list.ts';

export const statusLabels: Readonly<Record<number, string>> = {
  301: say('Permanent (301)'),
  302: say('Temporary (302)'),
  307: say('Temporary, keeps the method (307)'),
  308: say('Permanent, keeps the method (308)'),
  410: say('Permanently removed (410)'),
};

const maxLength = 2000;
const gone = 410;

interface FormProps {
  /** Undefined for a new redirect. */
  readonly redirect?: RedirectRow | undefined;
  /** Address of a new one. */
  readonly source?: string;
  readonly onDone: () => void;
}

const valuesOf = ({ source, target, status }: RedirectRow): RedirectChange => ({ source, target, status });
const isSame = (a: RedirectChange, b: RedirectChange) =>
  a.source === b.source && a.target === b.target && a.status === b.status;

/** Adds or edits a redirect. Changes by other users are shown, and only overwritten on request. */
export function RedirectForm({ redirect, source = '', onDone }: FormProps) {
  const work = redirectWork(useQueryClient());
  const [base, setBase] = useState(redirect);
  const initial = base ? valuesOf(base) : { source, target: '', status: 301 };
  const [values, setValues] = useState<RedirectChange>(initial);
  const { fault, isBusy, send, settle } = useSending();
  const settled = useUnsaved(!isSame(initial, values));
  const set = (change: Partial<RedirectChange>) => setValues((before) => ({ ...before, ...change }));
  const isGone = values.status === gone;
  const save = (from: RedirectRow | undefined) =>
    send(async () => {
      const body = isGone ? { ...values, target: '' } : values;
      if (!from) await work.add(body);
      else if (!isSame(valuesOf(from), body)) await work.edit(from, body);
      settled();
      onDone();
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(base);
  };
  const isPattern = values.source.includes('*');
  const isReady = values.source.trim() !== '' && (isGone || values.target.trim() !== '');
  return (
    <form className="form" onSubmit={submit}>
      <FormFault<RedirectRow>
        fault={fault}
        onShow={(theirs) => {
          setBase(theirs);
          setValues(valuesOf(theirs));
          settle();
        }}
        onOverwrite={(theirs) => void save(theirs)}
      />
      <TextControl
        __next40pxDefaultSize
        label={say('From')}
        help={say(
          'A path on this site, such as /old-page/. Use * for any rest of an address, as in /blog/*.',
        )}
        dir="ltr"
        placeholder="/old-page/"
        value={values.source}
        maxLength={maxLength}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        required
        onChange={(next) => set({ source: next })}
      />
      <SelectControl
        __next40pxDefaultSize
        label={say('Type')}
        value={String(values.status)}
        options={Object.entries(statusLabels).map(([value, label]) => ({ value, label }))}
        onChange={(next) => set({ status: Number(next) as RedirectChange['status'] })}
      />
      {!isGone && (
        <TextControl
          __next40pxDefaultSize
          label={say('To')}
          help={
            isPattern
              ? say('A path on this site. Use * once for the part that * stands for, as in /news/*.')
              : say('A path on this site, or a complete address such as https://example.com/page.')
          }
          dir="ltr"
          placeholder={isPattern ? '/news/*' : '/new-page/'}
          value={values.target}
          maxLength={maxLength}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          required
          onChange={(next) => set({ target: next })}
        />
      )}
      <div className="form-end">
        <CancelButton />
        <SubmitButton isBusy={isBusy} isDisabled={isBusy || !isReady}>
          {base ? say('Save') : say('Add redirect')}
        </SubmitButton>
      </div>
    </form>
  );
}
