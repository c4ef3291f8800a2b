import { Link } from 'react-router';
import { boot, listedTypes } from '../../app/boot.ts';
import { Moment } from '../../app/moment.tsx';
import type { Dashboard } from '../../app/rest-types.ts';
import { editAddress, newAddress } from '../../app/screens.ts';
import { say, sayWith } from '../../words.ts';
import { titled } from './dashboard-data.ts';

type Post = NonNullable<Dashboard['scheduled']>[number];
type Edited = NonNullable<Dashboard['editing']>[number];

interface PostsProps {
  readonly posts: readonly Post[];
  readonly showsAuthors: boolean;
  readonly nothing: string;
  /** Offers to write a post in an empty list. */
  readonly offersNew?: boolean;
}

/** Unfinished posts, each with a link to the editor. */
export function Posts({ posts, showsAuthors, nothing, offersNew = false }: PostsProps) {
  const [type] = listedTypes;
  if (posts.length === 0) {
    return (
      <p className="empty">
        {nothing} {offersNew && type && <Link to={newAddress(type.name)}>{say('Write a story')}</Link>}
      </p>
    );
  }
  return (
    <ul>
      {posts.map(({ id, title, status, author, author_name: name, date }) => (
        <li key={id}>
          <div>
            <Link className="cut" to={editAddress(id)} dir="auto">
              {titled(title)}
            </Link>
            {(status === 'pending' || (showsAuthors && name !== '')) && (
              <p className="home-note">
                {status === 'pending' && (
                  <span className="status status-pending">{say('Pending review')}</span>
                )}
                {showsAuthors && name !== '' && <bdi>{author === boot.user.id ? say('You') : name}</bdi>}
              </p>
            )}
          </div>
          <Moment of={date} />
        </li>
      ))}
    </ul>
  );
}

/** Stories that are open in an editor, with their users. */
export function Editing({ editing }: { readonly editing: readonly Edited[] }) {
  if (editing.length === 0) return <p className="empty">{say('No stories are being edited.')}</p>;
  return (
    <ul>
      {editing.map(({ post, title, user, user_name: name, since }) => (
        <li key={post}>
          <div>
            <Link className="cut" to={editAddress(post)} dir="auto">
              {titled(title)}
            </Link>
            <p className="home-note is-live">
              <bdi>{user === boot.user.id ? say('You') : name}</bdi>
            </p>
          </div>
          <span className="home-time">{sayWith('since %s', <Moment key="since" of={since} />)}</span>
        </li>
      ))}
    </ul>
  );
}
