interface UnsavedConfig {
  /** What stands in the form was not taken: it is nowhere else. */
  readonly isUnsaved: boolean;
  /** The most characters of the text, and what is said of more. */
  readonly longest: number;
  readonly tooLong: string;
}

/**
 * Asks before somebody leaves a form whose texts are not saved, as the newsroom does, and keeps it from being sent with more than the server reads.
 *
 * Markup: the form of site/admin/template-form.tsx in `.account`; without this it works by itself.
 */
export function start(root: HTMLElement, config: unknown): void {
  if (!(root instanceof HTMLFormElement)) return;
  const { isUnsaved, longest, tooLong } = config as UnsavedConfig;
  const form = root;
  const told = form.closest('.account')?.querySelector<HTMLElement>('.account-told');
  let isSent = false;
  const fields = () => [
    ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type=hidden]),textarea'),
  ];
  const isChanged = () =>
    fields().some(({ value, defaultValue }) => value !== defaultValue.replace(/\r\n?/g, '\n'));

  const tell = (field: HTMLTextAreaElement) => {
    if (!told) return;
    told.role = 'alert';
    told.classList.add('is-problem');
    told.textContent = tooLong.replace('%1$s', String(field.value.length)).replace('%2$s', String(longest));
    field.focus();
  };

  form.addEventListener('submit', (event) => {
    const long = form.querySelector('textarea');
    if (long && long.value.length > longest) {
      event.preventDefault();
      return tell(long);
    }
    isSent = true;
  });
  addEventListener('beforeunload', (event) => {
    if (!isSent && (isUnsaved || isChanged())) event.preventDefault();
  });
  // Back from where it was sent.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) isSent = false;
  });
}
