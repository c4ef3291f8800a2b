import type { PageConfig } from '../islands/page-config.ts';
import { copyText } from './copying/copy-label.ts';
import type { ServerWords } from './sharing/ask-server.ts';

/** Pixels. */
const popup = { width: 900, height: 600 };
/** Milliseconds. */
const copiedTime = 1000;
const restTime = 200;

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

interface ShareConfig {
  readonly copied: string;
  readonly title: string;
  readonly asks?: ServerWords;
}

function openPopup(url: string): void {
  const left = Math.max(0, Math.round((screen.width - popup.width) / 2));
  const top = Math.max(0, Math.round((screen.height - popup.height) / 2));
  // `noopener`: the popup must not access this page.
  window.open(url, '_blank', `noopener,width=${popup.width},height=${popup.height},left=${left},top=${top}`);
}

/**
 * Sharing bar (block `share`): networks open in popups; copy, print, show all and the phone's share sheet have buttons;
 * Mastodon asks for a server. The copy button is `copied` for a second and disabled a fifth of a second longer.
 */
export function start(bar: HTMLElement, config: unknown, page: PageConfig): void {
  const { copied, title, asks } = config as ShareConfig;
  const status = bar.querySelector('.share-said');

  const address = () => bar.querySelector<HTMLAnchorElement>('.share-text')?.href ?? location.href;

  const copy = async (button: HTMLButtonElement) => {
    if (button.ariaDisabled) return;
    // Not `disabled`, which would drop the focus.
    button.ariaDisabled = 'true';
    try {
      const failure = await copyText(address(), page);
      button.classList.toggle('copied', failure === '');
      status?.replaceChildren(failure || copied);
      await pause(copiedTime);
      button.classList.remove('copied');
      status?.replaceChildren();
      await pause(restTime);
    } finally {
      button.ariaDisabled = null;
    }
  };

  /** Copies the address where there is no share sheet. Dismissing the sheet is not an error. */
  const share = (button: HTMLButtonElement) =>
    navigator.share ? navigator.share({ title, url: address() }).catch(() => undefined) : copy(button);

  bar.addEventListener('click', (event) => {
    const item = (event.target as Element).closest<HTMLElement>('button,.share-item');
    if (item instanceof HTMLAnchorElement) {
      if (item.target !== '_blank' || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      if (asks && item.matches('.share-mastodon')) {
        // If the chunk fails to load, the network's own page asks.
        void import('./sharing/ask-server.ts').then(
          ({ askServer }) => askServer({ ...asks, share: item.ariaLabel ?? '' }, item.href, openPopup),
          () => openPopup(item.href),
        );
      } else openPopup(item.href);
    } else if (item?.matches('.share-toggle')) item.ariaExpanded = String(bar.classList.toggle('shows-all'));
    else if (item?.matches('.share-print')) print();
    else if (item?.matches('.share-device')) void share(item as HTMLButtonElement);
    else if (item?.matches('.share-copy')) void copy(item as HTMLButtonElement);
  });
}
