interface ReportConfig {
  /** Said where the server did not answer. */
  readonly failed: string;
  readonly wait: string;
}

/**
 * Sends the report of a comment without leaving the page, and says what came of it in the form's place; where it was not taken, everything stays as it was.
 *
 * Markup: the form of site/replies/comments/report-route.tsx in `.account`; without this it works by itself.
 */
export function start(root: HTMLElement, config: unknown): void {
  const { failed, wait } = config as ReportConfig;
  const form = root as HTMLFormElement;
  const told = form.closest('.account')?.querySelector<HTMLElement>('.account-told') ?? lacking();
  const button = form.querySelector('button') ?? lacking();
  let sending = false;

  const tell = (text: string, isProblem: boolean) => {
    sending = text === wait;
    button.setAttribute('aria-disabled', String(sending));
    told.role = isProblem ? 'alert' : 'status';
    told.classList.toggle('is-problem', isProblem);
    told.textContent = text;
  };

  async function send(): Promise<void> {
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const reply = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } });
    const { isDone, message, proof } = (await reply.json()) as {
      readonly isDone?: boolean;
      readonly message?: string;
      readonly proof?: string;
    };
    if (message === undefined) throw new Error(`status ${reply.status}`);
    const field = form.querySelector<HTMLInputElement>('[name=proof]');
    if (field && proof !== undefined) field.value = proof;
    tell(message, isDone !== true);
    if (isDone !== true) return form.querySelector<HTMLElement>('[name=reason]')?.focus();
    // What is said takes the place of the form, and the focus, which went with the button.
    if (
      form.previousElementSibling instanceof HTMLElement &&
      form.previousElementSibling.matches('.account-text')
    )
      form.previousElementSibling.hidden = true;
    form.hidden = true;
    told.tabIndex = -1;
    told.focus();
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (sending) return;
    tell(wait, false);
    send().catch((error: unknown) => {
      console.warn('The report was not sent:', error);
      tell(failed, true);
    });
  });
}

function lacking(): never {
  throw new Error('The report form lacks a part.');
}
