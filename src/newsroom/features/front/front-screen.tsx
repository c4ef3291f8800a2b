import { useQuery } from '@tanstack/react-query';
import { Button } from '@wordpress/components';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { may } from '../../app/boot.ts';
import { latePart } from '../../app/late.tsx';
import { Portrait } from '../../app/portrait.tsx';
import { Problem } from '../../app/problem.tsx';
import { AccessDenied, ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import { toast } from '../../app/toasts.tsx';
import { useUnsaved } from '../../app/unsaved.tsx';
import { useIsNarrow } from '../../app/use-media-query.ts';
import { say } from '../../words.ts';
import { absentAreas, arrangeAreas, changedPosts } from './arrangement.ts';
import type { ShownArea } from './arrangement.ts';
import { BreakingLine } from './breaking-line.tsx';
import { FrontAreas } from './front-areas.tsx';
import type { CardActions } from './front-areas.tsx';
import { leadParameter, namesOfBands, publishedFront, storiesOf } from './front-data.ts';
import type { Front, FrontPost, Other, Pin, Story } from './front-data.ts';
import { FrontCollision, FrontHistory, HomepageForm, othersText } from './front-dialogs.tsx';
import { BreakingForm, PinForm } from './pin-form.tsx';
import { StoryList } from './story-list.tsx';
import { useCardDrag } from './use-card-drag.ts';
import type { Dragged } from './use-card-drag.ts';
import { usePinActions, usePosts, usePresence, useUndoKeys } from './use-desk.ts';
import { useFrontDraft } from './use-front-draft.ts';
import type { FrontEditing } from './use-front-draft.ts';
import '../settings/settings.css';
import './front.css';

const FrontPreview = latePart(async () => (await import('./front-preview.tsx')).FrontPreview);

/** `front.php`: the desk of the front page. */
export function FrontScreen() {
  const isAllowed = may('edit_others_posts');
  const { data, error } = useQuery({ ...publishedFront, enabled: isAllowed });
  if (!isAllowed)
    return (
      <AccessDenied>
        {say('Arranging the front page requires the capability “edit_others_posts”.')}
      </AccessDenied>
    );
  if (data) return <Desk initial={data} />;
  return (
    <>
      <ScreenHead title={say('Front page')} />
      <Problem message={error?.message} />
      {!error && <Skeleton />}
    </>
  );
}

/** The areas of the draft with their titles. The server names bands of the published front by their categories. */
function useAreas({ base, draft }: FrontEditing, posts: ReadonlyMap<number, FrontPost>) {
  const { data: names } = useQuery(namesOfBands(absentAreas(base.areas, draft.pins)));
  return arrangeAreas(base.areas, draft.pins, posts).map((one) => ({
    ...one,
    title:
      one.area === 'lead'
        ? say('Lead package')
        : one.title || (names?.get(one.area) ?? say('Band that the front page doesn’t show')),
  }));
}

type Open =
  | { readonly dialog: 'pin'; readonly post: FrontPost; readonly area: string }
  | { readonly dialog: 'breaking' | 'history' | 'homepage' };

function Desk({ initial }: { readonly initial: Front }) {
  const editing = useFrontDraft(initial);
  const { base, draft } = editing;
  const [open, setOpen] = useState<Open>();
  const [seen, setSeen] = useState<ReadonlyMap<number, FrontPost>>(new Map());
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const others = usePresence(editing);
  const posts = usePosts(editing, seen);
  useUnsaved(editing.isDirty);
  useUndoKeys(editing);
  const areas = useAreas(editing, posts);
  const see = (post: FrontPost) => setSeen((now) => new Map([...now, [post.id, post]]));
  const pinning = usePinActions(editing, areas, posts, see);
  const drag = useCardDrag((post, { area, place }) => pinning.onPin(post, area, place));
  const actions: CardActions = {
    ...pinning,
    onGrab: drag.begin,
    onOpen: (post, area) => setOpen({ dialog: 'pin', post, area }),
  };
  useAskedLead((post) => {
    pinning.onLead(post);
    setOpen({ dialog: 'pin', post, area: 'lead' });
  });
  const isNarrow = useIsNarrow(900);
  return (
    <>
      <ScreenHead title={say('Front page')}>
        <Others others={others} />
        <div className="desk-actions">
          <Button size="compact" variant="tertiary" onClick={() => setOpen({ dialog: 'history' })}>
            {say('History')}
          </Button>
          {may('manage_options') && (
            <Button size="compact" variant="tertiary" onClick={() => setOpen({ dialog: 'homepage' })}>
              {say('Homepage')}
            </Button>
          )}
          <Button size="compact" variant="tertiary" href="/" target="_blank">
            {say('View site')}
          </Button>
          {!isNarrow && (
            <Button
              size="compact"
              variant="secondary"
              aria-pressed={isPreviewOpen}
              onClick={() => setPreviewOpen(!isPreviewOpen)}
            >
              {isPreviewOpen ? say('Hide preview') : say('Preview')}
            </Button>
          )}
        </div>
      </ScreenHead>
      <Layout
        isNarrow={isNarrow}
        isPreviewOpen={isPreviewOpen}
        stories={<StoryList areas={areas} pins={draft.pins} actions={actions} isNarrow={isNarrow} />}
        preview={
          // Of its own, so that loading it hides nothing else and leaves the focus on the button.
          <Suspense>
            <FrontPreview draft={draft} onClose={isNarrow ? undefined : () => setPreviewOpen(false)} />
          </Suspense>
        }
        front={
          <>
            {!base.front.shows_areas && <NoAreas onOpen={() => setOpen({ dialog: 'homepage' })} />}
            <BreakingLine breaking={draft.breaking} onOpen={() => setOpen({ dialog: 'breaking' })} />
            <FrontAreas
              areas={areas}
              pins={draft.pins}
              changed={changedPosts(base.pins, draft.pins)}
              draggedId={drag.dragged?.post.id}
              target={drag.target}
              actions={actions}
            />
          </>
        }
      />
      <p className="hidden-text" role="status">
        <span key={pinning.message.count}>{pinning.message.text}</span>
      </p>
      <DraftBar editing={editing} posts={posts} />
      {drag.dragged && <Ghost dragged={drag.dragged} />}
      <Dialogs
        open={open}
        onOpen={setOpen}
        editing={editing}
        areas={areas}
        posts={posts}
        onSave={pinning.onSave}
      />
    </>
  );
}

/** Reports the story that the address asks to make the lead (`front.php?lead=12`), once, when its facts are known. */
function useAskedLead(onAsked: (post: FrontPost) => void): void {
  const [address, setAddress] = useSearchParams();
  const id = Number(address.get(leadParameter));
  const isAsked = Number.isSafeInteger(id) && id > 0;
  const { data } = useQuery({ ...storiesOf([id]), enabled: isAsked });
  const report = useEffectEvent((post: Story | undefined) => {
    setAddress({}, { replace: true });
    if (post?.status === 'publish' || post?.status === 'future') onAsked(post);
    else toast(say('Only published and scheduled stories can be the lead.'));
  });
  useEffect(() => {
    if (isAsked && data) report(data[0]);
  }, [isAsked, data]);
}

function Dialogs({
  open,
  onOpen,
  editing,
  onSave,
  ...named
}: {
  readonly open: Open | undefined;
  readonly onOpen: (open: Open | undefined) => void;
  readonly editing: FrontEditing;
  readonly onSave: (post: FrontPost, pin: Pin) => void;
  readonly areas: readonly ShownArea[];
  readonly posts: ReadonlyMap<number, FrontPost>;
}) {
  const { base, draft, edit } = editing;
  const lead = named.areas.find(({ area }) => area === 'lead')?.places[0];
  return (
    <>
      {open?.dialog === 'pin' && (
        <PinForm
          post={open.post}
          pin={
            draft.pins.find(({ post_id: id }) => id === open.post.id) ?? {
              post_id: open.post.id,
              area: open.area,
              ends_at: null,
              headline: '',
              picture: 0,
            }
          }
          isPinned={draft.pins.some(({ post_id: id }) => id === open.post.id)}
          areas={named.areas}
          onSave={(pin) => {
            onOpen(undefined);
            onSave(open.post, pin);
          }}
          onClose={() => onOpen(undefined)}
        />
      )}
      {open?.dialog === 'breaking' && (
        <BreakingForm
          breaking={draft.breaking}
          lead={lead && { title: lead.pin?.headline || lead.post.title, link: lead.post.link }}
          onSave={(breaking) => {
            onOpen(undefined);
            edit((now) => ({ ...now, breaking }));
          }}
          onClose={() => onOpen(undefined)}
        />
      )}
      {open?.dialog === 'history' && (
        <FrontHistory
          {...named}
          onRestore={(arrangement) => {
            onOpen(undefined);
            edit(() => arrangement);
            toast(say('Loaded into the desk. Publish it to show it to readers.'), { undo: editing.undo });
          }}
          onClose={() => onOpen(undefined)}
        />
      )}
      {open?.dialog === 'homepage' && <HomepageForm front={base.front} onClose={() => onOpen(undefined)} />}
      {editing.collision && (
        <FrontCollision
          key={editing.collision.theirs.revision}
          {...named}
          collision={editing.collision}
          onResolve={editing.resolve}
        />
      )}
    </>
  );
}

const tabs = ['stories', 'front', 'preview'] as const;
type Tab = (typeof tabs)[number];

const tabLabels: Readonly<Record<Tab, () => string>> = {
  stories: () => say('Stories'),
  front: () => say('Front page'),
  preview: () => say('Preview'),
};

/** Stories, front page and preview side by side; on narrow screens one of them at a time. */
function Layout({
  isNarrow,
  isPreviewOpen,
  ...parts
}: Readonly<Record<Tab, ReactNode>> & {
  readonly isNarrow: boolean;
  readonly isPreviewOpen: boolean;
}) {
  const [tab, setTab] = useState<Tab>('front');
  if (!isNarrow)
    return (
      <div className="desk" data-preview={isPreviewOpen}>
        {parts.stories}
        <div className="desk-front">{parts.front}</div>
        {isPreviewOpen && parts.preview}
      </div>
    );
  return (
    <>
      <div className="desk-tabs" role="group" aria-label={say('Parts of the desk')}>
        {tabs.map((one) => (
          <button key={one} type="button" aria-pressed={one === tab} onClick={() => setTab(one)}>
            {tabLabels[one]()}
          </button>
        ))}
      </div>
      {tab === 'front' ? <div className="desk-front">{parts.front}</div> : parts[tab]}
    </>
  );
}

function Others({ others }: { readonly others: readonly Other[] }) {
  return (
    <p className="desk-others" role="status">
      {others.length > 0 && (
        <>
          {others.slice(0, 4).map(({ id, name, portrait }) => (
            <Portrait key={id} name={name} src={portrait || undefined} size={24} />
          ))}
          <bdi>{othersText(others.map(({ name }) => name))}</bdi>
        </>
      )}
    </p>
  );
}

function NoAreas({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <div className="desk-no-areas">
      <p>{say('The homepage is a page without a lead or bands, so pinned posts are not shown.')}</p>
      {may('manage_options') && (
        <Button variant="secondary" size="compact" onClick={onOpen}>
          {say('Change homepage')}
        </Button>
      )}
    </div>
  );
}

/** Unpublished changes, with what to do about them. */
function DraftBar({
  editing,
  posts,
}: {
  readonly editing: FrontEditing;
  readonly posts: ReadonlyMap<number, FrontPost>;
}) {
  const { isDirty, isBusy, fault, past, undo, discard, publish } = editing;
  const faulty = posts.get(fault?.postId ?? 0)?.title;
  if (!isDirty) return null;
  return (
    <div className="desk-bar">
      <Problem message={faulty === undefined ? fault?.message : `“${faulty}”: ${fault?.message}`} />
      <p>{say('Unpublished changes')}</p>
      <Button
        __next40pxDefaultSize
        variant="tertiary"
        disabled={past.length === 0}
        accessibleWhenDisabled
        onClick={undo}
      >
        {say('Undo')}
      </Button>
      <Button
        __next40pxDefaultSize
        variant="tertiary"
        onClick={() => {
          discard();
          toast(say('Changes discarded.'), { undo });
        }}
      >
        {say('Discard')}
      </Button>
      <Button
        __next40pxDefaultSize
        variant="primary"
        isBusy={isBusy}
        disabled={isBusy}
        accessibleWhenDisabled
        onClick={() => void publish()}
      >
        {say('Publish')}
      </Button>
    </div>
  );
}

function Ghost({ dragged: { post, x, y } }: { readonly dragged: Dragged }) {
  return (
    <div className="desk-ghost" aria-hidden="true" style={{ left: x, top: y }}>
      {post.picture && <img src={post.picture.url} alt="" />}
      <bdi>{post.title}</bdi>
    </div>
  );
}
