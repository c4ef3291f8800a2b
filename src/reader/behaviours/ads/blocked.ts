import { builderClass } from '../../islands/page-config.ts';
import type { AdsConfig } from '../../islands/page-config.ts';
import { showNotice } from '../notices/notice.ts';

/** Class names that ad blockers hide. */
const bait = 'adsbox ad-banner pub_300x250 text-ad';

/**
 * Whether ads are blocked: the network's script did not load, a check address did not answer, or a bait element was
 * hidden. Always false when offline.
 */
export async function isBlocked(isScriptLoaded: boolean, checkUrls: readonly string[]): Promise<boolean> {
  const answers = await Promise.all([isScriptLoaded, isBaitShown(), ...checkUrls.map(isAnswered)]);
  return navigator.onLine && answers.includes(false);
}

/** Any answer counts, including one that CORS hides from this page. */
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

/** Session cookie set when the reader closes the notice. A cookie because some affected browsers deny access to storage. */
const closed = 'broadsheet_notice_closed=1';

export function showBlockedNotice({ title, text, close }: NonNullable<AdsConfig['notice']>['texts']): void {
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
