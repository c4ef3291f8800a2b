import type { ReactNode } from 'react';
import { Moment } from '../../app/moment.tsx';
import type { SiteHealth } from '../../app/rest-types.ts';
import { siteFormat } from '../../app/boot.ts';
import { say, sayCount, sayWith } from '../../words.ts';
import { explainError, jobName } from './error-words.ts';

const dayFormat = siteFormat({ day: 'numeric', month: 'short' }, 'UTC');

/** Scheduled tasks, slow pages and failed log-ins, each folded. */
export function HealthDetails({ data }: { readonly data: SiteHealth }) {
  return (
    <section aria-labelledby="health-details">
      <h2 id="health-details">{say('Details')}</h2>
      <Tasks tasks={data.tasks} />
      <SlowPages {...data.slow_pages} />
      <FailedLogins {...data.failed_logins} />
    </section>
  );
}

function Tasks({ tasks }: { readonly tasks: SiteHealth['tasks'] }) {
  return (
    <details className="health-fold">
      <summary>{say('Scheduled tasks')}</summary>
      <Table label={say('Scheduled tasks')} columns={[say('Task'), say('Last run'), say('Next run')]}>
        {tasks.map(({ name, last, next, is_late: isLate, message }) => (
          <tr key={name}>
            <th scope="row">
              {jobName(name)}
              {message !== '' && (
                <small className="health-failed" dir="auto">
                  {[explainError(message), message].filter(Boolean).join(' ')}
                </small>
              )}
            </th>
            <td>{last === null ? say('Not yet') : <Moment of={last} />}</td>
            <td>
              {next === null ? say('When there is work') : <Moment of={next} />}
              {isLate && <span className="health-status">{say('Late')}</span>}
            </td>
          </tr>
        ))}
      </Table>
    </details>
  );
}

function SlowPages({ since, pages }: SiteHealth['slow_pages']) {
  return (
    <details className="health-fold">
      <summary>{sayCount('Slow pages (%d)|Slow pages (%d)', pages.length)}</summary>
      <p className="health-checked">
        {sayWith(
          'Pages that took more than half a second to render since %s. Readers usually get them from the cache.',
          <Moment key="since" of={since} />,
        )}
      </p>
      {pages.length > 0 && (
        <Table
          label={say('Slow pages')}
          columns={[say('Slowest page'), say('Milliseconds'), say('Slow renders')]}
        >
          {pages.map(({ pattern, path, ms, count }) => (
            <tr key={pattern}>
              <th scope="row">
                <a href={path}>
                  <bdi dir="ltr">{path}</bdi>
                </a>
              </th>
              <td>{ms}</td>
              <td>{count}</td>
            </tr>
          ))}
        </Table>
      )}
    </details>
  );
}

function FailedLogins({ days, addresses }: SiteHealth['failed_logins']) {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return (
    <details className="health-fold">
      <summary>{sayCount('Failed log-ins (%d)|Failed log-ins (%d)', total)}</summary>
      <ol className="health-days" aria-label={say('Failed log-ins by day')}>
        {days.map(({ date, count }) => (
          <li key={date}>
            <span>{dayFormat.format(Date.parse(date))}</span>
            <i aria-hidden="true" style={{ inlineSize: `${(count / most) * 100}%` }} />
            <b>{count}</b>
          </li>
        ))}
      </ol>
      {addresses.length > 0 && (
        <Table
          label={say('Failed log-ins by address')}
          columns={[say('Address'), say('Failed log-ins'), say('Last one')]}
        >
          {addresses.map(({ address, count, last }) => (
            <tr key={address}>
              <th scope="row">{address === '' ? say('Other addresses') : <bdi dir="ltr">{address}</bdi>}</th>
              <td>{count}</td>
              <td>
                <Moment of={last} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </details>
  );
}

/** A table that scrolls where it is wider than the screen. */
function Table({
  label,
  columns,
  children,
}: {
  readonly label: string;
  readonly columns: readonly string[];
  readonly children: ReactNode;
}) {
  return (
    <div className="health-scroll" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
