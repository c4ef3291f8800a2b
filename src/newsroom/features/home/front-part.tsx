import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../app/problem.tsx';
import type { Dashboard } from '../../app/rest-types.ts';
import { useIsDark } from '../../app/use-media-query.ts';
import { PreviewFrame } from '../editor/preview/preview-pane.tsx';
import { say, sayCount } from '../../words.ts';
import { reloadMs, titled } from './dashboard-data.ts';

type Reads = NonNullable<Dashboard['reads']>;

/** The front page as readers get it, without scripts, so that looking at it counts no reading. */
export function FrontThumbnail() {
  const isDark = useIsDark();
  const { data, isError } = useQuery({
    queryKey: ['front-thumbnail'],
    refetchInterval: reloadMs,
    queryFn: async ({ signal }) => {
      const reply = await window.fetch('/', { credentials: 'omit', signal });
      if (!reply.ok) throw new Error(`The front page replied with ${reply.status}.`);
      return { html: await reply.text(), address: '/' };
    },
  });
  return (
    <div className="front-thumbnail">
      {isError && !data ? (
        <Problem message={say('The front page could not be loaded.')} />
      ) : (
        <div className="front-picture" inert data-loaded={Boolean(data)}>
          <PreviewFrame device="desktop" page={data} isDark={isDark} />
        </div>
      )}
      <a className="more" href="/">
        {say('View site')}
      </a>
    </div>
  );
}

/** Today's reads: the total next to that of the same day last week, and the most read stories. */
export function ReadsToday({ reads: { today, week_ago: weekAgo, posts } }: { readonly reads: Reads }) {
  const most = Math.max(1, ...posts.map(({ reads }) => reads));
  return (
    <>
      <p className="reads-total">
        <strong>{today.toLocaleString()}</strong>
        <span className="hidden-text"> {sayCount('read|reads', today)}</span>{' '}
        {weekAgo > 0 && (
          <span>
            {sayCount('%s on this day last week|%s on this day last week', weekAgo, weekAgo.toLocaleString())}
          </span>
        )}
      </p>
      {posts.length === 0 ? (
        <p className="empty">
          {say('No story has been read today. Reads count when visitors open a story.')}
        </p>
      ) : (
        <ol className="reads">
          {posts.map(({ id, title, reads }) => (
            <li key={id}>
              <a className="cut" href={`/?p=${id}`} dir="auto">
                {titled(title)}
              </a>
              <span className="reads-count">
                {reads.toLocaleString()}
                <span className="hidden-text"> {sayCount('read|reads', reads)}</span>
              </span>
              <span className="reads-bar" aria-hidden="true">
                <i style={{ inlineSize: `${(reads / most) * 100}%` }} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
