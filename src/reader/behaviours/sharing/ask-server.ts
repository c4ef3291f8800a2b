export interface ServerWords {
  readonly server: string;
  readonly close: string;
}

const storeName = 'broadsheet_mastodon';

function stored(value?: string): string {
  try {
    if (value !== undefined) localStorage.setItem(storeName, value);
    return localStorage.getItem(storeName) ?? '';
  } catch {
    return '';
  }
}

/** Extracts the host of `mastodon.social`, `https://mastodon.social/@name` or `@name@mastodon.social`, or returns undefined. */
export function hostOf(typed: string): string | undefined {
  const host =
    typed
      .trim()
      .replace(/^https?:\/\//i, '')
      .split('/', 1)[0]
      ?.split('@')
      .at(-1)
      ?.toLowerCase() ?? '';
  const isHost = /^(?:[\p{L}\d-]{1,63}\.){1,9}[\p{L}\d-]{2,63}(?::\d{1,5})?$/u.test(host);
  return isHost && URL.canParse(`https://${host}`) ? new URL(`https://${host}`).host : undefined;
}

let isAsking = false;

/** Asks for the reader's server in a dialog and opens it with the shared content; `address` is the share URL with any server. */
export function askServer(
  words: ServerWords & { readonly share: string },
  address: string,
  open: (url: string) => void,
): void {
  if (isAsking) return;
  isAsking = true;
  const make = <Made extends HTMLElement>(
    element: Made,
    more: Readonly<Record<string, unknown>>,
    ...inside: readonly (Node | string)[]
  ): Made => {
    Object.assign(element, more);
    element.append(...inside);
    return element;
  };
  const input = make(document.createElement('input'), {
    className: 'field',
    name: 'server',
    type: 'text',
    inputMode: 'url',
    autocapitalize: 'none',
    autocomplete: 'url',
    spellcheck: false,
    dir: 'ltr',
    required: true,
    placeholder: 'mastodon.social',
    value: stored(),
  });
  input.style.margin = '8px 0 16px';
  const close = make(
    document.createElement('button'),
    { className: 'button button-quiet', type: 'button' },
    words.close,
  );
  const row = make(
    document.createElement('p'),
    {},
    make(document.createElement('button'), { className: 'button', type: 'submit' }, words.share),
    close,
  );
  row.style.cssText = 'display:flex;flex-wrap:wrap;gap:12px;margin:0';
  const form = make(
    document.createElement('form'),
    { method: 'dialog' },
    make(document.createElement('label'), {}, words.server, input),
    row,
  );
  const dialog = make(document.createElement('dialog'), { ariaLabel: words.share }, form);
  dialog.style.cssText =
    'width:min(24rem,calc(100vw - 32px));margin:auto;padding:24px;border:1px solid var(--line-strong);background:var(--paper);' +
    'color:var(--ink);font:var(--s1)/1.5 var(--sans)';
  input.addEventListener('input', () => input.setCustomValidity(''));
  form.addEventListener('submit', (event) => {
    const host = hostOf(input.value);
    if (host === undefined) {
      event.preventDefault();
      input.setCustomValidity(words.server);
      input.reportValidity();
      return;
    }
    stored(host);
    open(`https://${host}/share${new URL(address).search}`);
  });
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    isAsking = false;
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}
