import { Button, TextControl } from '@wordpress/components';
import { useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useFocusFallback } from '../../../reader/islands/use-focus-fallback.ts';
import { ProgramForm, ProgramRow, SessionRow } from '../../app/account-rows.tsx';
import { CopyField } from '../../app/copy-field.tsx';
import { useSending } from '../../app/form-modal.tsx';
import { Problem } from '../../app/problem.tsx';
import { toast } from '../../app/toasts.tsx';
import { useUnsaved } from '../../app/unsaved.tsx';
import { say } from '../../words.ts';
import { useSaveSection } from './profile-data.ts';
import type { Profile } from './profile-data.ts';

interface PartProps {
  readonly profile: Profile;
}

function Submit({ isBusy, children }: { readonly isBusy: boolean; readonly children: ReactNode }) {
  return (
    <div>
      <Button
        __next40pxDefaultSize
        variant="secondary"
        type="submit"
        isBusy={isBusy}
        disabled={isBusy}
        accessibleWhenDisabled
      >
        {children}
      </Button>
    </div>
  );
}

function CurrentPassword({
  login,
  value,
  onChange,
}: {
  readonly login: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <>
      {/* Lets password managers find the account. */}
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      <TextControl
        __next40pxDefaultSize
        type="password"
        label={say('Current password')}
        autoComplete="current-password"
        value={value}
        maxLength={1024}
        onChange={onChange}
      />
    </>
  );
}

export function EmailPart({ profile }: PartProps) {
  const saveSection = useSaveSection();
  const [typed, setTyped] = useState<string>();
  const email = typed ?? profile.email;
  const [current, setCurrent] = useState('');
  const [link, setLink] = useState<string>();
  const [outcome, setOutcome] = useState('');
  const { fault, isBusy, send } = useSending();
  useUnsaved(email !== profile.email);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setOutcome('');
    setLink(undefined);
    void send(async () => {
      const saved = await saveSection('email', { email, current });
      setCurrent('');
      setLink(saved.link);
      setTyped(undefined);
      setOutcome(outcomes.get(saved.kind) ?? '');
    });
  };
  return (
    <section aria-label={say('Email')}>
      <h2>{say('Email')}</h2>
      <Problem message={fault?.message} />
      <form className="form" onSubmit={submit}>
        <TextControl
          __next40pxDefaultSize
          type="email"
          dir="ltr"
          label={say('Email')}
          help={
            profile.sendsMail
              ? say('A link sent to the new address confirms it. The change takes effect after that.')
              : say('The change takes effect when an administrator confirms it.')
          }
          value={email}
          maxLength={100}
          autoComplete="email"
          onChange={setTyped}
        />
        <CurrentPassword login={profile.login} value={current} onChange={setCurrent} />
        <Submit isBusy={isBusy}>{say('Change email address')}</Submit>
      </form>
      <p role="status">{outcome}</p>
      {link !== undefined && (
        <CopyField
          label={say('Confirmation link')}
          value={link}
          help={say('This site sends no mail. Open this link to confirm the new address.')}
        />
      )}
    </section>
  );
}

/** By the kinds of `chooseEmail`. */
const outcomes: ReadonlyMap<string, string> = new Map([
  ['account_email_sent', say('A link was sent to the new address. Open it to confirm the change.')],
  ['account_email_link', say('Open the confirmation link to use the new address.')],
  ['account_email_waits', say('An administrator has to confirm the new address.')],
]);

export function PasswordPart({ profile }: PartProps) {
  const saveSection = useSaveSection();
  const empty = { current: '', pass1: '', pass2: '' };
  const [values, setValues] = useState(empty);
  const { fault, isBusy, send } = useSending();
  const release = useUnsaved(Object.values(values).some((value) => value !== ''));
  const set = (name: keyof typeof empty) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(async () => {
      await saveSection('password', values);
      // The password change has ended the session that this page's log-out link belongs to.
      release();
      location.assign('/wp-admin/profile.php?saved');
    });
  };
  return (
    <section aria-label={say('Password')}>
      <h2>{say('Password')}</h2>
      <Problem message={fault?.message} />
      <form className="form" onSubmit={submit}>
        <CurrentPassword login={profile.login} value={values.current} onChange={set('current')} />
        <TextControl
          __next40pxDefaultSize
          type="password"
          label={say('New password')}
          help={say('Saving it logs you out on all other devices.')}
          autoComplete="new-password"
          value={values.pass1}
          maxLength={1024}
          onChange={set('pass1')}
        />
        <TextControl
          __next40pxDefaultSize
          type="password"
          label={say('Repeat new password')}
          autoComplete="new-password"
          value={values.pass2}
          maxLength={1024}
          onChange={set('pass2')}
        />
        <Submit isBusy={isBusy}>{say('Save password')}</Submit>
      </form>
    </section>
  );
}

