import { countedHere } from '../../islands/counted.ts';
import { fetchedNodes } from '../../islands/fetched.ts';
import { announce, contentEvent } from '../../islands/page-config.ts';
import type { ContentEvent, PageConfig } from '../../islands/page-config.ts';
import { fillIn } from '../../../lib/messages.ts';
import { listTexts } from '../../../lib/pagination.ts';
import type { ListText } from '../../../lib/pagination.ts';
import { isAppending, turningLinks } from './list-calls.ts';
import type { BlockPage, ListCalls, ListState } from './list-calls.ts';

/** Pause in milliseconds before more pages are prefetched. */
const refillTime = 1000;
/** Milliseconds from a reply until the load-more button reappears. */
const reappearTime = 500;
/** Pixels of horizontal movement that count as a swipe. */
const swipeLength = 50;

interface List {
  readonly root: HTMLElement;
  readonly items: HTMLElement | null;
  readonly status: HTMLElement;
  readonly state: ListState;
  readonly controls: ReturnType<typeof listControls>;
  readonly texts: Record<ListText, string>;
  readonly appends: boolean;
}

type Turn = ReturnType<typeof createTurning>;
type Step = (by: number, action: string) => Promise<boolean> | undefined;

/** In the digits of the page's language, as the server writes it. */
const inDigits = (value: number): string => value.toLocaleString([document.documentElement.lang, 'en-US']);

/** Draws a seed for a random list; an empty object for other lists. */
const drawn = (draws = ''): object =>
  draws === '' ? {} : { random_seed: Math.ceil(Math.random() * Number(draws)) };

/**
 * Turns the pages of a list in place; `refill` prefetches. Updates `data-state`. Returns a function that restores the
 * list to the current history entry.
 */
export function runList(
  root: HTMLElement,
  state: ListState,
  calls: ListCalls,
  refill: () => void,
  page: Pick<PageConfig, 'listTexts'>,
): () => void {
  const texts = { ...listTexts, ...page.listTexts };
  const mode = String(state.atts.ajax_pagination ?? '');
  const appends = isAppending(state);
  const controls = listControls(root, state, texts);
  const items = root.querySelector<HTMLElement>('.post-list-items');
  const status = document.createElement('p');
  status.className = 'visually-hidden';
  status.role = 'status';
  root.append(status);
  const list: List = { root, items, status, state, controls, texts, appends };
  calls.store(state, {
    td_data: items?.innerHTML ?? '',
    td_hide_prev: state.td_current_page <= 1,
    td_hide_next: state.td_current_page >= state.max_num_pages,
  });

  // The server may have drawn a random list's order, or draws it later; its links keep that order.
  const follow = () =>
    controls.show(state.td_current_page <= 1, state.td_current_page >= state.max_num_pages);
  if (root.dataset.draws) {
    follow();
    document.addEventListener(contentEvent, (event) => {
      if ((event as ContentEvent).detail.root === items && state.td_user_action === '') follow();
    });
  }

  const go = createTurning(list, calls, refill);

  const { pathname } = location;
  const followHistory = () => {
    const [toPage, filter] = placeIn(history.state, root.id, state);
    if (
      location.pathname !== pathname ||
      (toPage === state.td_current_page && filter === state.td_filter_value)
    )
      return;
    controls.choose(filter);
    void go(toPage, toPage < state.td_current_page ? 'back' : 'next', filter, false);
  };
  if (!appends) addEventListener('popstate', followHistory);

  const step = (by: number, action: string) =>
    !state.is_ajax_running && controls.mayGo(by) ? go(state.td_current_page + by, action) : undefined;

  watchLinks(list, go, step);
  if (!appends && mode !== '') watchSwipes(items, step);

  const more = root.querySelector('.load-more');
  const infinite = more && mode.startsWith('infinite') && import('./infinite.ts');
  if (infinite)
    void infinite.then(({ goOnByItself }) =>
      goOnByItself(more, state, () => step(1, 'infinite_load'), reappearTime),
    );
  return followHistory;
}

const save = ({ root, state }: List): void => {
  root.dataset.state = JSON.stringify(state);
};

/** Shows a page of the list, replacing the last one or below it. */
function show(
  { items, status, state, controls, texts }: List,
  { td_data: html, td_hide_prev: hidePrevious, td_hide_next: hideNext, broadsheet }: BlockPage,
  appending: boolean,
  focus: boolean,
): void {
  const fresh = fetchedNodes(html);
  const first = fresh.querySelector<HTMLElement>('.card-title a');
  const count = fresh.querySelectorAll('article').length;
  const shown = appending && items?.querySelector('.list');
  const more = fresh.querySelector('.list');
  // Beyond the last page (from an old history address) the reply has no page count; the list is then one step past the
  // end, as on the server.
  state.max_num_pages = Number(
    fresh.querySelector<HTMLElement>('[data-pages]')?.dataset.pages ?? state.max_num_pages,
  );
  state.td_current_page = Math.min(state.td_current_page, state.max_num_pages + 1);
  if (shown && more) {
    // Styles come first; posts are appended to their list.
    shown.append(...more.children);
    more.remove();
    items?.append(...fresh.childNodes);
  } else if (appending) items?.append(...fresh.childNodes);
  else items?.replaceChildren(...fresh.childNodes);
  state.post_count = appending ? state.post_count + count : count;
  controls.show(hidePrevious, hideNext);
  status.textContent = appending
    ? countedHere(texts.list_more, count)
    : fillIn(
        state.max_num_pages > 1 ? texts.list_page_of : texts.list_page,
        inDigits(state.td_current_page),
        inDigits(state.max_num_pages),
      );
  // The pressed button is hidden for a moment, so focus moves to the first new item.
  if (focus) first?.focus({ preventScroll: true });
  announce(items, broadsheet);
}

