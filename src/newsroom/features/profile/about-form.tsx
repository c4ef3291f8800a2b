import { Button, FormFileUpload, SelectControl, TextareaControl, TextControl } from '@wordpress/components';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useFocusFallback } from '../../../reader/islands/use-focus-fallback.ts';
import { SubmitButton, useSending } from '../../app/form-modal.tsx';
import { localeOptions } from '../../app/locale-options.ts';
import { Portrait } from '../../app/portrait.tsx';
import { Problem } from '../../app/problem.tsx';
import type { RestError } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import { useUnsaved } from '../../app/unsaved.tsx';
import { say } from '../../words.ts';
import { profileQuery, useSaveSection } from './profile-data.ts';
import type { About, Profile } from './profile-data.ts';

const texts = [
  { name: 'firstName', label: say('First name'), autoComplete: 'given-name' },
  { name: 'lastName', label: say('Last name'), autoComplete: 'family-name' },
  { name: 'nickname', label: say('Nickname'), autoComplete: 'nickname' },
  { name: 'displayName', label: say('Display name'), autoComplete: 'name', help: say('Shown to readers.') },
] as const;

export function AboutForm({ profile }: { readonly profile: Profile }) {
  const queries = useQueryClient();
  const saveSection = useSaveSection();
  const [base, setBase] = useState(profile);
  const [values, setValues] = useState<About>(profile.about);
  const { fault, isBusy, send, settle } = useSending();
  const isDirty = namesOf(values).some((name) => values[name] !== base.about[name]);
  const release = useUnsaved(isDirty);
  const set = (name: keyof About) => (value: string) => setValues((before) => ({ ...before, [name]: value }));
  const take = (next: Profile) => {
    setBase(next);
    setValues(next.about);
  };
  // Other forms of this page raise the revision; changes elsewhere are shown if there are no edits.
  if (profile.revision > base.revision) {
    if (!isDirty) take(profile);
    else if (namesOf(values).every((name) => profile.about[name] === base.about[name])) setBase(profile);
  }
  const save = (revision: number) =>
    send(async () => {
      const saved = await saveSection('about', { ...values, revision: String(revision) });
      take(saved.profile);
      // The page's name and language are in its first data.
      const needsReload = (['displayName', 'locale'] as const).some(
        (name) => saved.profile.about[name] !== base.about[name],
      );
      if (!needsReload) return void toast(say('Profile saved.'), { id: 'profile' });
      release();
      location.assign('/wp-admin/profile.php?saved');
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(base.revision);
  };
  const field = (name: keyof About) => ({ dir: 'auto' as const, value: values[name], onChange: set(name) });
  return (
    <form className="form" aria-label={say('About you')} onSubmit={submit}>
      <Conflict
        fault={fault}
        onShow={async () => {
          take(await queries.fetchQuery(profileQuery));
          settle();
        }}
        onOverwrite={async () => save((await queries.fetchQuery(profileQuery)).revision)}
      />
      <PortraitControl profile={profile} />
      {texts.map(({ name, ...props }) => (
        <TextControl key={name} __next40pxDefaultSize {...props} {...field(name)} maxLength={250} />
      ))}
      <SelectControl
        __next40pxDefaultSize
        label={say('Language')}
        help={say('Used in the newsroom and in apps that connect to the account.')}
        value={values.locale}
        options={localeOptions(base.about.locale)}
        onChange={set('locale')}
      />
      <TextControl
        __next40pxDefaultSize
        {...field('url')}
        type="url"
        dir="ltr"
        label={say('Website')}
        maxLength={2000}
      />
      <TextareaControl {...field('bio')} label={say('Biography')} rows={5} maxLength={20_000} />
      <TextareaControl
        {...field('links')}
        dir="ltr"
        label={say('Social profiles')}
        help={say('One URL per line. Shown on the author page.')}
        rows={3}
        maxLength={5000}
      />
      <div className="form-end">
        <SubmitButton isBusy={isBusy}>{say('Save')}</SubmitButton>
      </div>
    </form>
  );
}

const namesOf = (values: About) => Object.keys(values) as (keyof About)[];

function Conflict({
  fault,
  onShow,
  onOverwrite,
}: {
  readonly fault: RestError | undefined;
  readonly onShow: () => Promise<unknown>;
  readonly onOverwrite: () => Promise<unknown>;
}) {
  if (fault?.status !== 409) return <Problem message={fault?.message} />;
  return (
    <div className="problem" role="alert">
      {say('Your profile was changed elsewhere since you opened this page.')}
      <p>
        <Button variant="link" onClick={() => void onShow()}>
          {say('View their version')}
        </Button>{' '}
        <Button variant="link" onClick={() => void onOverwrite()}>
          {say('Overwrite with mine')}
        </Button>
      </p>
    </div>
  );
}

function PortraitControl({ profile }: { readonly profile: Profile }) {
  const saveSection = useSaveSection();
  const { fault, isBusy, send } = useSending();
  const [part, chooses] = [useRef<HTMLDivElement>(null), useRef<HTMLButtonElement>(null)];
  useFocusFallback(part, chooses);
  const { portrait, revision, maxPortraitMegabytes: max } = profile;
  const upload = (file: File | undefined) =>
    send(async () => {
      if (!file) return;
      await saveSection('portrait', { revision: String(revision), portrait: file });
      toast(say('Profile picture saved.'), { id: 'profile' });
    });
  const remove = () =>
    send(async () => {
      await saveSection('portrait-gone', { revision: String(revision) });
      toast(say('Profile picture removed.'), { id: 'profile' });
    });
  return (
    <div ref={part} className="portrait-control">
      <Portrait name={profile.about.displayName} src={portrait ?? undefined} size={72} />
      <div>
        <Problem message={fault?.message} />
        <FormFileUpload
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          onChange={({ currentTarget }) => void upload(currentTarget.files?.[0])}
          render={({ openFileDialog }) => (
            <Button
              ref={chooses}
              __next40pxDefaultSize
              variant="secondary"
              isBusy={isBusy}
              disabled={isBusy}
              accessibleWhenDisabled
              onClick={openFileDialog}
            >
              {portrait === null ? say('Add profile picture') : say('Change profile picture')}
            </Button>
          )}
        />
        <span className="portrait-note">{say('JPEG, PNG, WebP, GIF or AVIF, at most %d MB.', max)}</span>
        {portrait !== null && (
          <Button
            variant="link"
            isDestructive
            disabled={isBusy}
            accessibleWhenDisabled
            onClick={() => void remove()}
          >
            {say('Remove')}
          </Button>
        )}
      </div>
    </div>
  );
}
