import { useQueryClient } from '@tanstack/react-query';
import { Button, TextControl, ToggleControl } from '@wordpress/components';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { SubmitButton, useSending } from '../../app/form-modal.tsx';
import { Moment } from '../../app/moment.tsx';
import { Problem } from '../../app/problem.tsx';
import type { Backups } from '../../app/rest-types.ts';
import { useUnsaved } from '../../app/unsaved.tsx';
import { say, sayWith } from '../../words.ts';
import { backupWork } from './backup-data.ts';

interface Values {
  readonly isOn: boolean;
  readonly keep: string;
}

const [least, most] = [1, 60];
const valuesOf = ({ is_on: isOn, keep }: Backups['daily']): Values => ({ isOn, keep: String(keep) });
const storedOf = ({ isOn, keep }: Values) => ({ backup_daily: isOn, backup_keep: Number(keep) });

/** Daily backups: on or off, and how many the server keeps. */
export function BackupSchedule({ daily }: { readonly daily: Backups['daily'] }) {
  const work = backupWork(useQueryClient());
  const [edited, setEdited] = useState<{ readonly from: Values; readonly to: Values }>();
  const { fault, isBusy, send, settle } = useSending();
  const stored = valuesOf(daily);
  const { from, to } = edited ?? { from: stored, to: stored };
  const isDirty = to.isOn !== from.isOn || to.keep !== from.keep;
  const settled = useUnsaved(isDirty);
  const set = (change: Partial<Values>) => setEdited({ from, to: { ...to, ...change } });
  const number = Number(to.keep);
  const isValid = Number.isInteger(number) && number >= least && number <= most;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isDirty || !isValid) return;
    void send(async () => {
      if (!(await work.schedule(storedOf(to), storedOf(from)))) return;
      settled();
      setEdited(undefined);
    });
  };
  const theirs = fault?.status === 409;
  return (
    <form className="backup-schedule" aria-label={say('Daily backups')} onSubmit={submit}>
      <h2>{say('Daily backups')}</h2>
      <ToggleControl
        label={say('Back up every night')}
        help={
          daily.is_on && daily.next !== null
            ? sayWith('Next: %s', <Moment key="next" of={daily.next} />)
            : say('Around 3 a.m., without slowing the site.')
        }
        checked={to.isOn}
        onChange={(isOn) => set({ isOn })}
      />
      <TextControl
        __next40pxDefaultSize
        className="backup-keep"
        type="number"
        min={least}
        max={most}
        label={say('Daily backups to keep')}
        help={
          isValid
            ? say('Older daily backups are deleted. Manual and uploaded ones stay until you delete them.')
            : say('Enter a number from %d to %d.', least, most)
        }
        aria-invalid={!isValid}
        value={to.keep}
        onChange={(keep) => set({ keep })}
      />
      <Problem message={fault?.message} />
      {theirs && (
        <p className="backup-hint">
          {daily.is_on
            ? say('Saved in the meantime: on, %d kept.', daily.keep)
            : say('Saved in the meantime: off, %d kept.', daily.keep)}{' '}
          <Button
            variant="link"
            onClick={() => {
              settle();
              setEdited({ from: stored, to });
            }}
          >
            {say('Keep my values')}
          </Button>{' '}
          <Button
            variant="link"
            onClick={() => {
              settle();
              setEdited(undefined);
            }}
          >
            {say('Use theirs')}
          </Button>
        </p>
      )}
      {isDirty && (
        <div>
          <SubmitButton isBusy={isBusy} isDisabled={isBusy || !isValid}>
            {say('Save schedule')}
          </SubmitButton>
        </div>
      )}
    </form>
  );
}
