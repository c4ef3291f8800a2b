import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@wordpress/components';
import { useState } from 'react';
import { useSending } from '../../app/form-modal.tsx';
import { Problem } from '../../app/problem.tsx';
import type { MailTest as SentTest } from '../../app/rest-types.ts';
import { say, sayWith } from '../../words.ts';
import { explainError } from './error-words.ts';
import { healthWork, testMailJob } from './health-data.ts';

/** Sends a mail to the user, and follows it until the mail server has it. */
export function MailTest({ isOn }: { readonly isOn: boolean }) {
  const work = healthWork(useQueryClient());
  const [sent, setSent] = useState<SentTest>();
  const { fault, isBusy, send } = useSending();
  return (
    <section aria-labelledby="health-mail">
      <h2 id="health-mail">{say('Test mail')}</h2>
      <p className="health-checked">
        {isOn
          ? say('Send a mail to the address of your profile, and check that it arrives.')
          : say('Mail can be tested once the variable SMTP_URL names a mail server.')}
      </p>
      <Problem message={fault?.message} />
      <div className="health-mail">
        <Button
          variant="secondary"
          isBusy={isBusy}
          disabled={isBusy || !isOn}
          accessibleWhenDisabled
          onClick={() => void send(async () => setSent(await work.sendMail()))}
        >
          {say('Send a test mail')}
        </Button>
        <div role="status">{sent && <Outcome key={sent.job} sent={sent} />}</div>
      </div>
    </section>
  );
}

function Outcome({ sent: { job, to } }: { readonly sent: SentTest }) {
  const { data, error } = useQuery(testMailJob(job));
  const address = (
    <bdi key="to" dir="ltr">
      {to}
    </bdi>
  );
  if (error) return <span className="health-failed">{error.message}</span>;
  if (data === null) return <span>{sayWith('The mail server accepted the mail to %s.', address)}</span>;
  if (!data || data.message === '') return <span>{sayWith('Sending a mail to %s…', address)}</span>;
  return (
    <span className="health-failed" dir="auto">
      {[explainError(data.message), data.message].filter(Boolean).join(' ')}
    </span>
  );
}
