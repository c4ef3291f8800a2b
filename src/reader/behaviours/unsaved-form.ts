interface UnsavedConfig {
  /** The server rejected the form, so its content is stored nowhere. */
  readonly isUnsaved: boolean;
  /** Maximum characters of the text, and the message beyond it. */
  readonly longest: number;
  readonly tooLong: string;
}

/**
 * Asks for confirmation before leaving a form with unsaved changes, and prevents sending more than the server reads.
 * Markup: the form of site/admin/template-form.tsx.
 */
export function start(root: HTMLElement, config: unknown): void {
  if (!(root instanceof HTMLFormElement)) return;
  const { isUnsaved, longest, tooLong } = config as UnsavedConfig;
  const form = root;
  const notice = form.closest('.account')?.querySelector<HTMLElement>('.account-notice');
  let isSent = false;
  const fields = () => [
    ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type=hidden]),textarea'),
  ];
  const isChanged = () =>
    fields().some(({ value, defaultValue }) => value !== defaultValue.replace(/\r\n?/g, '\n'));

  const showTooLong = (field: HTMLTextAreaElement) => {
    if (!notice) return;
    notice.role = 'alert';
    notice.classList.add('is-problem');
    notice.textContent = tooLong.replace('%1$s', String(field.value.length)).replace('%2$s', String(longest));
    field.focus();
  };

  form.addEventListener('submit', (event) => {
    const long = form.querySelector('textarea');
    if (long && long.value.length > longest) {
      event.preventDefault();
      return showTooLong(long);
    }
    isSent = true;
  });
  addEventListener('beforeunload', (event) => {
    if (!isSent && (isUnsaved || isChanged())) event.preventDefault();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) isSent = false;
  });
}
