import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { FileField } from '../../app/file-field.tsx';
import { CancelButton, FormModal, SubmitButton, useSending } from '../../app/form-modal.tsx';
import { Problem } from '../../app/problem.tsx';
import type { ImportPlan } from '../../app/rest-types.ts';
import { say, sayCount } from '../../words.ts';
import { redirectWork } from './redirect-list.ts';

const maxFileBytes = 2_000_000;
/** Lines of each kind in the preview. */
const maxShown = 50;

/** Imports a CSV file after a preview of its effects. */
export function RedirectImport({ onClose }: { readonly onClose: () => void }) {
  const work = redirectWork(useQueryClient());
  const [csv, setCsv] = useState('');
  const [plan, setPlan] = useState<ImportPlan>();
  const [problem, setProblem] = useState('');
  const { fault, isBusy, send } = useSending();
  const choose = (file: File | undefined) => {
    setPlan(undefined);
    setCsv('');
    setProblem('');
    if (!file) return;
    if (file.size > maxFileBytes) {
      setProblem(say('The file is larger than 2 MB. Split it.'));
      return;
    }
    void send(async () => {
      const text = await file.text();
      setPlan(await work.preview(text));
      setCsv(text);
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!plan) return;
    void send(async () => {
      await work.importAll(csv, plan.revision);
      onClose();
    });
  };
  const theirs = fault?.status === 409 ? (fault.theirs as ImportPlan | undefined) : undefined;
  const { added = 0, changed = 0, refused = 0 } = plan?.counts ?? {};
  const isReady = plan !== undefined && refused === 0 && added + changed > 0;
  return (
    <FormModal title={say('Import redirects')} size="medium" onRequestClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="redirect-hint">
          {say(
            'Choose a CSV file with the columns source, target and status, at most 5,000 lines, of which 200 add or change patterns. Redirects of the same source are replaced, all others stay.',
          )}
        </p>
        <FileField
          label={say('CSV file')}
          accept=".csv,text/csv,text/plain"
          isDisabled={isBusy}
          onChoose={choose}
        />
        <Problem message={problem || fault?.message} />
        {theirs && (
          <p className="redirect-hint">{say('Choose the file again to see what the import would do now.')}</p>
        )}
        <p className="redirect-counts" role="status">
          {plan ? <Counts counts={plan.counts} /> : isBusy && say('Checking the file…')}
        </p>
        {plan && <Preview plan={plan} />}
        <div className="form-end">
          <CancelButton />
          <SubmitButton isBusy={isBusy} isDisabled={isBusy || !isReady}>
            {isReady ? sayCount('Import %d redirect|Import %d redirects', added + changed) : say('Import')}
          </SubmitButton>
        </div>
      </form>
    </FormModal>
  );
}

const Counts = ({ counts: { added, changed, unchanged, refused } }: Pick<ImportPlan, 'counts'>) => (
  <b>{say('%d added, %d changed, %d unchanged, %d refused', added, changed, unchanged, refused)}</b>
);

function Preview({ plan: { counts, added, changed, refused } }: { readonly plan: ImportPlan }) {
  return (
    <section className="redirect-preview" aria-label={say('Preview')}>
      {counts.refused > 0 && (
        <>
          <p className="problem">{say('Nothing can be imported until these lines are corrected.')}</p>
          <ul>
            {refused.slice(0, maxShown).map(({ line, message }) => (
              <li key={line}>
                <b>{say('Line %d', line)}</b> {message}
              </li>
            ))}
            <More count={counts.refused - Math.min(refused.length, maxShown)} />
          </ul>
        </>
      )}
      <Lines title={say('Added')} lines={added} count={counts.added} />
      <Lines title={say('Changed')} lines={changed} count={counts.changed} />
    </section>
  );
}

interface Line {
  readonly line: number;
  readonly source: string;
  readonly target: string;
  readonly status: number;
  readonly before?: { readonly target: string };
}

function Lines({
  title,
  lines,
  count,
}: {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly count: number;
}) {
  if (count === 0) return null;
  const shown = lines.slice(0, maxShown);
  return (
    <details open={count <= 10}>
      <summary>
        {title} <span>{count.toLocaleString()}</span>
      </summary>
      <ul>
        {shown.map(({ line, source, target, status, before }) => (
          <li key={line}>
            <bdi dir="ltr">
              {source} →{' '}
              {before && before.target !== target && before.target !== '' && <del>{before.target}</del>}{' '}
              {target} <small>{status}</small>
            </bdi>
          </li>
        ))}
        <More count={count - shown.length} />
      </ul>
    </details>
  );
}

function More({ count }: { readonly count: number }) {
  return count > 0 ? <li>{sayCount('and %d more|and %d more', count)}</li> : null;
}
