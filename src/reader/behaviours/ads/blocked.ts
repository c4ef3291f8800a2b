import { builderClass } from '../../islands/page-config.ts';
import type { AdsConfig } from '../../islands/page-config.ts';
import { showNotice } from '../notices/notice.ts';

/** Class names that ad blockers hide wherever they see them. */
const bait = 'adsbox ad-banner pub_300x250 text-ad';

/**
 * Whether ads are kept away: the network's script did not load, a check address gave no answer, or an element that looks like an ad was hidden. Never when the
 * browser is offline.
 */
export async function isBlocked(isScriptLoaded: boolean, checkUrls: readonly string[]): Promise<boolean> {
  const answers = await Promise.all([isScriptLoaded, isBaitShown(), ...checkUrls.map(isAnswered)]);
  return navigator.onLine && answers.includes(false);
}

/** Any answer will do, also one that this page may not read. */
async function isAnswered(url: string): Promise<boolean> {
  try {
    await fetch(url, { mode: 'no-cors', credentials: 'omit', cache: 'no-store' });
    return true;
  } catch (error) {
    console.info('An ad check was not answered:', error);
    return false;
  }
}

async function isBaitShown(): Promise<boolean> {
  const element = document.createElement('div');
  element.className = bait;
  element.ariaHidden = 'true';
  element.style.cssText = 'position:absolute;left:-99px;top:0;width:1px;height:1px';
  document.body.append(element);
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const isShown = element.offsetHeight > 0;
  element.remove();
  return isShown;
}

/** Set once the reader closed the notice; gone with the browser. A cookie: storage is refused to some of those who are told. */
const closed = 'broadsheet_notice_closed=1';

/** Says so, until the reader closes it; then not again before the browser is closed. */
export function tellBlocked({ title, text, close }: NonNullable<AdsConfig['notice']>['texts']): void {
  if (
    document.cookie.split('; ').includes(closed) ||
    document.documentElement.classList.contains(builderClass)
  )
    return;
  const first = document.createElement('strong');
  first.textContent = title;
  showNotice(
    title,
    [first, text],
    [{ text: close, act: () => (document.cookie = `${closed};path=/;samesite=lax`) }],
  );
}
