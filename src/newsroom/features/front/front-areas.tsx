import { DropdownMenu, Icon, MenuGroup, MenuItem } from '@wordpress/components';
import { dragHandle, moreVertical } from '@wordpress/icons';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, PointerEvent } from 'react';
import { Link } from 'react-router';
import { maxPinsOf } from '../../../modules/front/model.ts';
import { editAddress } from '../../app/screens.ts';
import { say } from '../../words.ts';
import { isOver, pinsOf } from './arrangement.ts';
import type { Place, ShownArea } from './arrangement.ts';
import { isAhead, pictureOf, timeText } from './front-data.ts';
import type { FrontPost, Pin } from './front-data.ts';
import type { Target } from './use-card-drag.ts';

export interface CardActions {
  readonly onGrab: (event: PointerEvent<HTMLElement>, post: FrontPost) => void;
  /** Pins or moves a post; without a place after the pinned ones. */
  readonly onPin: (post: FrontPost, area: string, place?: number) => void;
  /** Makes a post the lead of the front page. */
  readonly onLead: (post: FrontPost) => void;
  readonly onStep: (post: FrontPost, area: string, by: -1 | 1) => void;
  readonly onUnpin: (post: FrontPost) => void;
  readonly onOpen: (post: FrontPost, area: string) => void;
}

export interface AreaName {
  readonly area: string;
  readonly title: string;
}

interface AreasProps {
  readonly areas: readonly ShownArea[];
  readonly pins: readonly Pin[];
  /** Posts with unpublished changes. */
  readonly changed: ReadonlySet<number>;
  readonly draggedId: number | undefined;
  readonly target: Target | undefined;
  readonly actions: CardActions;
}

/** The front page's areas with their cards, in order. Alt with the arrow keys moves a card. */
export function FrontAreas({ areas, pins, changed, draggedId, target, actions }: AreasProps) {
  return (
    <div className="desk-areas">
      {areas.map(({ area, title, places, open, isAbsent }) => {
        const others = pinsOf(pins, area).filter((pin) => pin.post_id !== draggedId).length;
        const over = target?.area === area ? Math.min(target.place, others) : undefined;
        const isFull = others >= maxPinsOf(area);
        return (
          <section
            key={area}
            className="desk-area"
            data-area={area}
            data-over={over === undefined ? undefined : isFull ? 'full' : 'free'}
            aria-labelledby={`desk-${area}`}
          >
            <h2 id={`desk-${area}`}>
              <bdi>{title}</bdi>
            </h2>
            <ol role="list" className={area === 'lead' ? 'desk-lead' : 'desk-band'}>
              {places.map((one, place) => (
                <Card
                  key={one.post.id}
                  {...one}
                  area={area}
                  place={place}
                  areas={areas}
                  isChanged={changed.has(one.post.id)}
                  isDragged={one.post.id === draggedId}
                  isTarget={!isFull && over === place}
                  actions={actions}
                />
              ))}
              {Array.from({ length: open }, (_, index) => (
                <li key={index} className="desk-open">
                  {say('Filled with the newest post')}
                </li>
              ))}
            </ol>
            {isAbsent && <p className="desk-absent">{say('The front page doesn’t show this area.')}</p>}
            {places.length === 0 && open === 0 && (
              <p className="empty">{say('No posts here yet. Drag one in, or choose “Pin to…” on a post.')}</p>
            )}
            {over !== undefined && isFull && (
              <p className="desk-full">{say('All places are pinned. Unpin a post first.')}</p>
            )}
          </section>
        );
      })}
    </div>
  );
}

interface CardProps extends Place {
  readonly area: string;
  readonly place: number;
  readonly areas: readonly AreaName[];
  readonly isChanged: boolean;
  readonly isDragged: boolean;
  readonly isTarget: boolean;
  readonly actions: CardActions;
}

function Card({ post, pin, area, place, areas, isChanged, isDragged, isTarget, actions }: CardProps) {
  const title = pin?.headline || post.title;
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0 || !event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    actions.onStep(post, area, by);
  };
  return (
    // Keys of the buttons inside; dragging has the menu as its counterpart.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className="desk-card"
      data-place={place}
      data-post={post.id}
      data-pinned={pin !== undefined}
      data-dragged={isDragged}
      data-target={isTarget}
      data-hidden={!post.is_shown}
      onPointerDown={(event) => actions.onGrab(event, post)}
      onDragStart={(event) => event.preventDefault()}
      onKeyDown={keys}
    >
      <CardPicture post={post} picture={pin?.picture ?? 0} />
      <div className="desk-card-text">
        <button
          type="button"
          className="desk-title"
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={() => actions.onOpen(post, area)}
        >
          <bdi>{title}</bdi>
        </button>
        <CardFacts post={post} pin={pin} isChanged={isChanged} />
      </div>
      <div className="desk-menu">
        <CardMenu
          post={post}
          title={title}
          pin={pin}
          area={area}
          isLead={area === 'lead' && place === 0 && pin !== undefined}
          areas={areas}
          actions={actions}
        />
      </div>
      <span className="desk-handle" data-handle="" title={say('Drag to move')}>
        <Icon icon={dragHandle} size={24} />
      </span>
    </li>
  );
}

