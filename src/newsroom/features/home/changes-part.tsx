import { Link } from 'react-router';
import { Moment } from '../../app/moment.tsx';
import type { Dashboard } from '../../app/rest-types.ts';
import { editAddress } from '../../app/screens.ts';
import { say, sayCount, sayWith } from '../../words.ts';

type Changes = NonNullable<Dashboard['changes']>;
type Group = Changes['groups'][number];

const kinds: Readonly<Record<Group['kind'], string>> = {
  post: say('Posts'),
  term: say('Terms'),
  menu: say('Menus'),
  user: say('Users'),
  setting: say('Settings'),
  template: say('Templates'),
  redirect: say('Redirects'),
  front: say('Front page'),
  comment: say('Comments'),
  job: say('Background work'),
  site: say('Site'),
};

const verbs: Readonly<Record<Group['verb'], (count: number) => string>> = {
  create: (count) => sayCount('%d created|%d created', count),
  update: (count) => sayCount('%d updated|%d updated', count),
  trash: (count) => sayCount('%d moved to trash|%d moved to trash', count),
  restore: (count) => sayCount('%d restored|%d restored', count),
  delete: (count) => sayCount('%d deleted permanently|%d deleted permanently', count),
  import: (count) => sayCount('%d imported|%d imported', count),
};

const sources: Readonly<Record<Group['source'], string>> = {
  site: say('Deleted user'),
  cli: say('Command line'),
  import: say('Import'),
};

/** Changes by other users since the user's previous visit, grouped by user, kind and action. */
export function SinceLastVisit({ changes: { since, groups } }: { readonly changes: Changes }) {
  return (
    <>
      <p className="home-sum">{sayWith('Since %s', <Moment key="since" of={since} />)}</p>
      {groups.length === 0 ? (
        <p className="empty">{say('No changes by others.')}</p>
      ) : (
        <ul>
          {groups.map((group) => (
            <li key={[group.user, group.source, group.verb, group.kind].join(' ')}>
              <div>
                <strong>
                  <bdi>{group.user_name || sources[group.source]}</bdi>
                </strong>
                <p className="home-note">
                  {say('%s: %s', kinds[group.kind], verbs[group.verb](group.count))}
                </p>
                <ul className="home-found">
                  {group.items.map(({ item, summary }) => (
                    <li key={`${item} ${summary}`}>
                      {group.kind === 'post' && item > 0 && group.verb !== 'delete' ? (
                        <Link className="cut" to={editAddress(item)} dir="auto">
                          {nameIn(summary)}
                        </Link>
                      ) : (
                        <bdi className="cut">{nameIn(summary)}</bdi>
                      )}
                    </li>
                  ))}
                </ul>
              </div>
              <Moment of={group.date} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The quoted name of the changed item, or the whole summary. */
function nameIn(summary: string): string {
  const [from, to] = [summary.indexOf('"'), summary.lastIndexOf('"')];
  return from >= 0 && to > from + 1 ? summary.slice(from + 1, to) : summary;
}
