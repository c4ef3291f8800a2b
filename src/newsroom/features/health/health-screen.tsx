import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@wordpress/components';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { may } from '../../app/boot.ts';
import { copyText } from '../../app/copy-field.tsx';
import { useSending } from '../../app/form-modal.tsx';
import { Moment } from '../../app/moment.tsx';
import { Problem } from '../../app/problem.tsx';
import type { SiteHealth } from '../../app/rest-types.ts';
import { AccessDenied, ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import { healthAddress } from '../../app/screens.ts';
import { toast } from '../../app/toasts.tsx';
import { say, sayCount, sayWith } from '../../words.ts';
import { FailedJobs } from './failed-jobs.tsx';
import { findingText } from './finding-texts.tsx';
import { healthWork, siteHealth } from './health-data.ts';
import type { Finding } from './health-data.ts';
import { HealthDetails } from './health-details.tsx';
import { MailTest } from './mail-test.tsx';
import './health.css';

/** `site-health.php`: problems of the site first, with how to fix them; what is in order is folded. */
export function HealthScreen() {
  return may('manage_options') ? (
    <HealthPage />
  ) : (
    <AccessDenied>{say('Site health requires the capability “manage_options”.')}</AccessDenied>
  );
}

const tabs = [
  { name: '', label: say('Status') },
  { name: 'info', label: say('Info') },
] as const;

function HealthPage() {
  const [address] = useSearchParams();
  const { data, error, isFetching } = useQuery(siteHealth);
  const work = healthWork(useQueryClient());
  // WordPress calls it `debug`.
  const tab = ['info', 'debug'].includes(address.get('tab') ?? '') ? 'info' : '';
  return (
    <>
      <ScreenHead title={say('Site health')}>
        <div className="health-again">
          <Button
            variant="secondary"
            isBusy={isFetching}
            disabled={isFetching}
            accessibleWhenDisabled
            onClick={() => void work.refresh()}
          >
            {say('Check again')}
          </Button>
        </div>
      </ScreenHead>
      <nav className="tabs" aria-label={say('Site health')}>
        {tabs.map(({ name, label }) => (
          <Link
            key={name}
            to={name === '' ? healthAddress : `${healthAddress}?tab=${name}`}
            aria-current={name === tab ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Problem message={error?.message} />
      {!data && !error && <Skeleton rows={8} />}
      {data && (tab === 'info' ? <Info info={data.info} /> : <Status data={data} />)}
    </>
  );
}

function Status({ data }: { readonly data: SiteHealth }) {
  const problems = data.findings.filter(({ status }) => status !== 'good');
  const sound = data.findings.filter(({ status }) => status === 'good');
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="health">
      <section aria-labelledby="health-problems">
        <h2 id="health-problems" ref={heading} tabIndex={-1}>
          {problems.length === 0
            ? say('Everything is in order')
            : sayCount('%d finding needs attention|%d findings need attention', problems.length)}
        </h2>
        <p className="health-checked">
          {sayWith('Checked %s. Nothing was sent to another server.', <Moment key="at" of={data.checked} />)}
        </p>
        {problems.length > 0 && (
          <ul className="health-findings">
            {problems.map((finding) => (
              <Problems key={`${finding.id} ${String(finding.values['task'] ?? '')}`} finding={finding} />
            ))}
          </ul>
        )}
      </section>
      <details className="health-sound">
        <summary>{sayCount('%d check passed|%d checks passed', sound.length)}</summary>
        <ul>
          {sound.map((finding) => (
            <li key={finding.id}>{findingText(finding).title}</li>
          ))}
        </ul>
      </details>
      <FailedJobs heading={heading} />
      <MailTest isOn={data.mail.is_on} />
      <HealthDetails data={data} />
    </div>
  );
}

function Problems({ finding }: { readonly finding: Finding }) {
  const { title, text, link } = findingText(finding);
  const isCritical = finding.status === 'critical';
  return (
    <li data-status={finding.status}>
      <h3>
        {title} <span className="health-status">{isCritical ? say('Critical') : say('Recommended')}</span>
      </h3>
      {text !== undefined && <p>{text}</p>}
      {link && (
        <p>
          <Link to={link.to}>{link.label}</Link>
        </p>
      )}
    </li>
  );
}

/** Facts for someone who helps, as text: no secrets, folders or addresses. */
const reportOf = (info: SiteHealth['info']): string =>
  info
    .map(({ title, rows }) =>
      [`### ${title}`, ...rows.map(({ name, value }) => `- ${name}: ${value}`)].join('\n'),
    )
    .join('\n\n');

function Info({ info }: { readonly info: SiteHealth['info'] }) {
  const { isBusy, send } = useSending();
  const copy = () =>
    void send(async () => {
      const isCopied = await copyText(reportOf(info));
      toast(isCopied ? say('Report copied.') : say('Copying failed. Select the text and press Ctrl C.'));
    });
  return (
    <div className="health health-info">
      <p className="health-checked">
        {say(
          'For someone who helps you with the site. It contains no passwords, folders or email addresses.',
        )}
      </p>
      <div>
        <Button variant="secondary" isBusy={isBusy} onClick={copy}>
          {say('Copy report')}
        </Button>
      </div>
      {info.map(({ title, rows }) => (
        <section key={title}>
          <h2>{title}</h2>
          <dl>
            {rows.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
            {rows.length === 0 && <p className="empty">{say('None set.')}</p>}
          </dl>
        </section>
      ))}
    </div>
  );
}
