import { queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { plainText } from '../../app/plain-text.ts';
import type { FileUses } from '../../app/replies.ts';
import { rest } from '../../app/rest.ts';
import { editAddress } from '../../app/screens.ts';

/** Where a file is used, as `/broadsheet/v1/media/{id}/uses` tells. */
export type Uses = FileUses;

export const usesOf = (id: number) =>
  queryOptions({
    queryKey: ['media', 'uses', id],
    queryFn: async ({ signal }) => (await rest<Uses>(`/broadsheet/v1/media/${id}/uses`, { signal })).body,
  });

const ways: Readonly<Record<string, string>> = {
  lead: 'its picture',
  text: 'in the text',
  gallery: 'in its gallery',
};
const statuses: Readonly<Record<string, string>> = {
  draft: 'draft',
  pending: 'pending',
  future: 'scheduled',
  private: 'private',
  trash: 'in the trash',
};
const places: Readonly<Record<string, string>> = {
  template: 'Template',
  term: 'Section or tag',
  user: 'Person',
  menu: 'Menu',
};
const settings: Readonly<Record<string, string>> = {
  site_logo: 'Logo of the site',
  site_logo_dark: 'Logo of the site on dark',
  site_icon: 'Icon of the site',
  social_image: 'Picture for social networks',
};

/** How many places that are. */
export const countUses = ({ total, others }: Uses): number => total + others.length;

/** The places, each with the way to it. */
export function UseList({ uses, children }: { readonly uses: Uses; readonly children?: ReactNode }) {
  const hidden = uses.total - uses.posts.length;
  return (
    <ul className="media-uses">
      {uses.posts.map(({ id, title, status, ways: how, mayEdit }) => {
        const name = plainText(title) || 'Without a title';
        return (
          <li key={id}>
            {mayEdit ? (
              <Link to={editAddress(id)} dir="auto">
                {name}
              </Link>
            ) : (
              <span dir="auto">{name}</span>
            )}
            <small>
              {[...how.map((way) => ways[way] ?? way), ...(statuses[status] ? [statuses[status]] : [])].join(
                ', ',
              )}
            </small>
          </li>
        );
      })}
      {uses.others.map(({ kind, id, title }) => (
        <li key={`${kind}-${id}-${title}`}>
          <span dir="auto">
            {kind === 'setting'
              ? (settings[title] ?? `Setting “${title}”`)
              : `${places[kind] ?? kind}: ${plainText(title)}`}
          </span>
        </li>
      ))}
      {hidden > 0 && <li>{hidden === 1 ? 'One more text' : `${hidden.toLocaleString()} more texts`}</li>}
      {children}
    </ul>
  );
}
