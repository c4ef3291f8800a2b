import { builderClass, consentCookie, headCode } from '../islands/page-config.ts';
import type { PageConfig } from '../islands/page-config.ts';
import { consentCategories, parseConsent, sameForAll, writeConsent } from '../../lib/consent-categories.ts';
import type { ConsentAnswers, ConsentCategory } from '../../lib/consent-categories.ts';
import { askConsentEvent, consentEvent, isAllowed, takeAsked } from './consent/consented.ts';

function remembered(isByCategory: boolean): ConsentAnswers | undefined {
  const [, value = ''] = new RegExp(`(?:^|; )${consentCookie}=([^;]*)`).exec(document.cookie) ?? [];
  return isByCategory || value.length === 1 ? parseConsent(value) : undefined;
}

function remember(answers: ConsentAnswers, days: number): void {
  document.cookie = `${consentCookie}=${writeConsent(answers)};path=/;max-age=${days * 86_400};samesite=lax${location.protocol === 'https:' ? ';secure' : ''}`;
}

const isGiven = (answers: ConsentAnswers) => (name: ConsentCategory) => answers[name] === true;

/**
 * Publishes answers (see `consented` in consent/consented.ts). Reloads the page when consent to a category in use is
 * withdrawn, because loaded third-party code can't be removed.
 */
function settle(answers: ConsentAnswers, used: readonly ConsentCategory[]): void {
  const { dataset } = document.documentElement;
  const before = used.filter(isAllowed);
  const given = consentCategories.filter(isGiven(answers));
  dataset.consent =
    given.length === consentCategories.length ? 'given' : given.length === 0 ? 'refused' : given.join(' ');
  if (before.every(isGiven(answers))) document.dispatchEvent(new Event(consentEvent));
  else location.reload();
}

/**
 * Asks for consent before third-party content loads: with the page's IAB framework if present, else with a banner whose
 * answer is stored in a cookie. Asks again on a click on `data-consent-change` or on `askConsentEvent`.
 */
export async function start(_root: HTMLElement, _config: unknown, { consent }: PageConfig): Promise<void> {
  if (!consent || document.documentElement.classList.contains(builderClass)) return;
  const framework = await findFramework();
  const used = consent.choice?.categories.map(({ name }) => name) ?? consentCategories;
  let isOpen = false;
  /** The reader asked for the question, perhaps while it was loading: it takes the focus. */
  let isRequested = false;
  const requestConsent = async (isAgain: boolean) => {
    if (framework) return reopenFramework(framework);
    isRequested ||= isAgain;
    if (isOpen) return document.querySelector<HTMLElement>('body>.notice')?.focus();
    isOpen = true;
    const answers = await import('./consent/banner.ts')
      .then(({ askReader }) => askReader(consent, isRequested))
      .finally(() => {
        isOpen = false;
        isRequested = false;
      });
    if (answers === undefined) {
      document.dispatchEvent(new Event(consentEvent));
      return;
    }
    remember(answers, consent.days);
    settle(answers, used);
  };
  document.addEventListener(
    'click',
    ({ target }) => (target as Element).closest('[data-consent-change]') && requestConsent(true),
  );
  const wasAsked = takeAsked();
  document.addEventListener(askConsentEvent, () => {
    takeAsked();
    return requestConsent(true);
  });
  if (framework) {
    if (wasAsked) reopenFramework(framework);
    return listenTo(framework, (hasAgreed) => {
      // A refusal is stored so that the next page reserves no space for ads; only the framework stores consent.
      const answers = sameForAll(hasAgreed);
      remember(answers, hasAgreed ? 0 : consent.days);
      settle(answers, used);
    });
  }
  const recall = () => {
    const answers = remembered(consent.choice !== undefined);
    if (answers) settle(answers, used);
    // A category that came into use after the answer is asked about.
    return answers !== undefined && used.every((name) => answers[name] !== undefined);
  };
  // A page from the back/forward cache may have missed an answer given on another page.
  addEventListener('pageshow', ({ persisted }) => persisted && recall());
  if (!recall() || wasAsked) return requestConsent(wasAsked);
}

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

/** Milliseconds between checks for head code that has not run yet. */
const pollIntervalMs = 50;

/** Returns the IAB framework from the site's head code, or undefined. Waits until that code has run. */
async function findFramework(): Promise<Framework | undefined> {
  while (document.querySelector(headCode))
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  const { __tcfapi: found } = window as { __tcfapi?: unknown };
  return typeof found === 'function' ? (found as Framework) : undefined;
}

/**
 * Calls `onAnswer` with each answer of the framework: true if third parties may store data in the browser (purpose 1).
 * Their scripts query the other purposes themselves.
 */
function listenTo(framework: Framework, onAnswer: (isGiven: boolean) => void): void {
  framework('addEventListener', 2, (data, isSuccess) => {
    if (!isSuccess || !data) return;
    if (data.gdprApplies === false) onAnswer(true);
    else if (data.eventStatus === 'tcloaded' || data.eventStatus === 'useractioncomplete')
      onAnswer(data.purpose?.consents?.['1'] === true);
  });
}

function reopenFramework(framework: Framework): void {
  framework('displayConsentUi', 2, () => {});
}
