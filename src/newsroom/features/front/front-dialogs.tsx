import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal, RadioControl } from '@wordpress/components';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Link } from 'react-router';
import { withMySide } from '../../../modules/front/merge-fronts.ts';
import type { FrontConflict } from '../../../modules/front/merge-fronts.ts';
import { CancelButton, FormModal, SubmitButton, useSending } from '../../app/form-modal.tsx';
import { Moment } from '../../app/moment.tsx';
import { Problem } from '../../app/problem.tsx';
import type { SettingsSent } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import { say, sayCount } from '../../words.ts';
import { PagePicker } from '../settings/setting-pickers.tsx';
import { absentAreas, pinsOf } from './arrangement.ts';
import type { AreaName } from './front-areas.tsx';
import { frontHistory, namesOfBands, publishedFront, storiesOf, timeText } from './front-data.ts';
import type { Arrangement, Breaking, Front, FrontPost, Pin } from './front-data.ts';
import type { Collision } from './use-front-draft.ts';

interface Named {
  readonly areas: readonly AreaName[];
  readonly posts: ReadonlyMap<number, FrontPost>;
}

const titleOf = ({ posts }: Named, id: number) => posts.get(id)?.title ?? say('Post %d', id);

/** The post's id; 0: the breaking line. */
const keyOf = (conflict: FrontConflict): number => (conflict.kind === 'pin' ? conflict.post_id : 0);

/** Changes of two editors to the same: both sides of each, to choose from. */
export function FrontCollision({
  collision,
  onResolve,
  ...named
}: Named & {
  readonly collision: Collision;
  readonly onResolve: (arrangement: Arrangement) => void;
}) {
  const { conflicts, mine } = collision;
  // By key, because the conflicts are found again when the published front is read again.
  const [refused, setRefused] = useState<ReadonlySet<number>>(new Set());
  const choose = (conflict: FrontConflict, isMine: boolean) =>
    setRefused((before) =>
      isMine
        ? new Set([...before].filter((key) => key !== keyOf(conflict)))
        : new Set([...before, keyOf(conflict)]),
    );
  const isTaken = (conflict: FrontConflict) => !refused.has(keyOf(conflict));
  const take = () => onResolve(withMySide(collision, conflicts.filter(isTaken), mine));
  return (
    <Modal title={say('Another editor changed the same')} size="large" onRequestClose={take}>
      <p>{say('All other changes are merged. Choose the version to keep; nothing is published yet.')}</p>
      <ol role="list" className="desk-conflicts">
        {conflicts.map((conflict) => (
          <li key={keyOf(conflict)}>
            <RadioControl
              label={conflict.kind === 'pin' ? titleOf(named, conflict.post_id) : say('Breaking line')}
              selected={isTaken(conflict) ? 'mine' : 'theirs'}
              options={(['mine', 'theirs'] as const).map((side) => ({
                value: side,
                label: side === 'mine' ? say('Your version') : say('Their version'),
                description: sideText(conflict, side, named),
              }))}
              onChange={(side) => choose(conflict, side === 'mine')}
            />
          </li>
        ))}
      </ol>
      <div className="ask-end">
        <Button __next40pxDefaultSize variant="primary" onClick={take}>
          {say('Continue')}
        </Button>
      </div>
    </Modal>
  );
}

const sideText = (conflict: FrontConflict, side: 'mine' | 'theirs', named: Named): string =>
  conflict.kind === 'pin' ? pinText(conflict[side], named) : breakingText(conflict[side]);

