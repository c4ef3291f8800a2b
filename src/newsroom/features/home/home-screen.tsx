import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { noteView } from '../../../lib/dashboard-visit.ts';
import { boot, listedTypes, may } from '../../app/boot.ts';
import { Problem } from '../../app/problem.tsx';
import { RestError } from '../../app/rest.ts';
import type { Dashboard } from '../../app/rest-types.ts';
import { ScreenHead } from '../../app/screen-head.tsx';
import { listAddress, newAddress } from '../../app/screens.ts';
import { inSentence, say } from '../../words.ts';
import { SinceLastVisit } from './changes-part.tsx';
import { WaitingComments } from './comments-part.tsx';
import { changeState, useDashboard } from './dashboard-data.ts';
import { Part } from './dashboard-part.tsx';
import { Findings } from './findings-part.tsx';
import { FrontThumbnail, ReadsToday } from './front-part.tsx';
import { SetupSteps } from './setup-part.tsx';
import { Editing, Posts } from './work-parts.tsx';
import './home.css';

type PartName = Dashboard['failed'][number];

const publishes = listedTypes.some(
  ({ publishCapability, othersCapability }) => may(publishCapability) || may(othersCapability),
);
/** Parts that are expected while the dashboard loads; the server decides. */
const expected: Readonly<Record<PartName, boolean>> = {
  reads: publishes,
  scheduled: publishes,
  drafts: true,
  comments: may('moderate_comments'),
  editing: publishes,
  findings: publishes,
  changes: may('manage_options'),
  setup: false,
};

const listOf = (query: Readonly<Record<string, string>>): string => {
  const address = listAddress(listedTypes[0]?.name ?? 'post');
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`;
};

type Way = readonly [label: string, to: string];

/** Links to whole lists, which an empty part does not need. */
const waysOf = (rows: readonly unknown[] | null | undefined, ...ways: readonly Way[]): readonly Way[] =>
  rows && rows.length > 0 ? ways : [];

/** `/wp-admin/`: the dashboard, with the parts that the user's capabilities allow. */
export function HomeScreen() {
  const [type] = listedTypes;
  const title = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useDashboard();
  useNotedVisit(data);
  const retry = () => void refetch();
  return (
    <>
      <ScreenHead title={say('Hello, %s', boot.user.name)} heading={title}>
        {type && (
          <Link className="head-new" to={newAddress(type.name)}>
            {say('Add %s', inSentence(type.singular))}
          </Link>
        )}
      </ScreenHead>
      {error instanceof RestError && <Problem message={error.message} />}
      {(data || !error) && <Parts data={data} onRetry={retry} onDismissed={() => title.current?.focus()} />}
    </>
  );
}

/** Stores that the user has seen the dashboard, which decides what has changed since the last visit. */
function useNotedVisit(data: Dashboard | undefined): void {
  const queries = useQueryClient();
  const isLoaded = data !== undefined;
  const seen = useRef<string>(undefined);
  useEffect(() => {
    seen.current = data?.date;
  }, [data]);
  useEffect(() => {
    if (!isLoaded) return undefined;
    const note = () =>
      void changeState(queries, (state) => noteView(state, Date.parse(seen.current ?? ''), Date.now())).catch(
        () => undefined,
      ); // noted with the next view
    note();
    const timer = setInterval(note, noteMs);
    return () => clearInterval(timer);
  }, [isLoaded, queries]);
}

/** Between notes of a dashboard that stays open. */
const noteMs = 10 * 60_000;

interface PartsProps {
  readonly data: Dashboard | undefined;
  readonly onRetry: () => void;
  readonly onDismissed: () => void;
}

function Parts({ data, onRetry, onDismissed }: PartsProps) {
  const isShown: IsShown = (name) =>
    data ? data[name] !== null || data.failed.includes(name) : expected[name];
  const shared = { data, onRetry, isShown };
  return (
    <div className="home-all">
      {data?.setup && <SetupSteps setup={data.setup} onDismissed={onDismissed} />}
      {isShown('reads') && (
        <section className="home-front" aria-label={say('Front page')}>
          <FrontThumbnail />
          <Part title={say('Reads today')} value={data?.reads} onRetry={onRetry}>
            {(reads) => <ReadsToday reads={reads} />}
          </Part>
        </section>
      )}
      <div className="home">
        <WaitingParts {...shared} />
        <DraftParts {...shared} />
        {isShown('findings') && (
          <Part title={say('Problems in stories')} value={data?.findings} onRetry={onRetry}>
            {(findings) => <Findings findings={findings} />}
          </Part>
        )}
        {isShown('changes') && (
          <Part title={say('Since your last visit')} value={data?.changes} onRetry={onRetry}>
            {(changes) => <SinceLastVisit changes={changes} />}
          </Part>
        )}
      </div>
    </div>
  );
}

type IsShown = (name: PartName) => boolean;
type SharedProps = Pick<PartsProps, 'data' | 'onRetry'> & { readonly isShown: IsShown };

/** Comments that wait, scheduled posts, and open editors. */
function WaitingParts({ data, onRetry, isShown }: SharedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      {isShown('comments') && (
        <Part
          title={say('Comments waiting')}
          heading={heading}
          value={data?.comments}
          onRetry={onRetry}
          ways={waysOf(data?.comments, [say('View all'), '/edit-comments.php?comment_status=moderated'])}
        >
          {(comments) => <WaitingComments comments={comments} heading={heading} />}
        </Part>
      )}
      {isShown('scheduled') && (
        <Part
          title={say('Scheduled')}
          value={data?.scheduled}
          onRetry={onRetry}
          ways={waysOf(data?.scheduled, [say('View all'), listOf({ post_status: 'future' })])}
        >
          {(posts) => (
            <Posts
              posts={posts}
              showsAuthors
              nothing={say('Nothing is scheduled. Set a later date when you publish a story.')}
            />
          )}
        </Part>
      )}
      {isShown('editing') && (
        <Part title={say('Being edited now')} value={data?.editing} onRetry={onRetry}>
          {(editing) => <Editing editing={editing} />}
        </Part>
      )}
    </>
  );
}

function DraftParts({ data, onRetry, isShown }: SharedProps) {
  const drafts = data?.drafts;
  const author = String(boot.user.id);
  return (
    <>
      {isShown('drafts') && (
        <Part
          title={say('Your drafts')}
          value={drafts && drafts.mine}
          onRetry={onRetry}
          ways={waysOf(
            drafts?.mine,
            [say('All drafts'), listOf({ post_status: 'draft', author })],
            [say('Pending review'), listOf({ post_status: 'pending', author })],
          )}
        >
          {(mine) => (
            <Posts posts={mine} showsAuthors={false} nothing={say('You have no drafts.')} offersNew />
          )}
        </Part>
      )}
      {drafts?.others && (
        <Part
          title={say('Drafts by others')}
          value={drafts.others}
          onRetry={onRetry}
          ways={waysOf(
            drafts.others,
            [say('All drafts'), listOf({ post_status: 'draft' })],
            [say('Pending review'), listOf({ post_status: 'pending' })],
          )}
        >
          {(others) => <Posts posts={others} showsAuthors nothing={say('Others have no drafts.')} />}
        </Part>
      )}
    </>
  );
}
