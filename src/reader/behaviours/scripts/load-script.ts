import { scriptAddress } from '../../islands/script-address.ts';
import type { TrustingWindow } from '../../islands/trust.ts';

const coming = new Map<string, Promise<void>>();
/** Marks of ours, from which our own code starts things. */
const marks = /\bdata-(?:behaviour|late|island|config)\b/i;
let isOpen = false;

/**
 * Scripts of others write HTML and script addresses of their own as strings: the policy `default` passes HTML without marks of ours, and the addresses that our
 * own policy passes. It is made before the first of them comes, on pages where a setting or a reader asked for one.
 */
export function letOthersIn(): void {
  const { trustedTypes } = window as unknown as Pick<TrustingWindow, 'trustedTypes'>;
  if (isOpen || !trustedTypes) return;
  isOpen = true;
  trustedTypes.createPolicy('default', {
    createHTML: (html) => {
      if (marks.test(html)) throw new TypeError('This HTML would start code of the page.');
      return html;
    },
    createScriptURL: (url) => scriptAddress(url),
  });
}

/**
 * Puts a script of another site into the page, once; rejects when it does not come, and the next call tries anew. Throws for an origin that the page does not
 * name.
 */
export function loadScript(url: string): Promise<void> {
  letOthersIn();
  const loading =
    coming.get(url) ??
    new Promise<void>((resolve, reject) => {
      const element = document.createElement('script');
      element.src = scriptAddress(url);
      element.addEventListener('load', () => resolve());
      element.addEventListener('error', () => {
        coming.delete(url);
        element.remove();
        reject(new Error(`The script ${url} did not come.`));
      });
      document.head.append(element);
    });
  coming.set(url, loading);
  return loading;
}
