import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  Button,
  DropdownMenu,
  Icon,
  MenuGroup,
  MenuItem,
  SearchControl,
  SelectControl,
} from '@wordpress/components';
import { dragHandle, pin as pinIcon } from '@wordpress/icons';
import { useDeferredValue, useId, useState } from 'react';
import { Link } from 'react-router';
import { firstTerms } from '../../app/choices.ts';
import { Problem } from '../../app/problem.tsx';
import { editAddress, newAddress } from '../../app/screens.ts';
import { boot } from '../../app/boot.ts';
import { Skeleton } from '../../app/screen-head.tsx';
import { toast } from '../../app/toasts.tsx';
import { say } from '../../words.ts';
import { PinTo } from './front-areas.tsx';
import type { AreaName, CardActions } from './front-areas.tsx';
import { storyPages, timeText } from './front-data.ts';
import type { Pin, Story, StoryQuery, StoryStatus } from './front-data.ts';

const statuses: readonly { readonly value: StoryStatus; readonly label: string }[] = [
  { value: '', label: say('Recent') },
  { value: 'publish', label: say('Published') },
  { value: 'future', label: say('Scheduled') },
];

const anyStory: StoryQuery = { search: '', status: '', category: 0 };

interface StoryListProps {
  readonly areas: readonly AreaName[];
  readonly pins: readonly Pin[];
  readonly actions: Pick<CardActions, 'onGrab' | 'onPin' | 'onLead'>;
  /** Whether the front page is not next to the list. */
  readonly isNarrow: boolean;
}

/** Recent and scheduled stories, each to be dragged onto the front page or pinned by its menu. */
export function StoryList({ areas, pins, actions, isNarrow }: StoryListProps) {
  const id = useId();
  const [query, setQuery] = useState(anyStory);
  const searched = useDeferredValue(query.search.trim());
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    ...storyPages({ ...query, search: searched }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  const { data: categories = [] } = useQuery(firstTerms('categories'));
  const stories = data?.pages.flatMap(({ found }) => found);
  const change = (to: Partial<StoryQuery>) => setQuery((before) => ({ ...before, ...to }));
  const isFiltered = query.search !== '' || query.status !== '' || query.category !== 0;
  return (
    <section className="desk-stories" aria-labelledby={id}>
      <h2 id={id}>{say('Stories')}</h2>
      <SearchControl
        __nextHasNoMarginBottom
        label={say('Search stories')}
        placeholder={say('Search stories')}
        value={query.search}
        onChange={(search) => change({ search })}
      />
      <div className="desk-filters">
        <SelectControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={say('Status')}
          hideLabelFromVision
          value={query.status}
          options={[...statuses]}
          onChange={(status) => change({ status })}
        />
        <SelectControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={say('Category')}
          hideLabelFromVision
          value={String(query.category)}
          options={[
            { value: '0', label: say('All categories') },
            ...categories.map((term) => ({
              value: String(term.id),
              label: ' '.repeat(term.depth * 3) + term.name,
            })),
          ]}
          onChange={(category) => change({ category: Number(category) })}
        />
      </div>
      <Problem message={error?.message} />
      {!stories && !error && <Skeleton />}
      {stories?.length === 0 && (
        <div className="desk-none">
          <p>{isFiltered ? say('Nothing found.') : say('There are no posts yet. Write the first one.')}</p>
          {isFiltered ? (
            <Button variant="secondary" onClick={() => setQuery(anyStory)}>
              {say('Reset')}
            </Button>
          ) : (
            <Link to={newAddress(boot.site.articleType)}>{say('Add post')}</Link>
          )}
        </div>
      )}
      <ul role="list">
        {stories?.map((story) => (
          <StoryItem
            key={story.id}
            story={story}
            pinnedTo={areaOf(story, pins, areas)}
            areas={areas}
            actions={actions}
            isNarrow={isNarrow}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="tertiary" isBusy={isFetching} onClick={() => void fetchNextPage()}>
          {say('Show more')}
        </Button>
      )}
    </section>
  );
}

function areaOf({ id }: Story, pins: readonly Pin[], areas: readonly AreaName[]): string | undefined {
  const pin = pins.find((one) => one.post_id === id);
  return pin && (areas.find(({ area }) => area === pin.area)?.title ?? pin.area);
}

function StoryItem({
  story,
  pinnedTo,
  areas,
  actions,
  isNarrow,
}: Pick<StoryListProps, 'areas' | 'actions' | 'isNarrow'> & {
  readonly story: Story;
  readonly pinnedTo: string | undefined;
}) {
  const pinTo = (area: string) => {
    actions.onPin(story, area);
    const title = areas.find((one) => one.area === area)?.title ?? '';
    if (isNarrow) toast(say('“%1$s” pinned to %2$s.', story.title, title));
  };
  return (
    // Dragging has the menu as its counterpart.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className="desk-story"
      data-story={story.id}
      onPointerDown={(event) => actions.onGrab(event, story)}
      onDragStart={(event) => event.preventDefault()}
    >
      {story.picture ? (
        <img src={story.picture.url} alt="" loading="lazy" draggable={false} />
      ) : (
        <span className="desk-no-picture" />
      )}
      <div>
        <Link to={editAddress(story.id)} draggable={false}>
          <bdi>{story.title}</bdi>
        </Link>
        <p className="desk-facts">
          {pinnedTo !== undefined && (
            <b>
              <bdi>{say('Pinned: %s', pinnedTo)}</bdi>
            </b>
          )}
          {story.status === 'future' && <em>{say('Scheduled')}</em>}
          <span>{timeText(story.date)}</span>
          {story.author !== '' && <bdi>{story.author}</bdi>}
        </p>
      </div>
      <div className="desk-menu">
        <DropdownMenu
          icon={pinIcon}
          label={say('Pin “%s” to…', story.title)}
          toggleProps={{ size: 'compact' }}
          popoverProps={{ placement: 'bottom-end' }}
        >
          {({ onClose }) => (
            <>
              <MenuGroup>
                <MenuItem
                  onClick={() => {
                    onClose();
                    actions.onLead(story);
                    if (isNarrow) toast(say('“%s” is the lead.', story.title));
                  }}
                >
                  {say('Make it the lead')}
                </MenuItem>
              </MenuGroup>
              <PinTo
                areas={areas}
                onPin={(area) => {
                  onClose();
                  pinTo(area);
                }}
              />
            </>
          )}
        </DropdownMenu>
      </div>
      {!isNarrow && (
        <span className="desk-handle" data-handle="" title={say('Drag to the front page')}>
          <Icon icon={dragHandle} size={24} />
        </span>
      )}
    </li>
  );
}
