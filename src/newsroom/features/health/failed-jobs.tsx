import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@wordpress/components';
import { useState } from 'react';
import type { RefObject } from 'react';
import { Link } from 'react-router';
import { Decide } from '../../app/decide.tsx';
import { FormModal, useSending } from '../../app/form-modal.tsx';
import { Moment } from '../../app/moment.tsx';
import { Problem } from '../../app/problem.tsx';
import { say, sayWith } from '../../words.ts';
import { explainError, jobName } from './error-words.ts';
import { failedJobs, healthWork } from './health-data.ts';
import type { Job } from './health-data.ts';

/** Jobs whose last attempt failed, with retry and delete. `heading` gets the focus when a job disappears. */
export function FailedJobs({ heading }: { readonly heading: RefObject<HTMLHeadingElement | null> }) {
  const { data, error } = useQuery(failedJobs);
  const work = healthWork(useQueryClient());
  const { fault, isBusy, send } = useSending();
  const [asked, setAsked] = useState<Job>();
  const jobs = data?.jobs ?? [];
  if (jobs.length === 0) return <Problem message={fault?.message ?? error?.message} />;
  const run = (task: () => Promise<void>) =>
    void send(async () => {
      await task();
      heading.current?.focus();
    });
  return (
    <section aria-labelledby="health-jobs">
      <div className="health-head">
        <h2 id="health-jobs">{say('Failed jobs')}</h2>
        <Button
          variant="secondary"
          size="compact"
          isBusy={isBusy}
          disabled={isBusy}
          accessibleWhenDisabled
          onClick={() => run(work.retryAll)}
        >
          {say('Retry all')}
        </Button>
      </div>
      <Problem message={fault?.message} />
      <ul className="health-jobs">
        {jobs.map((job) => (
          <li key={job.id}>
            <div>
              <h3>
                <JobTitle job={job} />
              </h3>
              <JobError message={job.message} />
              <p className="health-when">
                <When job={job} />
              </p>
            </div>
            <div className="health-actions">
              <Button
                variant="tertiary"
                size="compact"
                disabled={isBusy}
                accessibleWhenDisabled
                aria-label={say('Retry job %d', job.id)}
                onClick={() => run(() => work.retry(job))}
              >
                {say('Retry')}
              </Button>
              <Button
                variant="tertiary"
                size="compact"
                isDestructive
                disabled={isBusy}
                accessibleWhenDisabled
                aria-label={say('Delete job %d', job.id)}
                onClick={() => setAsked(job)}
              >
                {say('Delete')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {asked && (
        <DeleteJob
          onClose={() => setAsked(undefined)}
          onDelete={() => {
            setAsked(undefined);
            run(() => work.forget(asked));
          }}
        />
      )}
    </section>
  );
}

function DeleteJob({ onClose, onDelete }: { readonly onClose: () => void; readonly onDelete: () => void }) {
  return (
    <FormModal title={say('Delete job?')} size="small" onRequestClose={onClose}>
      <div className="ask">
        <p>{say('Its work is not done, and it can’t be restored.')}</p>
        <Decide onCancel={onClose} onDecide={onDelete}>
          {say('Delete')}
        </Decide>
      </div>
    </FormModal>
  );
}

const isId = (key: string) => /^[1-9]\d{0,14}$/.test(key);

function JobTitle({ job: { kind, key } }: { readonly job: Job }) {
  if (kind === 'media-sizes' && isId(key)) return <Link to={`/upload.php?item=${key}`}>{jobName(kind)}</Link>;
  return <>{isId(key) ? `${jobName(kind)} (${key})` : jobName(kind)}</>;
}

function JobError({ message }: { readonly message: string }) {
  const explanation = explainError(message);
  if (explanation === '') return <p dir="auto">{message}</p>;
  return (
    <>
      <p>{explanation}</p>
      <p className="health-raw" dir="auto">
        {message}
      </p>
    </>
  );
}

function When({ job: { state, attempts, created, next, failed } }: { readonly job: Job }) {
  if (state === 'running') return say('Running now');
  const at = <Moment key="at" of={failed ?? created ?? ''} />;
  if (next !== null)
    return sayWith('Attempt %1$s failed. Next one: %2$s', attempts, <Moment key="next" of={next} />);
  return sayWith('Failed on %1$s after attempt %2$s. It is not retried automatically.', at, attempts);
}
