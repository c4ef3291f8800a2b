import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@wordpress/components';
import { useRef } from 'react';
import { useKeptFocus } from '../../../reader/islands/use-kept-focus.ts';
import { Moment } from '../../app/moment.tsx';
import { Problem } from '../../app/problem.tsx';
import type { UserSessions } from '../../app/replies.ts';
import { rest } from '../../app/rest.ts';
import { useSending } from '../../app/use-sending.ts';
import { Skeleton } from '../../app/skeleton.tsx';
import { toast } from '../../app/toasts.tsx';
import { nameOf } from './user-list.ts';
import type { UserRow } from './user-list.ts';

type Session = UserSessions[number];

/** Where somebody is signed in, and how that ends. */
export function SessionsPart({ user }: { readonly user: UserRow }) {
  const queries = useQueryClient();
  const path = `/broadsheet/v1/users/${user.id}/sessions`;
  const queryKey = ['users', 'sessions', user.id];
  const { data: sessions, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await rest<readonly Session[]>(path, { signal })).body,
  });
  const { fault, isBusy, send } = useSending();
  const [part, heading] = [useRef<HTMLElement>(null), useRef<HTMLHeadingElement>(null)];
  useKeptFocus(part, heading);
  const end = (session?: Session) =>
    send(async () => {
      try {
        await rest(session ? `${path}/${session.id}` : path, { method: 'DELETE' });
        toast(
          session ? `A session of ${nameOf(user)} has ended.` : `${nameOf(user)} is signed out everywhere.`,
        );
      } finally {
        await queries.invalidateQueries({ queryKey });
      }
    });
  const problem = fault ?? error;
  return (
    <section ref={part} aria-label="Sessions">
      <h2 ref={heading} tabIndex={-1}>
        Sessions
      </h2>
      <Problem message={problem?.message} />
      {!error && !sessions && <Skeleton rows={2} />}
      {sessions?.length === 0 && <p>{nameOf(user)} is signed in nowhere.</p>}
      {sessions && sessions.length > 0 && (
        <>
          <ul className="rows">
            {sessions.map((session) => (
              <li key={session.id}>
                <span title={session.user_agent}>
                  <b>{session.browser || 'Another browser'}</b> <Moment of={session.created} />{' '}
                  <span>{session.ip}</span>
                </span>
                <Button
                  variant="link"
                  isDestructive
                  disabled={isBusy}
                  accessibleWhenDisabled
                  onClick={() => void end(session)}
                >
                  End
                  <span className="hidden-text"> the session in {session.browser || 'another browser'}</span>
                </Button>
              </li>
            ))}
          </ul>
          <Button
            __next40pxDefaultSize
            variant="secondary"
            isDestructive
            isBusy={isBusy}
            disabled={isBusy}
            accessibleWhenDisabled
            onClick={() => void end()}
          >
            End all sessions
          </Button>
        </>
      )}
    </section>
  );
}
