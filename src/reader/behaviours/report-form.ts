interface ReportConfig {
  readonly failed: string;
  readonly wait: string;
}

/**
 * Sends a comment report without leaving the page and replaces the form by the result; on failure the form stays.
 * Markup: site/replies/comments/report-route.tsx, which works without scripts.
 */
export function start(root: HTMLElement, config: unknown): void {
  const { failed, wait } = config as ReportConfig;
  const form = root as HTMLFormElement;
  const notice = form.closest('.account')?.querySelector<HTMLElement>('.account-notice') ?? lacking();
  const button = form.querySelector('button') ?? lacking();
  let sending = false;

  const showNotice = (text: string, isProblem: boolean) => {
    sending = text === wait;
    button.setAttribute('aria-disabled', String(sending));
    notice.role = isProblem ? 'alert' : 'status';
    notice.classList.toggle('is-problem', isProblem);
    notice.textContent = text;
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
    showNotice(message, isDone !== true);
    if (isDone !== true) return form.querySelector<HTMLElement>('[name=reason]')?.focus();
    // The result replaces the form and takes the focus that the button had.
    if (
      form.previousElementSibling instanceof HTMLElement &&
      form.previousElementSibling.matches('.account-text')
    )
      form.previousElementSibling.hidden = true;
    form.hidden = true;
    notice.tabIndex = -1;
    notice.focus();
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (sending) return;
    showNotice(wait, false);
    send().catch((error: unknown) => {
      console.warn('The report was not sent:', error);
      showNotice(failed, true);
    });
  });
}

function lacking(): never {
  throw new Error('The report form lacks a part.');
}
