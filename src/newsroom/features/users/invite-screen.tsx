import { useQueryClient } from '@tanstack/react-query';
import { Button, TextControl } from '@wordpress/components';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { Link } from 'react-router';
import { useFocusFallback } from '../../../reader/islands/use-focus-fallback.ts';
import { boot, may } from '../../app/boot.ts';
import { CopyField } from '../../app/copy-field.tsx';
import { SubmitButton, useSending } from '../../app/form-modal.tsx';
import { Problem } from '../../app/problem.tsx';
import type { Invitation, InvitationSent } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { AccessDenied, ScreenHead } from '../../app/screen-head.tsx';
import { userAddress, usersAddress } from '../../app/screens.ts';
import { useUnsaved } from '../../app/unsaved.tsx';
import { say, sayWith } from '../../words.ts';
import { RoleControl } from './user-dialogs.tsx';

const begin = { username: '', email: '', name: '' };
const usualRole = 'subscriber';

/** `user-new.php`: creates an account, with a link to choose a password. */
export function InviteScreen() {
  if (!may('create_users') || !may('edit_users')) {
    return (
      <AccessDenied>
        {say('Inviting users requires the capabilities “create_users” and “edit_users”.')}
      </AccessDenied>
    );
  }
  return <Inviting />;
}

/** The account as REST arguments; defaults are omitted. */
const accountOf = ({ username, email, name }: typeof begin, role: string) => ({
  username: username.trim(),
  email: email.trim(),
  ...(name.trim() === '' ? {} : { name: name.trim() }),
  ...(role === usualRole ? {} : { roles: role === '' ? [] : [role] }),
});

function Inviting() {
  const queries = useQueryClient();
  const [values, setValues] = useState(begin);
  const [role, setRole] = useState(usualRole);
  const [made, setMade] = useState<Invitation & { readonly who: string }>();
  const { fault, isBusy, send } = useSending();
  useUnsaved(Object.values(values).some((value) => value !== ''));
  const [screen, heading] = [useRef<HTMLDivElement>(null), useRef<HTMLHeadingElement>(null)];
  // When form and link replace each other, focus moves to the title.
  useFocusFallback(screen, heading);
  const set = (name: keyof typeof begin) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(async () => {
      const body = accountOf(values, role);
      const invited = (
        await rest<Invitation, InvitationSent>('/broadsheet/v1/invitations', { method: 'POST', body })
      ).body;
      setMade({ ...invited, who: body.name ?? body.username });
      setValues(begin);
      setRole(usualRole);
      await queries.invalidateQueries({ queryKey: ['users'] });
    });
  };
  if (made) {
    return (
      <div ref={screen}>
        <ScreenHead title={say('%s was invited', made.who)} heading={heading} />
        <InvitationLink invitation={made} onNext={() => setMade(undefined)} />
      </div>
    );
  }
  return (
    <div ref={screen}>
      <ScreenHead title={say('Invite user')} heading={heading} />
      <form className="form one-thing" aria-label={say('Invite user')} onSubmit={submit}>
        <Problem message={fault?.message} />
        <TextControl
          __next40pxDefaultSize
          label={say('Username')}
          dir="ltr"
          help={say('Used to log in: letters a to z, digits, spaces, _ . @ or -. It can’t be changed later.')}
          value={values.username}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          required
          onChange={set('username')}
        />
        <TextControl
          __next40pxDefaultSize
          type="email"
          dir="ltr"
          label={say('Email')}
          value={values.email}
          maxLength={100}
          autoComplete="off"
          required
          onChange={set('email')}
        />
        <TextControl
          __next40pxDefaultSize
          label={say('Display name')}
          help={say('Shown to readers. If empty, the user enters it when choosing a password.')}
          dir="auto"
          value={values.name}
          maxLength={250}
          autoComplete="off"
          onChange={set('name')}
        />
        {may('promote_users') && boot.roles.length > 0 && (
          <RoleControl value={role} isOptional onChange={setRole} />
        )}
        <div className="form-end">
          <SubmitButton isBusy={isBusy}>{say('Invite')}</SubmitButton>
        </div>
      </form>
    </div>
  );
}

function InvitationLink({
  invitation,
  onNext,
}: {
  readonly invitation: Invitation;
  readonly onNext: () => void;
}) {
  return (
    <div className="one-thing">
      <p>
        {invitation.mailed_to === null
          ? say('This site does not send email. Send the user this link yourself.')
          : sayWith(
              'The link was sent to %s. You can also send it yourself.',
              <bdi dir="ltr">{invitation.mailed_to}</bdi>,
            )}{' '}
        {say('The user chooses a password with it. The link expires in seven days and works once.')}
      </p>
      <CopyField label={say('Password link')} value={invitation.link} />
      <p className="one-links">
        <Button variant="link" onClick={onNext}>
          {say('Invite another user')}
        </Button>{' '}
        <Link to={userAddress(invitation.id)}>{say('Edit user')}</Link>{' '}
        <Link to={usersAddress}>{say('All users')}</Link>
      </p>
    </div>
  );
}
