import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Profile, SavedProfile } from '../../../site/admin/profile.tsx';
import { rest } from '../../app/rest.ts';

export type { Profile } from '../../../site/admin/profile.tsx';
export type About = Profile['about'];

const path = '/profile.php';
const base = '/wp-admin';

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  staleTime: 0,
  queryFn: async ({ signal }) => (await rest<Profile>(path, { base, signal })).body,
});

/** Saves a section of the profile; the fields are those of its form. Throws `RestError`. */
export function useSaveSection(): (
  section: string,
  fields: Readonly<Record<string, string | Blob>>,
) => Promise<SavedProfile> {
  const queries = useQueryClient();
  return async (section, fields) => {
    const form = new FormData();
    form.append('section', section);
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const { body } = await rest<SavedProfile>(path, { base, method: 'POST', body: form });
    // An earlier request may still bring the state before the change.
    await queries.cancelQueries({ queryKey: profileQuery.queryKey });
    queries.setQueryData(profileQuery.queryKey, body.profile);
    return body;
  };
}
