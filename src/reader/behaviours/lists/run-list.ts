import { countedHere } from '../../islands/counted.ts';
import { fetchedNodes } from '../../islands/fetched.ts';
import { announce, contentEvent } from '../../islands/page-config.ts';
import type { ContentEvent, PageConfig } from '../../islands/page-config.ts';
import { fillIn } from '../../../lib/messages.ts';
import { listTexts } from '../../../lib/pagination.ts';
import type { ListText } from '../../../lib/pagination.ts';
import { isAppending, turningLinks } from './list-calls.ts';
import type { BlockPage, ListCalls, ListState } from './list-calls.ts';

/** The pause before more pages are fetched ahead. */
const refillTime = 1000;
/** The load-more button is back this long after its reply. */
const reappearTime = 500;
/** A finger that went this far sideways turns a page; pixels. */
const swipeLength = 50;

interface List {
  readonly root: HTMLElement;
  readonly items: HTMLElement | null;
  /** Tells screen readers which page is shown. */
  readonly status: HTMLElement;
  readonly state: ListState;
  readonly controls: ReturnType<typeof listControls>;
  readonly texts: Record<ListText, string>;
  /** Further pages are added below. */
  readonly appends: boolean;
}

type Turn = ReturnType<typeof createTurning>;
type Step = (by: number, action: string) => Promise<boolean> | undefined;

/** A number in the digits of the page's language, as the server writes it. */
const inDigits = (value: number): string => value.toLocaleString([document.documentElement.lang, 'en-US']);

/** A draw of so many, for a list at random; nothing where there are none. */
const drawn = (draws = ''): object =>
  draws === '' ? {} : { random_seed: Math.ceil(Math.random() * Number(draws)) };

/**
 * Turns the pages of a list in place; `refill` fetches those ahead. The state is written back into `data-state` whenever it changes. What it returns brings the
 * list to where the entry of the history at hand says.
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
  calls.keep(state, {
    td_data: items?.innerHTML ?? '',
    td_hide_prev: state.td_current_page <= 1,
    td_hide_next: state.td_current_page >= state.max_num_pages,
  });

  // A list at random may have been drawn anew, or is so later: its links lead on in that order.
  const follow = () =>
    controls.show(state.td_current_page <= 1, state.td_current_page >= state.max_num_pages);
  if (root.dataset.draws) {
    follow();
    document.addEventListener(contentEvent, (event) => {
      if ((event as ContentEvent).detail.root === items && state.td_user_action === '') follow();
    });
  }

  const go = createTurning(list, calls, refill);

  // Back and forward turn the list, too.
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

/** Shows a page of the list, in place of the last or below it. */
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
  // Beyond its end, where an address of the history may lead, nothing comes that says how long it is: it is one step from its last page, as for the server.
  state.max_num_pages = Number(
    fresh.querySelector<HTMLElement>('[data-pages]')?.dataset.pages ?? state.max_num_pages,
  );
  state.td_current_page = Math.min(state.td_current_page, state.max_num_pages + 1);
  if (shown && more) {
    // Styles come first; the posts join their list.
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
  // The button that was pressed is gone for a moment: its reader goes on at the first of what it brought.
  if (focus) first?.focus({ preventScroll: true });
  announce(items, broadsheet);
}

/** Makes the function that turns a list to a page or filter. */
function createTurning(list: List, calls: ListCalls, refill: () => void) {
  const { root, state, controls, appends } = list;
  const warn = (error: unknown) => console.warn('td_ajax_block: error', root.id, error);

  const placeNow = () => ({ td_current_page: state.td_current_page, td_filter_value: state.td_filter_value });
  /** Where the posts that are there stand; the state says where the list is going while others come. */
  let shown = placeNow();
  /** The newest of the calls; whatever an older one brings is late. */
  let turn = 0;
  /** False where its call failed. */
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
    state.is_ajax_running = answer instanceof Promise; // what is known overtakes a call, too
    if (answer instanceof Promise) {
      save(list);
      const endLoader = showLoader(root, root.dataset.loader);
      if (appending) controls.hideMore();
      try {
        answer = await answer;
      } catch (error) {
        // Specification, section 8: logged only. What is there stays, and the next click tries again.
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
    setTimeout(controls.showMore, reappearTime); // one that was overtaken may have hidden it
    save(list);
    setTimeout(refill, refillTime);
    return !(answer instanceof Promise);
  };
}

function watchLinks({ root, state, controls }: List, go: Turn, step: Step): void {
  root.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLElement>(turningLinks);
    // With a key the reader wants another tab.
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
      // By its address: what it shows is in the digits of the language.
      const { search } = link as HTMLAnchorElement;
      void go(Number(new URLSearchParams(search).get('td_page') ?? 1), 'numbered');
    }
  });
}

