import { builderClass, consentCookie, headCode } from '../islands/page-config.ts';
import type { PageConfig } from '../islands/page-config.ts';
import { askConsentEvent, consentEvent } from './consent/consented.ts';

function remembered(): boolean | undefined {
  const [, answer] = new RegExp(`(?:^|; )${consentCookie}=([01])`).exec(document.cookie) ?? [];
  return answer === undefined ? undefined : answer === '1';
}

function remember(isGiven: boolean, days: number): void {
  document.cookie = `${consentCookie}=${isGiven ? 1 : 0};path=/;max-age=${days * 86_400};samesite=lax${location.protocol === 'https:' ? ';secure' : ''}`;
}

/**
 * Makes an answer known (`consented` of consent/consented.ts hears of it). What third parties have loaded can't be taken back: a reader who thinks better of it
 * gets the page anew.
 */
function settle(isGiven: boolean): void {
  const { dataset } = document.documentElement;
  const before = dataset.consent;
  dataset.consent = isGiven ? 'given' : 'refused';
  if (before === 'given' && !isGiven) location.reload();
  else document.dispatchEvent(new Event(consentEvent));
}

/**
 * Asks readers before anything of third parties is loaded: by the framework of the IAB where the page has one, else by a box of ours, whose answer a cookie
 * keeps. Asks again when an element with `data-consent-change` is clicked, or `askConsentEvent` is fired.
 */
export async function start(_root: HTMLElement, _config: unknown, { consent }: PageConfig): Promise<void> {
  if (!consent || document.documentElement.classList.contains(builderClass)) return;
  const framework = await findFramework();
  let isOpen = false;
  const ask = async (isAgain: boolean) => {
    if (framework) return askAgain(framework);
    if (isOpen) return document.querySelector<HTMLElement>('body>.notice')?.focus();
    isOpen = true;
    const isGiven = await import('./consent/banner.ts')
      .then(({ askReader }) => askReader(consent, isAgain))
      .finally(() => {
        isOpen = false;
      });
    if (isGiven === undefined) {
      document.dispatchEvent(new Event(consentEvent)); // code that had the reader asked waits no longer
      return;
    }
    remember(isGiven, consent.days);
    settle(isGiven);
  };
  document.addEventListener(
    'click',
    ({ target }) => (target as Element).closest('[data-consent-change]') && ask(true),
  );
  document.addEventListener(askConsentEvent, () => ask(true));
  if (framework) {
    return listenTo(framework, (isGiven) => {
      // The next page keeps no places for ads that were refused; that they were agreed to is the framework's alone to tell.
      remember(isGiven, isGiven ? 0 : consent.days);
      settle(isGiven);
    });
  }
  const recall = () => {
    const answer = remembered();
    if (answer !== undefined) settle(answer);
    return answer !== undefined;
  };
  // Back to a page that the browser kept whole: another page may have been told otherwise.
  addEventListener('pageshow', ({ persisted }) => persisted && recall());
  if (!recall()) return ask(false);
}

/** What the consent framework of the IAB (TCF 2) tells. */
interface FrameworkData {
  readonly gdprApplies?: boolean;
  readonly eventStatus?: 'tcloaded' | 'cmpuishown' | 'useractioncomplete';
  readonly purpose?: { readonly consents?: Readonly<Record<string, boolean | undefined>> };
}
type Framework = (
  command: string,
  version: 2,
  callback: (data: FrameworkData | null, isSuccess: boolean) => void,
) => void;

/** Milliseconds between looks for head code that has not run yet. */
const lookAgain = 50;

/** The framework of the page, which the site's head code brings; undefined when there is none. Waits until that code has run. */
async function findFramework(): Promise<Framework | undefined> {
  while (document.querySelector(headCode)) await new Promise((resolve) => setTimeout(resolve, lookAgain));
  const { __tcfapi: found } = window as { __tcfapi?: unknown };
  return typeof found === 'function' ? (found as Framework) : undefined;
}

/**
 * Tells every answer that the framework has or gets: true where it lets third parties keep things in the browser (purpose 1). For the rest, their scripts ask
 * it themselves.
 */
function listenTo(framework: Framework, onAnswer: (isGiven: boolean) => void): void {
  framework('addEventListener', 2, (data, isSuccess) => {
    if (!isSuccess || !data) return;
    if (data.gdprApplies === false) onAnswer(true);
    else if (data.eventStatus === 'tcloaded' || data.eventStatus === 'useractioncomplete')
      onAnswer(data.purpose?.consents?.['1'] === true);
  });
}

/** Has the framework ask the reader again. */
function askAgain(framework: Framework): void {
  framework('displayConsentUi', 2, () => {});
}