function createTurning(list: List, calls: ListCalls, refill: () => void) {
  const { root, state, controls, appends } = list;
  const warn = (error: unknown) => console.warn('td_ajax_block: error', root.id, error);

  const placeNow = () => ({ td_current_page: state.td_current_page, td_filter_value: state.td_filter_value });
  /** The page on display; `state` is ahead of it while a request runs. */
  let shown = placeNow();
  /** Number of the latest call; replies to older calls are dropped. */
  let turn = 0;
  /** Resolves with false if the call failed. */
  return async function go(
    toPage: number,
    action: string,
    filter = state.td_filter_value,
    isNew = true,
  ): Promise<boolean> {
    const filtering = filter !== state.td_filter_value;
    const own = ++turn;
    if (filtering && filter === 'random_posts')
      Object.assign(state, { atts: { ...state.atts, ...drawn(root.dataset.filterDraws) } });
    Object.assign(state, { td_current_page: toPage, td_filter_value: filter, td_user_action: action });
    const appending = appends && !filtering && toPage > 1;
    const focus = appending && document.activeElement?.closest('.load-more') !== null;
    let answer = calls.get(state);
    state.is_ajax_running = answer instanceof Promise; // a cached page also supersedes a running call
    if (answer instanceof Promise) {
      save(list);
      const endLoader = showLoader(root, root.dataset.loader);
      if (appending) controls.hideMore();
      try {
        answer = await answer;
      } catch (error) {
        // Specification, section 8: only logged. The current items stay, and the next click tries again.
        warn(error);
        if (own === turn) {
          Object.assign(state, shown);
          controls.choose(state.td_filter_value);
        }
      } finally {
        endLoader();
        if (own === turn) state.is_ajax_running = false;
      }
    }
    if (own !== turn) return true;
    if (!(answer instanceof Promise)) {
      show(list, answer, appending, focus);
      shown = placeNow();
      if (!appends && isNew) controls.writeAddress();
    }
    setTimeout(controls.showMore, reappearTime); // a superseded call may have hidden it
    save(list);
    setTimeout(refill, refillTime);
    return !(answer instanceof Promise);
  };
}

function watchLinks({ root, state, controls }: List, go: Turn, step: Step): void {
  root.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLElement>(turningLinks);
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (link.dataset.filter !== undefined) {
      const { filter } = link.dataset;
      controls.choose(filter);
      if (filter !== state.td_filter_value) void go(1, 'filter', filter);
    } else if (link.closest('.load-more')) void step(1, 'load_more');
    else if (link.matches('[rel=next],.step-pager-next')) void step(1, 'next');
    else if (link.matches('[rel=prev],.step-pager-prev')) void step(-1, 'back');
    else if (!state.is_ajax_running) {
      // Read from the address: the label is in the digits of the page's language.
      const { search } = link as HTMLAnchorElement;
      void go(Number(new URLSearchParams(search).get('td_page') ?? 1), 'numbered');
    }
  });
}

function watchSwipes(items: HTMLElement | null, step: Step): void {
  let from: Touch | undefined;
  // On a zoomed page a finger pans the viewport sideways; CSS otherwise reserves horizontal movement for this code.
  const isLarger = () => (visualViewport?.scale ?? 1) > 1.05;
  visualViewport?.addEventListener('resize', () => {
    if (items) items.style.touchAction = isLarger() ? 'auto' : '';
  });
  items?.addEventListener(
    'touchstart',
    ({ touches }) => {
      from = touches.length === 1 && !isLarger() ? touches[0] : undefined;
    },
    { passive: true },
  );
  items?.addEventListener(
    'touchend',
    ({ target, changedTouches: [to] }) => {
      if (!from || !to || (target as Element).closest('.list-reel,.slides')) return;
      const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
      if (Math.abs(x) > swipeLength && Math.abs(x) > 2 * Math.abs(y))
        void step(x < 0 ? 1 : -1, x < 0 ? 'next' : 'back');
    },
    { passive: true },
  );
}

type Place = readonly [page: number, filter: string];
type ById = Readonly<Record<string, Place>>;
/** Page and filter of each list by id, stored in `history.state` along with the state of other code. */
interface Places {
  readonly lists?: ById;
}

