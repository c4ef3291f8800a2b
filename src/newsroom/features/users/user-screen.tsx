import { useQuery } from '@tanstack/react-query';
import { Button } from '@wordpress/components';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { boot, may } from '../../app/boot.ts';
import { CopyField } from '../../app/copy-field.tsx';
import { Problem } from '../../app/problem.tsx';
import type { UserLink } from '../../app/replies.ts';
import { rest, RestError } from '../../app/rest.ts';
import { ScreenHead } from '../../app/screen-head.tsx';
import { usersAddress } from '../../app/screens.ts';
import type { UserLinkSent } from '../../app/sent.ts';
import { useSending } from '../../app/use-sending.ts';
import { Skeleton } from '../../app/skeleton.tsx';
import { ProgramsPart } from './programs-part.tsx';
import { SessionsPart } from './sessions-part.tsx';
import { UserForm } from './user-form.tsx';
import { findUser, nameOf } from './user-list.ts';
import type { UserRow } from './user-list.ts';

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
      <>
        <ScreenHead title="Nothing to see here" />
        <p>
          To change accounts takes the right “edit_users”. Yours is in{' '}
          <a href="/wp-admin/profile.php">your profile</a>.
        </p>
      </>
    );
  }
  if (error)
    return (
      <>
        <ScreenHead title="User" />
        <p className="problem" role="alert">
          {error.message}
        </p>
      </>
    );
  if (!user)
    return (
      <>
        <ScreenHead title="User" />
        <Skeleton rows={8} />
      </>
    );
  const isOwn = user.id === boot.user.id;
  return (
    <>
      <ScreenHead title={nameOf(user)} />
      <p className="one-links">
        <bdi dir="ltr">{user.username}</bdi> <a href={user.link}>View the page</a>{' '}
        <Link to={usersAddress}>All users</Link>
      </p>
      <div className="one-parts">
        <UserForm key={user.id} user={user} />
        <div>
          {isOwn ? (
            <section>
              <h2>Yours</h2>
              <p>
                Your password, sessions and application passwords are in{' '}
                <a href="/wp-admin/profile.php">your profile</a>.
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

/** Lets somebody choose a password anew, or for the first time. */
function LinkPart({ user }: { readonly user: UserRow }) {
  const [made, setMade] = useState<UserLink & { readonly kind: 'invitation' | 'password' }>();
  const { fault, isBusy, send } = useSending();
  const ask = async (kind: 'invitation' | 'password') => {
    const { body } = await rest<UserLink, UserLinkSent>(`/broadsheet/v1/users/${user.id}/link`, {
      method: 'POST',
      body: { kind },
    });
    setMade({ ...body, kind });
  };
  const make = () =>
    send(async () => {
      try {
        await ask('invitation');
      } catch (error) {
        if (!(error instanceof RestError) || error.code !== 'user_has_password') throw error;
        await ask('password');
      }
    });
  return (
    <section>
      <h2>Password</h2>
      <Problem message={fault?.message} />
      {!made && <p>Nobody sees it. By a link {nameOf(user)} chooses one; until then the old one is good.</p>}
      {made && (
        <>
          <CopyField
            label="Link for a password"
            value={made.link}
            help={`Good once, for ${made.kind === 'invitation' ? 'seven days' : 'an hour'}. A link made before is not any more.`}
          />
          <p>
            {made.mailed_to === null
              ? 'No mail was sent: hand it over yourself.'
              : `It went to ${made.mailed_to}, too.`}
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
        {made ? 'Make another link' : 'Make a link for a password'}
      </Button>
    </section>
  );
}
