import type { PageConfig, PushConfig } from '../../islands/page-config.ts';
import { askConsentEvent } from '../consent/consented.ts';
import { svg } from '../drawing/svg.ts';
import { isPhoneScreen } from '../scrolling/scroll-page.ts';
import { remember } from './memory.ts';
import { promptElement } from './prompt-element.ts';
import { subscribe, unsubscribe } from './subscribe.ts';
import panelCss from './panel.css?inline';

const bell = () =>
  svg(
    {
      viewBox: '0 0 24 24',
      width: 22,
      height: 22,
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 1.75,
      'stroke-linejoin': 'round',
    },
    { d: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21h4' },
  );
const patience = 1000;

let prompt: HTMLDialogElement | undefined;
let button: HTMLButtonElement | undefined;

/** Shows the prompt once the reader is not typing and has nothing else open. */
export function showPrompt(push: PushConfig, page: Pick<PageConfig, 'consent'>): void {
  if (prompt) return;
  // A consent framework's banner is not a notice of this site; until it is answered, the root has no answer.
  const isUnasked =
    page.consent && document.querySelector<HTMLElement>(':root')?.dataset.consent === undefined;
  const isBusy =
    document.hidden ||
    document.activeElement?.matches('input,select,textarea,[contenteditable],iframe') ||
    document.querySelector('dialog[open],.pswp,body>.notice');
  if (isBusy || isUnasked) setTimeout(showPrompt, patience, push, page);
  else openPrompt(push, () => setTimeout(showPrompt, patience, push, page));
}

/** `again`: called after the prompt gave way to the consent question. */
function openPrompt(push: PushConfig, again: () => unknown): void {
  const { lockPageContent, backdrop } = push.prompt;
  addStyles();
  const dialog = promptElement(push.prompt, isPhoneScreen());

  let answered = false;
  const close = () => {
    removeEventListener('keydown', onKey);
    document.removeEventListener('click', giveWay);
    document.removeEventListener(askConsentEvent, giveWay);
    document.documentElement.classList.remove('push-locks');
    dialog.close();
    dialog.remove();
    prompt = undefined;
  };
  const settle = (isYes: boolean) => {
    if (answered) return;
    answered = true;
    close();
    if (isYes) void allow(push);
    else refuse();
  };
  // A non-modal dialog does not close on Escape by itself. Anything opened later closes first.
  const onKey = ({ key, defaultPrevented, isComposing }: KeyboardEvent) => {
    if (
      key === 'Escape' &&
      !defaultPrevented &&
      !isComposing &&
      !document.querySelector('dialog:modal,:popover-open')
    )
      settle(false);
  };
  // The consent question takes precedence over the prompt.
  const giveWay = ({ type, target }: Event) => {
    if (type === 'click' && !(target as Element).closest('[data-consent-change]')) return;
    answered = true;
    close();
    again();
  };
  document.addEventListener('click', giveWay);
  document.addEventListener(askConsentEvent, giveWay);
  dialog.addEventListener('click', ({ target, clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isBeside =
      target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
    const value = target instanceof HTMLButtonElement ? target.value : '';
    if (isBeside || value !== '') settle(value === 'allow');
  });
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    settle(false);
  });
  prompt = dialog;
  document.body.append(dialog);
  document.documentElement.classList.toggle('push-locks', lockPageContent);
  if (backdrop) {
    dialog.showModal();
    dialog.focus(); // the dialog, not its first button, so that a stray key press does not answer
  } else {
    dialog.setAttribute('open', '');
    addEventListener('keydown', onKey);
  }
}

/** Asks for the browser's permission after the reader accepted. */
async function allow(push: PushConfig): Promise<void> {
  try {
    const permission = await Notification.requestPermission();
    if (permission === 'granted') await subscribe(push.service);
    else refuse();
    if (permission === 'granted' && push.prompt.buttonToUnsubscribe) showButton(push, true);
    else if (permission !== 'default') hideButton();
  } catch {
    refuse(); // silent: a browser that can't subscribe is not asked again; one that failed to register retries on the next page
  }
}

function refuse(): void {
  remember('visit', '1');
  remember('refused', String(Date.now()));
}

/** Shows the bell button, which opens the prompt or, for subscribers, unsubscribes. */
export function showButton(push: PushConfig, isSubscribed: boolean): void {
  addStyles();
  hideButton();
  const fresh = document.createElement('button');
  fresh.type = 'button';
  fresh.className = 'push-button';
  fresh.append(bell());
  if (isSubscribed) fresh.append(push.texts.unsubscribe);
  else fresh.title = fresh.ariaLabel = push.texts.bell;
  fresh.addEventListener('click', () => {
    if (isSubscribed) void end(push);
    else if (!prompt) openPrompt(push, () => {});
  });
  button = fresh;
  document.body.append(fresh);
}

function hideButton(): void {
  button?.remove();
  button = undefined;
}

async function end(push: PushConfig): Promise<void> {
  refuse(); // otherwise the prompt would reappear at once
  hideButton();
  if (push.prompt.bottomButton) showButton(push, false);
  button?.focus();
  await unsubscribe(push.service).catch(() => undefined); // messages stop arriving, or the next page shows the button again
}

function addStyles(): void {
  if (document.getElementById('push-styles')) return;
  const style = document.createElement('style');
  style.id = 'push-styles';
  style.textContent = panelCss;
  document.head.append(style);
}
