import type { ListText } from '../../../lib/list-texts.ts';
import type { ListState } from './list-calls.ts';

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
