import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Moment } from '../../app/moment.tsx';
import { Problem } from '../../app/problem.tsx';
import { ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import { toast } from '../../app/toasts.tsx';
import { say, sayLabel, sayWith } from '../../words.ts';
import { AboutForm } from './about-form.tsx';
import { EmailPart, PasswordPart, ProgramsPart, SessionsPart, TwoFactorPart } from './profile-parts.tsx';
import { profileQuery } from './profile-data.ts';
import type { Profile } from './profile-data.ts';

/** `profile.php`: the user's own account. */
export function ProfileScreen() {
  const { data: profile, error } = useQuery(profileQuery);
  useSavedNotice();
  return (
    <>
      <ScreenHead title={say('Your profile')} />
      <Problem message={error?.message} />
      {profile ? <ProfileParts profile={profile} /> : !error && <Skeleton rows={8} />}
    </>
  );
}

function ProfileParts({ profile }: { readonly profile: Profile }) {
  return (
    <>
      <p className="one-links">
        <bdi dir="ltr">{profile.login}</bdi>
        {profile.roles.length > 0 && <span>{profile.roles.map(sayLabel).join(', ')}</span>}
        <span>{sayWith('Member since %s', <Moment of={profile.created} />)}</span>
      </p>
      <div className="one-parts">
        <AboutForm profile={profile} />
        <div>
          <EmailPart profile={profile} />
          <PasswordPart profile={profile} />
          <TwoFactorPart profile={profile} />
          <SessionsPart profile={profile} />
          <ProgramsPart profile={profile} />
        </div>
      </div>
    </>
  );
}

/** After a change that loads the page again: a new password, name or language. */
function useSavedNotice(): void {
  const [query, setQuery] = useSearchParams();
  const isSaved = query.has('saved');
  useEffect(() => {
    if (!isSaved) return;
    toast(say('Profile saved.'), { id: 'profile' });
    setQuery({}, { replace: true });
  }, [isSaved, setQuery]);
}