function CardFacts({
  post,
  pin,
  isChanged,
}: {
  readonly post: FrontPost;
  readonly pin: Pin | undefined;
  readonly isChanged: boolean;
}) {
  return (
    <p className="desk-facts">
      {isChanged && (
        <span className="desk-dot" title={say('Not published yet')}>
          <span className="hidden-text">{say('Not published yet')}</span>
        </span>
      )}
      {pin && (
        <b>
          {pin.ends_at === null
            ? say('Pinned')
            : isOver(pin)
              ? say('Pin ended %s', timeText(pin.ends_at))
              : say('Pinned until %s', timeText(pin.ends_at))}
        </b>
      )}
      {!post.is_shown && (
        <em>
          {isAhead(post.date)
            ? say('Scheduled for %s. Readers don’t see it yet.', timeText(post.date))
            : say('Readers don’t see it here.')}
        </em>
      )}
      {pin && pin.headline !== '' && <span>{say('Own headline')}</span>}
      {pin && pin.picture > 0 && <span>{say('Own image')}</span>}
      {!pin && post.date !== '' && <span>{timeText(post.date)}</span>}
    </p>
  );
}

function CardPicture({ post, picture }: { readonly post: FrontPost; readonly picture: number }) {
  const { data } = useQuery(pictureOf(picture));
  const own =
    picture > 0 ? (data?.media_details.sizes?.['medium']?.source_url ?? data?.source_url) : undefined;
  const src = own ?? post.picture?.url;
  // Decorative here: the headline next to it says the same.
  return src === undefined ? null : <img src={src} alt="" loading="lazy" draggable={false} />;
}

function CardMenu({
  post,
  title,
  pin,
  area,
  isLead,
  areas,
  actions,
}: {
  readonly post: FrontPost;
  readonly title: string;
  readonly pin: Pin | undefined;
  readonly area: string;
  readonly isLead: boolean;
  readonly areas: readonly AreaName[];
  readonly actions: CardActions;
}) {
  return (
    <DropdownMenu
      icon={moreVertical}
      label={say('Actions for “%s”', title)}
      toggleProps={{ size: 'compact' }}
    >
      {({ onClose }) => {
        const item = (label: string, run: () => void) => (
          <MenuItem
            key={label}
            onClick={() => {
              onClose();
              run();
            }}
          >
            {label}
          </MenuItem>
        );
        return (
          <>
            <MenuGroup>
              {!isLead && item(say('Make it the lead'), () => actions.onLead(post))}
              {pin
                ? [
                    item(say('Edit for the front page…'), () => actions.onOpen(post, area)),
                    item(say('Move up'), () => actions.onStep(post, area, -1)),
                    item(say('Move down'), () => actions.onStep(post, area, 1)),
                    item(say('Unpin'), () => actions.onUnpin(post)),
                  ]
                : item(say('Pin here'), () => actions.onPin(post, area))}
            </MenuGroup>
            <PinTo
              areas={areas.filter((one) => one.area !== area)}
              onPin={(to) => {
                onClose();
                actions.onPin(post, to);
              }}
            />
            <MenuGroup>
              <Link
                className="components-button components-menu-item__button"
                role="menuitem"
                to={editAddress(post.id)}
              >
                {say('Edit post')}
              </Link>
            </MenuGroup>
          </>
        );
      }}
    </DropdownMenu>
  );
}

/** Areas to pin a post to, as a group of a menu. */
export function PinTo({
  areas,
  onPin,
}: {
  readonly areas: readonly AreaName[];
  readonly onPin: (area: string) => void;
}) {
  return (
    <MenuGroup label={say('Pin to')}>
      {areas.map(({ area, title }) => (
        <MenuItem key={area} onClick={() => onPin(area)}>
          <bdi>{title}</bdi>
        </MenuItem>
      ))}
    </MenuGroup>
  );
}
