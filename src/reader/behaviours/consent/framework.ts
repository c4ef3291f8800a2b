import { headCode } from '../../islands/page-config.ts';

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
export async function findFramework(): Promise<Framework | undefined> {
  while (document.querySelector(headCode)) await new Promise((resolve) => setTimeout(resolve, lookAgain));
  const { __tcfapi: found } = window as { __tcfapi?: unknown };
  return typeof found === 'function' ? (found as Framework) : undefined;
}

/**
 * Tells every answer that the framework has or gets: true where it lets third parties keep things in the browser (purpose 1). For the rest, their scripts ask
 * it themselves.
 */
export function listenTo(framework: Framework, settle: (isGiven: boolean) => void): void {
  framework('addEventListener', 2, (data, isSuccess) => {
    if (!isSuccess || !data) return;
    if (data.gdprApplies === false) settle(true);
    else if (data.eventStatus === 'tcloaded' || data.eventStatus === 'useractioncomplete')
      settle(data.purpose?.consents?.['1'] === true);
  });
}

/** Has the framework ask the reader again. */
export function askAgain(framework: Framework): void {
  framework('displayConsentUi', 2, () => {});
}