/** The list position that the URL names, as the server reads it. */
function namedPlace(): ById {
  const query = new URLSearchParams(location.search);
  const id = query.get('td_block')?.split('.', 1)[0];
  return id ? { [id]: [Number(query.get('td_page') ?? 1), query.get('td_filter_value') ?? ''] } : {};
}

/** Includes the position of another list that the URL names until this one is turned. */
function withPlace(
  entry: unknown,
  id: string,
  { td_current_page: page, td_filter_value: filter }: ListState,
): Places {
  const known = (entry ?? {}) as Places;
  return { ...known, lists: { ...namedPlace(), ...known.lists, [id]: [page, filter] } };
}

/** The position of a list at a history entry; entries that this code did not create fall back to the URL. */
export function placeIn(entry: unknown, id: string, { atts }: ListState): Place {
  return (entry as Places | null)?.lists?.[id] ?? namedPlace()[id] ?? [1, String(atts.td_filter_value ?? '')];
}

export function listControls(root: HTMLElement, state: ListState, texts: Readonly<Record<ListText, string>>) {
  const more = root.querySelector<HTMLElement>('.load-more');
  const moreLink = more?.querySelector('a');
  const numbers = root.querySelector<HTMLElement>('nav.pager');
  const filter = root.querySelector<HTMLDetailsElement>('.list-filter');
  const steps = [...root.querySelectorAll<HTMLAnchorElement>('.step-pager a')];

  /** The current URL, changed to show another page of the list. */
  const urlOf = (page: number): string => {
    const url = new URL(location.href);
    const set = (name: string, value: string) =>
      value === '' ? url.searchParams.delete(name) : url.searchParams.set(name, value);
    // For a random list the URL includes the order, so that a shared link shows the same posts.
    const seed = [state.atts.sort, state.td_filter_value].includes('random_posts')
      ? `.${state.atts.random_seed}`
      : '';
    set('td_block', page > 1 || state.td_filter_value || seed ? root.id + seed : '');
    set('td_page', page > 1 ? String(page) : '');
    set('td_filter_value', state.td_filter_value);
    url.hash = root.id;
    return url.href;
  };

  const pointTo = (link: HTMLAnchorElement, page: number, leads: boolean) => {
    link.classList.toggle('is-disabled', !leads);
    if (leads) {
      link.href = urlOf(page);
      link.removeAttribute('aria-disabled');
    } else {
      // Stays focusable: a button that disappears would lose the focus to the top of the page.
      link.tabIndex = 0;
      link.removeAttribute('href');
      link.ariaDisabled = 'true';
    }
  };

  // Loaded on demand; most lists have neither.
  const drawing = numbers && import('./list-numbers.ts');
  const filtering = filter && import('./list-filter.ts');

  return {
    /** Whether this step is possible; without step buttons the page count decides. */
    mayGo: (by: number): boolean => {
      const button = steps.find((step) => step.matches(by > 0 ? '.step-pager-next' : '.step-pager-prev'));
      if (button) return button.ariaDisabled !== 'true';
      const page = state.td_current_page + by;
      return page >= 1 && page <= state.max_num_pages;
    },
    show: (hidePrevious: boolean, hideNext: boolean): void => {
      for (const button of steps) {
        if (button.matches('.step-pager-next')) pointTo(button, state.td_current_page + 1, !hideNext);
        else pointTo(button, state.td_current_page - 1, !hidePrevious);
      }
      if (numbers) void drawing?.then(({ drawNumbers }) => drawNumbers(numbers, state, urlOf, texts));
      if (more && moreLink) {
        more.hidden = state.max_num_pages <= state.td_current_page;
        moreLink.href = urlOf(state.td_current_page + 1);
      }
    },
    hideMore: (): void => void more?.classList.add('is-waiting'),
    showMore: (): void => void more?.classList.remove('is-waiting'),
    choose: (value: string): void => {
      if (filter) void filtering?.then(({ showChoice }) => showChoice(filter, value));
    },
    /** The URL names the current page for sharing; Back returns to the list's previous page. */
    writeAddress: (): void => {
      const url = new URL(urlOf(state.td_current_page));
      history.pushState(
        withPlace(history.state, root.id, state),
        '',
        url.pathname + url.search + (location.hash || ''),
      );
    },
  };
}

/** Boxes of the animation (styles in blocks/post-list); times in milliseconds. */
const boxes = 8;
const stepTime = 40;
const endTime = 400;

/** Shows a loading animation in `color` if it is valid, else in grey; returns a function that removes it. */
export function showLoader(place: HTMLElement, color = ''): () => void {
  const loader = document.createElement('div');
  loader.className = 'block-loader';
  loader.ariaHidden = 'true';
  if (/^#[a-z0-9]{3,6}$/i.test(color)) loader.style.color = color;
  for (let n = 0; n < boxes; n++) {
    const box = document.createElement('i');
    box.style.animationDelay = `${((n - boxes) % boxes) * stepTime}ms`;
    loader.append(box);
  }
  place.append(loader);
  return () => {
    loader.classList.add('is-ending');
    setTimeout(() => loader.remove(), endTime);
  };
}
