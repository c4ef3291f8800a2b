import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Problem } from '../../app/problem.tsx';
import { settingsAddress } from '../../app/screens.ts';
import { say, sayCount } from '../../words.ts';
import { pushStatus } from './push-data.ts';
import type { PushStatus } from '../../app/rest-types.ts';

/** Reason why this site sends no messages; undefined if it does. */
export function faultOfPush({ state, is_secure: isSecure }: PushStatus): string | undefined {
  if (state === 'off') return say('The prompt is off, so no browser can subscribe and nothing is sent.');
  if (state === 'external') return say('Another service registers browsers and sends messages.');
  if (state === 'external_without_key')
    return say('A registration URL is set, but the VAPID public key of that service is missing.');
  return isSecure ? undefined : say('Browsers subscribe only on sites with https.');
}

/** Whether messages can be sent, and to how many browsers. */
export function PushStatusLine() {
  const { data, error } = useQuery(pushStatus);
  if (error) return <Problem message={error.message} />;
  if (!data) return null;
  const fault = faultOfPush(data);
  return (
    <p className="service-state" data-state={fault === undefined ? 'on' : 'off'}>
      {fault ?? (
        <Link to={`${settingsAddress}?page=push&tab=subscribers`}>
          {sayCount('%d subscriber|%d subscribers', data.subscribers)}
        </Link>
      )}
      {fault === undefined && !data.has_contact && (
        <span> {say('Set the administration email address, with which push services report problems.')}</span>
      )}
    </p>
  );
}
