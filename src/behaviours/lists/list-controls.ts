import type { ListState } from './list-calls.ts';

/** The paging and filter of a list, as the server rendered them. */
export function listControls(root: HTMLElement, state: ListState) {
  const more = root.querySelector<HTMLElement>('.load-more');
  const moreLink = more?.querySelector('a');
  const numbers = root.querySelector<HTMLElement>('nav.pager');
  const filter = root.querySelector<HTMLDetailsElement>('.list-filter');
  const steps = [...root.querySelectorAll<HTMLAnchorElement>('.step-pager a')];

  /** Address that shows the list as it is on another page: the one in the bar, with what else it says. */
  const urlOf = (page: number): string => {
    const url = new URL(location.href);
    const set = (name: string, value: string) => (value === '' ? url.searchParams.delete(name) : url.searchParams.set(name, value));
    // Of a random list the address names the order, too: whoever opens it finds the same posts.
    const seed = [state.atts.sort, state.td_filter_value].includes('random_posts') ? `.${state.atts.random_seed}` : '';
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
      if (numbers) void drawing?.then(({ drawNumbers }) => drawNumbers(numbers, state, urlOf));
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
    /** The bar names the page that is shown, for whoever copies it; going back leads to the page before this one. */
    writeAddress: (): void => {
      const url = new URL(urlOf(state.td_current_page));
      history.replaceState(history.state, '', url.pathname + url.search + (location.hash || ''));
    },
  };
}
