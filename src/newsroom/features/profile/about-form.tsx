import { SelectControl, TextareaControl, TextControl } from '@wordpress/components';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { PortraitControl } from '../../app/account-rows.tsx';
import { SubmitButton, useSending } from '../../app/form-modal.tsx';
import { localeOptions } from '../../app/locale-options.ts';
import { Portrait } from '../../app/portrait.tsx';
import { FormFault } from '../../app/problem.tsx';
import { toast } from '../../app/toasts.tsx';
import { useUnsaved } from '../../app/unsaved.tsx';
import { say } from '../../words.ts';
import { useSaveSection } from './profile-data.ts';
import type { About, Profile } from './profile-data.ts';

const texts = [
  { name: 'firstName', label: say('First name'), autoComplete: 'given-name' },
  { name: 'lastName', label: say('Last name'), autoComplete: 'family-name' },
  { name: 'nickname', label: say('Nickname'), autoComplete: 'nickname' },
  { name: 'displayName', label: say('Display name'), autoComplete: 'name', help: say('Shown to readers.') },
] as const;

export function AboutForm({ profile }: { readonly profile: Profile }) {
  const saveSection = useSaveSection();
  const [base, setBase] = useState(profile);
  const [values, setValues] = useState<About>(profile.about);
  const { fault, isBusy, send, settle } = useSending();
  const isDirty = Object.keys(changesOf(base.about, values)).length > 0;
  const release = useUnsaved(isDirty);
  const set = (name: keyof About) => (value: string) => setValues((before) => ({ ...before, [name]: value }));
  const take = (next: Profile) => {
    setBase(next);
    setValues(next.about);
  };
  // Other forms of this page raise the revision; changes elsewhere are shown if there are no edits.
  if (profile.revision > base.revision) {
    if (!isDirty) take(profile);
    else if (Object.keys(changesOf(base.about, profile.about)).length === 0) setBase(profile);
  }
  /** Saves what was changed here on top of `stored`, the profile as it is now. */
  const save = (stored: Profile) =>
    send(async () => {
      const sent = { ...stored.about, ...changesOf(base.about, values) };
      const saved = (await saveSection('about', { ...sent, revision: String(stored.revision) })).profile;
      setBase(saved);
      // Input typed during the request stays.
      setValues((now) => ({ ...saved.about, ...changesOf(values, now) }));
      // The page's name and language are in its first data.
      const needsReload = (['displayName', 'locale'] as const).some(
        (name) => saved.about[name] !== base.about[name],
      );
      if (!needsReload) return void toast(say('Profile saved.'), { id: 'profile' });
      release();
      location.assign('/wp-admin/profile.php?saved');
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(base);
  };
  const field = (name: keyof About) => ({ dir: 'auto' as const, value: values[name], onChange: set(name) });
  return (
    <form className="form" aria-label={say('About you')} onSubmit={submit}>
      <FormFault<Profile>
        fault={fault}
        onShow={(theirs) => {
          take(theirs);
          settle();
        }}
        onOverwrite={(theirs) => void save(theirs)}
      />
      <OwnPortrait profile={profile} />
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

/** The fields that differ between two versions, as in the second. */
const changesOf = (before: About, now: About): Partial<About> =>
  Object.fromEntries(namesOf(now).flatMap((name) => (now[name] === before[name] ? [] : [[name, now[name]]])));

function OwnPortrait({ profile }: { readonly profile: Profile }) {
  const saveSection = useSaveSection();
  const { fault, isBusy, send } = useSending();
  const { portrait, revision, maxPortraitMegabytes: max } = profile;
  const upload = (file: File) =>
    send(async () => {
      await saveSection('portrait', { revision: String(revision), portrait: file });
      toast(say('Profile picture saved.'), { id: 'profile' });
    });
  const remove = () =>
    send(async () => {
      await saveSection('portrait-gone', { revision: String(revision) });
      toast(say('Profile picture removed.'), { id: 'profile' });
    });
  return (
    <PortraitControl
      hasPortrait={portrait !== null}
      fault={fault?.message}
      isBusy={isBusy}
      note={say('JPEG, PNG, WebP, GIF or AVIF, at most %d MB.', max)}
      onUpload={(file) => void upload(file)}
      onRemove={() => void remove()}
    >
      <Portrait name={profile.about.displayName} src={portrait ?? undefined} size={72} />
    </PortraitControl>
  );
}
