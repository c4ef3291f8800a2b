import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __experimentalConfirmDialog as ConfirmDialog, Button } from '@wordpress/components';
import { useState } from 'react';
import { boot, siteFormat } from '../../app/boot.ts';
import { Nothing } from '../../app/list-parts.tsx';
import { Moment } from '../../app/moment.tsx';
import { Problem } from '../../app/problem.tsx';
import type { PushStatus } from '../../app/rest-types.ts';
import { Skeleton } from '../../app/screen-head.tsx';
import { toast, toastRefusal } from '../../app/toasts.tsx';
import { say, sayCount } from '../../words.ts';
import { Pager, usePaged } from './pager.tsx';
import { perPage, pushKey, pushStatus, removeSubscriber, useSubscribers } from './push-data.ts';
import type { Subscriber } from './push-data.ts';
import { PushStatusLine } from './push-status.tsx';

/** Browsers' own names. */
const families: Readonly<Record<Subscriber['browser'], string>> = {
  chromium: 'Chrome',
  firefox: 'Firefox',
  safari: 'Safari',
  edge: 'Edge',
  other: say('Other browser'),
};

const languages = new Intl.DisplayNames([boot.site.dates], { type: 'language' });
function languageName(code: string): string {
  if (code === '') return say('Unknown');
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
}

/** Subscribed browsers: their number, when they subscribed, and a list without personal data. */
export function PushSubscribers() {
  const [page, go] = usePaged();
  const { data: status } = useQuery(pushStatus);
  const { data, error } = useSubscribers(page);
  const [removing, setRemoving] = useState<Subscriber>();
  const queries = useQueryClient();
  const remove = async ({ id }: Subscriber) => {
    setRemoving(undefined);
    try {
      await removeSubscriber(id);
      toast(say('Subscriber removed.'));
    } catch (fault) {
      toastRefusal(fault);
    } finally {
      await queries.invalidateQueries({ queryKey: pushKey });
    }
  };
  return (
    <section className="push-subscribers" aria-labelledby="push-subscribers">
      <h2 id="push-subscribers">{say('Subscribers')}</h2>
      <PushStatusLine />
      {status && <DayBars days={status.days} />}
      <Problem message={error?.message} />
      {!data && !error && <Skeleton rows={4} />}
      {data?.total === 0 && <Nothing>{say('No browser is subscribed yet.')}</Nothing>}
      {data && data.subscribers.length > 0 && (
        <div className="push-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{say('Browser')}</th>
                <th scope="col">{say('Language')}</th>
                <th scope="col">{say('Since')}</th>
                <th scope="col">{say('Last delivered')}</th>
                <th scope="col">{say('Last failed')}</th>
                <th scope="col">
                  <span className="hidden-text">{say('Actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.subscribers.map((subscriber) => (
                <SubscriberRow
                  key={subscriber.id}
                  subscriber={subscriber}
                  onRemove={() => setRemoving(subscriber)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && <Pager page={page} pages={Math.ceil(data.total / perPage)} onGo={go} />}
      {removing && (
        <ConfirmDialog
          confirmButtonText={say('Remove')}
          onConfirm={() => void remove(removing)}
          onCancel={() => setRemoving(undefined)}
        >
          {say('This browser will receive no more messages. Its reader can subscribe again.')}
        </ConfirmDialog>
      )}
    </section>
  );
}

function SubscriberRow({
  subscriber: { browser, language, since, last_delivered: delivered, last_failed: failed },
  onRemove,
}: {
  readonly subscriber: Subscriber;
  readonly onRemove: () => void;
}) {
  return (
    <tr>
      <th scope="row">{families[browser]}</th>
      <td data-label={say('Language')}>{languageName(language)}</td>
      <td data-label={say('Since')}>
        <Moment of={since} />
      </td>
      <td data-label={say('Last delivered')}>
        {delivered === '' ? say('Never') : <Moment of={delivered} />}
      </td>
      <td data-label={say('Last failed')}>{failed === '' ? say('Never') : <Moment of={failed} />}</td>
      <td>
        <Button
          variant="tertiary"
          size="compact"
          isDestructive
          aria-label={say('Remove this %s subscriber', families[browser])}
          onClick={onRemove}
        >
          {say('Remove')}
        </Button>
      </td>
    </tr>
  );
}

const day = siteFormat({ day: 'numeric', month: 'short' }, 'UTC');
const [barWidth, barHeight] = [8, 56];

const labelOf = (date: string, count: number) => `${day.format(Date.parse(date))}: ${count}`;

/** Current subscribers by the day of their subscription. */
function DayBars({ days }: { readonly days: PushStatus['days'] }) {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  return (
    <figure className="push-days">
      <figcaption>
        {sayCount('%d new subscriber in the last 30 days|%d new subscribers in the last 30 days', total)}
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * barWidth} ${barHeight}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map(({ date, count }, at) => {
          const height = count === 0 ? 1 : Math.max(3, (count / most) * barHeight);
          return (
            <rect
              key={date}
              className={count === 0 ? 'is-none' : ''}
              x={at * barWidth + 1}
              y={barHeight - height}
              width={barWidth - 2}
              height={height}
            >
              <title>{labelOf(date, count)}</title>
            </rect>
          );
        })}
      </svg>
      <ul className="hidden-text">
        {days
          .filter(({ count }) => count > 0)
          .map(({ date, count }) => (
            <li key={date}>{labelOf(date, count)}</li>
          ))}
      </ul>
      <p aria-hidden="true">
        <span>{day.format(Date.parse(first.date))}</span>
        <span>{day.format(Date.parse(last.date))}</span>
      </p>
    </figure>
  );
}