/** Turns pages when a finger is moved sideways. */
function watchSwipes(items: HTMLElement | null, step: Step): void {
  let from: Touch | undefined;
  // On a page that somebody has made larger a finger moves what is seen of it, also to the sides, which CSS keeps for us.
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
/** Where the lists of a page are, by id: their page and filter. Entries of the history hold this beside what others keep there. */
interface Places {
  readonly lists?: ById;
}

/** Where the list is that the address names, as the server reads it. */
function namedPlace(): ById {
  const query = new URLSearchParams(location.search);
  const id = query.get('td_block')?.split('.', 1)[0];
  return id ? { [id]: [Number(query.get('td_page') ?? 1), query.get('td_filter_value') ?? ''] } : {};
}

/** With where another list is, which the address names until this one is turned. */
function withPlace(
  entry: unknown,
  id: string,
  { td_current_page: page, td_filter_value: filter }: ListState,
): Places {
  const known = (entry ?? {}) as Places;
  return { ...known, lists: { ...namedPlace(), ...known.lists, [id]: [page, filter] } };
}

/** Where a list was at this entry of the history; one that a turn of this list did not make says so by its address. */
export function placeIn(entry: unknown, id: string, { atts }: ListState): Place {
  return (entry as Places | null)?.lists?.[id] ?? namedPlace()[id] ?? [1, String(atts.td_filter_value ?? '')];
}

/** The paging and filter of a list, as the server rendered them. */
export function listControls(root: HTMLElement, state: ListState, texts: Readonly<Record<ListText, string>>) {
  const more = root.querySelector<HTMLElement>('.load-more');
  const moreLink = more?.querySelector('a');
  const numbers = root.querySelector<HTMLElement>('nav.pager');
  const filter = root.querySelector<HTMLDetailsElement>('.list-filter');
  const steps = [...root.querySelectorAll<HTMLAnchorElement>('.step-pager a')];

  /** Address that shows the list as it is on another page: the one in the bar, with what else it says. */
  const urlOf = (page: number): string => {
    const url = new URL(location.href);
    const set = (name: string, value: string) =>
      value === '' ? url.searchParams.delete(name) : url.searchParams.set(name, value);
    // Of a random list the address names the order, too: who opens it finds the same posts.
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
      // It stays where the focus can be: a button that vanishes throws its reader back to the top.
      link.tabIndex = 0;
      link.removeAttribute('href');
      link.ariaDisabled = 'true';
    }
  };

  // Most lists have neither numbers nor a filter.
  const drawing = numbers && import('./list-numbers.ts');
  const filtering = filter && import('./list-filter.ts');

  return {
    /** Whether the button for this step leads somewhere; a list without such buttons goes as far as its pages. */
    mayGo: (by: number): boolean => {
      const button = steps.find((step) => step.matches(by > 0 ? '.step-pager-next' : '.step-pager-prev'));
      if (button) return button.ariaDisabled !== 'true';
      const page = state.td_current_page + by;
      return page >= 1 && page <= state.max_num_pages;
    },
    /** Brings the buttons to the page that is shown. */
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
    /** Shows which entry of the filter list is chosen. */
    choose: (value: string): void => {
      if (filter) void filtering?.then(({ showChoice }) => showChoice(filter, value));
    },
    /** The bar names the page that is shown, for readers who copy it; going back leads to the page of the list before this one. */
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

/** Boxes of the animation (styles in blocks/post-list), and milliseconds from one being lit to the next. */
const boxes = 8;
const stepTime = 40;
const endTime = 400;

/** Shows that something loads, in shades of `color` if it is one that we know, else of grey; returns the way to end it. */
export function showLoader(place: HTMLElement, color = ''): () => void {
  const loader = document.createElement('div');
  loader.className = 'block-loader';
  loader.ariaHidden = 'true';
  // What the browser can't read as a colour leaves the grey, too.
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
