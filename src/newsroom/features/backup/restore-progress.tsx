import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Backups } from '../../app/rest-types.ts';
import { ScreenHead } from '../../app/screen-head.tsx';
import { say } from '../../words.ts';
import { backups, findRestoreStep } from './backup-data.ts';

const pollMs = 1000;
const logIn = `/wp-login.php?redirect_to=${encodeURIComponent('/wp-admin/tools.php?page=backup')}`;

const steps = [
  { name: 'backing-up', label: say('Back up the current state') },
  { name: 'checking', label: say('Check the whole backup') },
  { name: 'replacing', label: say('Replace the site and restart') },
  { name: 'done', label: say('Log in to the restored site') },
] as const;
type Step = (typeof steps)[number]['name'];

/** Follows a restore until the restarted server asks to log in, or until it fails. */
export function RestoreProgress({
  restore,
  onFailed,
}: {
  readonly restore: Backups['restore'];
  readonly onFailed: () => void;
}) {
  const queries = useQueryClient();
  const known = steps.find(({ name }) => name === restore?.step)?.name ?? 'checking';
  const [step, setStep] = useState<Step>(known);
  const fail = useEffectEvent(async () => {
    await queries.invalidateQueries(backups);
    onFailed();
  });
  useEffect(() => {
    let timer = 0;
    let ended = false;
    const look = async () => {
      const found = await findRestoreStep();
      if (ended) return;
      if (found === 'signed-out' || (typeof found === 'object' && found.step === 'done')) {
        setStep('done');
        window.location.assign(logIn);
        return;
      }
      if (typeof found === 'object' && found.step === 'failed') {
        await fail();
        return;
      }
      const next = found === 'away' ? 'replacing' : steps.find(({ name }) => name === found.step)?.name;
      if (next) setStep(next);
      timer = window.setTimeout(() => void look(), pollMs);
    };
    timer = window.setTimeout(() => void look(), pollMs);
    return () => {
      ended = true;
      window.clearTimeout(timer);
    };
  }, []);
  const at = steps.findIndex(({ name }) => name === step);
  return (
    <>
      <ScreenHead title={say('Restoring')} />
      <p className="backup-intro">
        {say('The restore continues on the server if you close this page. Changes made now are lost.')}
      </p>
      <ol className="restore-steps" aria-label={say('Steps of the restore')}>
        {steps.map(({ name, label }, index) => (
          <li
            key={name}
            className={index < at ? 'is-done' : ''}
            aria-current={index === at ? 'step' : undefined}
          >
            {label}
          </li>
        ))}
      </ol>
      <p className="hidden-text" role="status">
        {steps[at]?.label}
      </p>
    </>
  );
}