export function TwoFactorPart({ profile: { isTwoSteps } }: PartProps) {
  return (
    <section aria-label={say('Two-factor authentication')}>
      <h2>{say('Two-factor authentication')}</h2>
      <p>
        {isTwoSteps
          ? say('Your account is protected by a second step after the password.')
          : say('Your account is protected by a password only.')}
      </p>
      <Button __next40pxDefaultSize variant="secondary" href="/wp-admin/second-factor.php">
        {isTwoSteps ? say('Change two-factor authentication') : say('Set up two-factor authentication')}
      </Button>
    </section>
  );
}

export function SessionsPart({ profile: { sessions } }: PartProps) {
  const saveSection = useSaveSection();
  const { fault, isBusy, send } = useSending();
  const [part, heading] = [useRef<HTMLElement>(null), useRef<HTMLHeadingElement>(null)];
  useFocusFallback(part, heading);
  const end = (which: string) =>
    send(async () => {
      await saveSection('sessions', { end: which });
      toast(which === 'others' ? say('You were logged out everywhere else.') : say('A session was ended.'));
    });
  return (
    <section ref={part} aria-label={say('Sessions')}>
      <h2 ref={heading} tabIndex={-1}>
        {say('Sessions')}
      </h2>
      <Problem message={fault?.message} />
      <ul className="rows">
        {sessions.map(({ id, isCurrent, ...session }) => (
          <SessionRow
            key={id}
            {...session}
            isBusy={isBusy}
            onEnd={isCurrent ? undefined : () => void end(id)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          __next40pxDefaultSize
          variant="secondary"
          isDestructive
          isBusy={isBusy}
          disabled={isBusy}
          accessibleWhenDisabled
          onClick={() => void end('others')}
        >
          {say('Log out everywhere else')}
        </Button>
      )}
    </section>
  );
}

export function ProgramsPart({ profile: { programs } }: PartProps) {
  const saveSection = useSaveSection();
  const [made, setMade] = useState<{ readonly name: string; readonly password: string }>();
  const { fault, isBusy, send } = useSending();
  const [part, heading] = [useRef<HTMLElement>(null), useRef<HTMLHeadingElement>(null)];
  useFocusFallback(part, heading);
  const add = async (name: string) => {
    let isAdded = false;
    await send(async () => {
      setMade((await saveSection('program', { name })).made);
      isAdded = true;
    });
    return isAdded;
  };
  const revoke = (program: { readonly id: string; readonly name: string }) =>
    send(async () => {
      await saveSection('programs', { end: program.id });
      if (made?.name === program.name) setMade(undefined);
      toast(say('The password of “%s” was revoked.', program.name));
    });
  return (
    <section ref={part} aria-label={say('Application passwords')}>
      <h2 ref={heading} tabIndex={-1}>
        {say('Application passwords')}
      </h2>
      <Problem message={fault?.message} />
      {programs === null ? (
        <p>{say('Application passwords require HTTPS.')}</p>
      ) : (
        <>
          {programs.length === 0 && (
            <p>
              {say(
                'An application that accesses this site for you needs its own password. It has the same permissions as you, and you can revoke it at any time.',
              )}
            </p>
          )}
          <ul className="rows">
            {programs.map((program) => (
              <ProgramRow
                key={program.id}
                {...program}
                isBusy={isBusy}
                onRevoke={() => void revoke(program)}
              />
            ))}
          </ul>
          {made && (
            <CopyField
              label={say('Password for %s', made.name)}
              value={made.password}
              help={say('This password is shown only once.')}
            />
          )}
          <ProgramForm isBusy={isBusy} onAdd={add} />
        </>
      )}
    </section>
  );
}
