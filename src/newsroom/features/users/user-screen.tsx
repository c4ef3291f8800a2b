import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@wordpress/components';
import { useState, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { boot, may } from '../../app/boot.ts';
import { ProgramForm, ProgramRow, SessionRow } from '../../app/account-rows.tsx';
import { CopyField } from '../../app/copy-field.tsx';
import { Problem } from '../../app/problem.tsx';
import type {
  UserLink,
  UserLinkSent,
  UserSessions,
  ListedProgram,
  ProgramReply,
  ProgramSent,
} from '../../app/rest-types.ts';
import { rest, RestError } from '../../app/rest.ts';
import { AccessDenied, ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import { profileAddress, usersAddress } from '../../app/screens.ts';
import { useSending } from '../../app/form-modal.tsx';
import { UserForm } from './user-form.tsx';
import { findUser, nameOf } from './user-list.ts';
import type { UserRow } from './user-list.ts';
import { useFocusFallback } from '../../../reader/islands/use-focus-fallback.ts';
import { toast } from '../../app/toasts.tsx';
import { say, sayWith } from '../../words.ts';

/** `user-edit.php`: one account, by its `user_id`. */
export function UserScreen() {
  const [address] = useSearchParams();
  const id = Number(/^\d{1,15}$/.exec(address.get('user_id') ?? '')?.[0] ?? boot.user.id);
  const isMay = may('edit_users');
  const { data: user, error } = useQuery({
    queryKey: ['users', 'one', id],
    enabled: isMay,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => findUser(id, signal),
  });
  if (!isMay) {
    return (
      <AccessDenied>
        {sayWith(
          'Editing users requires the capability “edit_users”. You can edit your own account in %s.',
          <Link to={profileAddress}>{say('your profile')}</Link>,
        )}
      </AccessDenied>
    );
  }
  if (error)
    return (
      <>
        <ScreenHead title={say('User')} />
        <p className="problem" role="alert">
          {error.message}
        </p>
      </>
    );
  if (!user)
    return (
      <>
        <ScreenHead title={say('User')} />
        <Skeleton rows={8} />
      </>
    );
  const isOwn = user.id === boot.user.id;
  return (
    <>
      <ScreenHead title={nameOf(user)} />
      <p className="one-links">
        <bdi dir="ltr">{user.username}</bdi> <a href={user.link}>{say('View author page')}</a>{' '}
        <Link to={usersAddress}>{say('All users')}</Link>
      </p>
      <div className="one-parts">
        <UserForm key={user.id} user={user} />
        <div>
          {isOwn ? (
            <section>
              <h2>{say('Your account')}</h2>
              <p>
                {sayWith(
                  'Manage your password, sessions and application passwords in %s.',
                  <Link to={profileAddress}>{say('your profile')}</Link>,
                )}
              </p>
            </section>
          ) : (
            <>
              <LinkPart key={user.id} user={user} />
              <SessionsPart user={user} />
              <ProgramsPart key={`programs-${user.id}`} user={user} />
            </>
          )}
        </div>
      </div>
    </>
  );
}

function LinkPart({ user }: { readonly user: UserRow }) {
  const [made, setMade] = useState<UserLink & { readonly kind: 'invitation' | 'password' }>();
  const { fault, isBusy, send } = useSending();
  const createLink = async (kind: 'invitation' | 'password') => {
    const { body } = await rest<UserLink, UserLinkSent>(`/broadsheet/v1/users/${user.id}/link`, {
      method: 'POST',
      body: { kind },
    });
    setMade({ ...body, kind });
  };
  const make = () =>
    send(async () => {
      try {
        await createLink('invitation');
      } catch (error) {
        if (!(error instanceof RestError) || error.code !== 'user_has_password') throw error;
        await createLink('password');
      }
    });
  return (
    <section>
      <h2>{say('Password')}</h2>
      <Problem message={fault?.message} />
      {!made && (
        <p>
          {say(
            'Passwords can’t be viewed. Create a link that lets %s choose a new password; the current one works until then.',
            nameOf(user),
          )}
        </p>
      )}
      {made && (
        <>
          <CopyField
            label={say('Password link')}
            value={made.link}
            help={
              made.kind === 'invitation'
                ? say('Works once and expires in seven days. Earlier links no longer work.')
                : say('Works once and expires in an hour. Earlier links no longer work.')
            }
          />
          <p>
            {made.mailed_to === null
              ? say('No email was sent. Send the link yourself.')
              : say('The link was also sent to %s.', made.mailed_to)}
          </p>
        </>
      )}
      <Button
        __next40pxDefaultSize
        variant="secondary"
        isBusy={isBusy}
        disabled={isBusy}
        accessibleWhenDisabled
        onClick={() => void make()}
      >
        {made ? say('Create another link') : say('Create password link')}
      </Button>
    </section>
  );
}

type Session = UserSessions[number];

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
  useFocusFallback(part, heading);
  const end = (session?: Session) =>
    send(async () => {
      try {
        await rest(session ? `${path}/${session.id}` : path, { method: 'DELETE' });
        toast(
          session
            ? say('A session of %s was ended.', nameOf(user))
            : say('%s was logged out everywhere.', nameOf(user)),
        );
      } finally {
        await queries.invalidateQueries({ queryKey });
      }
    });
  const problem = fault ?? error;
  return (
    <section ref={part} aria-label={say('Sessions')}>
      <h2 ref={heading} tabIndex={-1}>
        {say('Sessions')}
      </h2>
      <Problem message={problem?.message} />
      {!error && !sessions && <Skeleton rows={2} />}
      {sessions?.length === 0 && <p>{say('%s is not logged in anywhere.', nameOf(user))}</p>}
      {sessions && sessions.length > 0 && (
        <>
          <ul className="rows">
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                {...session}
                userAgent={session.user_agent}
                isBusy={isBusy}
                onEnd={() => void end(session)}
              />
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
            {say('Log out everywhere')}
          </Button>
        </>
      )}
    </section>
  );
}

type Program = Pick<ListedProgram, 'uuid' | 'name' | 'created' | 'last_used' | 'last_ip'> &
  Partial<Pick<ProgramReply, 'password'>>;

export function ProgramsPart({ user }: { readonly user: UserRow }) {
  const queries = useQueryClient();
  const path = `/wp/v2/users/${user.id}/application-passwords`;
  const queryKey = ['users', 'programs', user.id];
  const { data: programs, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await rest<readonly Program[]>(path, { signal })).body,
  });
  const [made, setMade] = useState<Program>();
  const { fault, isBusy, send } = useSending();
  const [part, heading] = [useRef<HTMLElement>(null), useRef<HTMLHeadingElement>(null)];
  useFocusFallback(part, heading);
  const reload = () => queries.invalidateQueries({ queryKey });
  const add = async (name: string) => {
    let isAdded = false;
    await send(async () => {
      setMade((await rest<Program, ProgramSent>(path, { method: 'POST', body: { name } })).body);
      isAdded = true;
      await reload();
    });
    return isAdded;
  };
  const revoke = (program: Program) =>
    send(async () => {
      try {
        await rest(`${path}/${program.uuid}`, { method: 'DELETE' });
        if (made?.uuid === program.uuid) setMade(undefined);
        toast(say('The password of “%s” was revoked.', program.name));
      } finally {
        await reload();
      }
    });
  // Without https, REST refuses with an explanation.
  if (error)
    return (
      <section ref={part}>
        <h2>{say('Application passwords')}</h2>
        <p>{error.message}</p>
      </section>
    );
  return (
    <section ref={part} aria-label={say('Application passwords')}>
      <h2 ref={heading} tabIndex={-1}>
        {say('Application passwords')}
      </h2>
      <Problem message={fault?.message} />
      {!programs && <Skeleton rows={2} />}
      {programs?.length === 0 && <p>{say('No application passwords for %s.', nameOf(user))}</p>}
      {programs && programs.length > 0 && (
        <ul className="rows">
          {programs.map((program) => (
            <ProgramRow
              key={program.uuid}
              name={program.name}
              lastUsed={program.last_used === null ? null : `${program.last_used}Z`}
              lastIp={program.last_ip ?? ''}
              isBusy={isBusy}
              onRevoke={() => void revoke(program)}
            />
          ))}
        </ul>
      )}
      {made?.password !== undefined && (
        <CopyField
          label={say('Password for %s', made.name)}
          value={made.password}
          help={say('This password is shown only once.')}
        />
      )}
      <ProgramForm isBusy={isBusy} onAdd={add} />
    </section>
  );
}