function pinText(pin: Pin | undefined, { areas }: Named): string {
  if (!pin) return say('Not pinned');
  return [
    areas.find(({ area }) => area === pin.area)?.title ?? pin.area,
    pin.headline,
    pin.picture > 0 ? say('Own image') : '',
    pin.ends_at === null ? '' : say('until %s', timeText(pin.ends_at)),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function breakingText(breaking: Breaking | null): string {
  if (!breaking) return say('None');
  const { text, url, ends_at: endsAt } = breaking;
  return [text, url, endsAt === null ? '' : say('until %s', timeText(endsAt))]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Former fronts; restoring one loads it into the desk, unpublished. */
export function FrontHistory({
  onRestore,
  onClose,
  areas,
  posts: known,
}: Named & {
  readonly onRestore: (arrangement: Arrangement) => void;
  readonly onClose: () => void;
}) {
  const { data, error } = useQuery(frontHistory);
  const ids = (data ?? []).flatMap(({ pins }) => pins.map(({ post_id: id }) => id));
  const unknown = [...new Set(ids)].filter((id) => !known.has(id)).slice(0, 100);
  const { data: further = [] } = useQuery({ ...storiesOf(unknown), enabled: unknown.length > 0 });
  const posts = new Map([...known, ...further.map((post) => [post.id, post] as const)]);
  const bands = absentAreas(
    areas,
    (data ?? []).flatMap(({ pins }) => pins),
  );
  const { data: names } = useQuery(namesOfBands(bands));
  const named = [...areas, ...bands.map((area) => ({ area, title: names?.get(area) ?? area }))];
  return (
    <Modal title={say('History of the front page')} size="large" onRequestClose={onClose}>
      <Problem message={error?.message} />
      {data?.length === 0 && <p className="empty">{say('The front page has not been arranged yet.')}</p>}
      <ol role="list" className="desk-history">
        {data?.map((entry, at) => (
          <li key={entry.id}>
            <div>
              <p>
                <bdi>{entry.user_name}</bdi> · <Moment of={entry.date} />
              </p>
              <Summary arrangement={entry} areas={named} posts={posts} />
            </div>
            {at > 0 && (
              <Button
                variant="secondary"
                size="compact"
                onClick={() => onRestore({ pins: entry.pins, breaking: entry.breaking })}
              >
                {say('Restore')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Modal>
  );
}

function Summary({ arrangement, ...named }: Named & { readonly arrangement: Arrangement }) {
  const { pins, breaking } = arrangement;
  const areas = [...new Set(pins.map(({ area }) => area))];
  return (
    <dl>
      {breaking && (
        <div>
          <dt>{say('Breaking line')}</dt>
          <dd>
            <bdi>{breaking.text}</bdi>
          </dd>
        </div>
      )}
      {areas.map((area) => (
        <div key={area}>
          <dt>
            <bdi>{named.areas.find((one) => one.area === area)?.title ?? area}</bdi>
          </dt>
          <dd>
            {pinsOf(pins, area).map((pin) => (
              <bdi key={pin.post_id}>{pin.headline || titleOf(named, pin.post_id)}</bdi>
            ))}
          </dd>
        </div>
      ))}
      {pins.length === 0 && !breaking && <div>{say('Nothing pinned')}</div>}
    </dl>
  );
}

/** Which page is the front page and which the posts page. */
export function HomepageForm({
  front,
  onClose,
}: {
  readonly front: Front['front'];
  readonly onClose: () => void;
}) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(front);
  const [missing, setMissing] = useState<string>();
  const { fault, isBusy, send } = useSending();
  const isDirty = JSON.stringify(draft) !== JSON.stringify(front);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { show_on_front, page_on_front, page_for_posts } = draft;
    if (show_on_front === 'page' && page_on_front === 0) return setMissing(say('Choose the page.'));
    if (show_on_front === 'page' && page_on_front === page_for_posts)
      return setMissing(say('One page can’t be both the homepage and the posts page.'));
    setMissing(undefined);
    void send(async () => {
      await rest<unknown, SettingsSent>('/wp/v2/settings', {
        method: 'POST',
        body: { show_on_front, page_on_front, page_for_posts },
      });
      await queries.invalidateQueries({ queryKey: publishedFront.queryKey });
      toast(say('Homepage saved.'));
      onClose();
    });
  };
  return (
    <FormModal title={say('Homepage')} size="medium" isDirty={isDirty} onRequestClose={onClose}>
      <form className="form desk-form" onSubmit={submit}>
        <RadioControl
          label={say('The homepage shows')}
          selected={draft.show_on_front}
          options={[
            { value: 'posts', label: say('The front page with your latest posts') },
            { value: 'page', label: say('A page') },
          ]}
          onChange={(next) => setDraft({ ...draft, show_on_front: next === 'page' ? 'page' : 'posts' })}
        />
        {draft.show_on_front === 'page' && (
          <>
            <PagePicker
              label={say('Homepage')}
              help=""
              value={draft.page_on_front}
              isDisabled={false}
              onChange={(id) => setDraft({ ...draft, page_on_front: id })}
            />
            <PagePicker
              label={say('Posts page')}
              help={say('Lists the posts when the homepage is a page.')}
              value={draft.page_for_posts}
              isDisabled={false}
              onChange={(id) => setDraft({ ...draft, page_for_posts: id })}
            />
          </>
        )}
        <Problem message={missing ?? fault?.message} />
        <p>
          <Link to="/options-reading.php">{say('All reading settings')}</Link>
        </p>
        <div className="form-end">
          <CancelButton />
          <SubmitButton isBusy={isBusy}>{say('Save')}</SubmitButton>
        </div>
      </form>
    </FormModal>
  );
}

/** Other editors who have the desk open; at least one. */
export function othersText([first = '', second = '', ...more]: readonly string[]): string {
  if (second === '') return say('%s is here too', first);
  if (more.length === 0) return say('%1$s and %2$s are here too', first, second);
  return sayCount(
    '%2$s and %1$d other are here too|%2$s and %1$d others are here too',
    more.length + 1,
    more.length + 1,
    first,
  );
}
