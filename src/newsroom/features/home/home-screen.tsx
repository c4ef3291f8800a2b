import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { boot, listedTypes } from '../../app/boot.ts';
import { Moment } from '../../app/moment.tsx';
import { titleText } from '../../app/rest-types.ts';
import { Problem } from '../../app/problem.tsx';
import type { EditedPost } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import { editAddress, listAddress, newAddress } from '../../app/screens.ts';
import { inSentence, say } from '../../words.ts';

type Recent = Pick<EditedPost, 'id' | 'title' | 'link' | 'date' | 'modified'>;

function useRecent(name: string, params: Readonly<Record<string, string>>) {
  const base = listedTypes[0]?.restBase;
  return useQuery({
    queryKey: ['posts', base, 'recent', name],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({
        context: 'edit',
        per_page: '6',
        _fields: 'id,title,link,date,modified',
        ...params,
      });
      return (await rest<readonly Recent[]>(`/wp/v2/${base ?? ''}?${query.toString()}`, { signal })).body;
    },
    enabled: base !== undefined,
  });
}

/** `/wp-admin/`: the user's recent posts and the site's latest activity. */
export function HomeScreen() {
  const author = String(boot.user.id);
  return (
    <>
      <ScreenHead title={say('Hello, %s', boot.user.name)}>
        {listedTypes[0] && (
          <Link className="head-new" to={newAddress(listedTypes[0].name)}>
            {say('Add %s', inSentence(listedTypes[0].singular))}
          </Link>
        )}
      </ScreenHead>
      <div className="home">
        <Part
          title={say('Your drafts')}
          name="drafts"
          of="modified"
          nothing={say('You have no drafts.')}
          params={{ status: 'draft,pending', author, orderby: 'modified' }}
          ways={[
            [say('All drafts'), { post_status: 'draft', author }],
            [say('Pending review'), { post_status: 'pending', author }],
          ]}
        />
        <Part
          title={say('Scheduled')}
          name="scheduled"
          of="date"
          nothing={say('Nothing is scheduled.')}
          params={{ status: 'future', order: 'asc' }}
          ways={[[say('View all'), { post_status: 'future' }]]}
        />
        <Part
          title={say('Recently published')}
          name="published"
          of="date"
          nothing={say('Nothing has been published yet.')}
          params={{ status: 'publish' }}
          ways={[[say('View all'), { post_status: 'publish' }]]}
        />
      </div>
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly name: string;
  readonly of: 'date' | 'modified';
  readonly nothing: string;
  /** Links to the lists shown here: label and query. A list shows one status. */
  readonly ways: readonly (readonly [label: string, query: Readonly<Record<string, string>>])[];
  readonly params: Readonly<Record<string, string>>;
}

function Part({ title, name, of, nothing, ways, params }: PartProps) {
  const { data, error } = useRecent(name, params);
  const [type] = listedTypes;
  if (!type) return null;
  return (
    <section>
      <h2>{title}</h2>
      <Problem message={error?.message} />
      {!error && !data && <Skeleton rows={4} />}
      {data?.length === 0 && <p className="empty">{nothing}</p>}
      {data && data.length > 0 && (
        <ul>
          {data.map((post) => (
            <li key={post.id}>
              <Link className="cut" to={editAddress(post.id)}>
                {titleText(post.title)}
              </Link>
              <Moment of={post[of]} />
            </li>
          ))}
        </ul>
      )}
      {data &&
        data.length > 0 &&
        ways.map(([label, query]) => (
          <Link
            key={label}
            className="more"
            to={`${listAddress(type.name)}?${new URLSearchParams(query).toString()}`}
          >
            {label}
          </Link>
        ))}
    </section>
  );
}
