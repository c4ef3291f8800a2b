import { scriptAddress } from '../../islands/script-address.ts';
import { trust } from '../../islands/trust.ts';

/**
 * A script like one that was parsed, and so never runs: made by hand it is trusted as our loader is. So it is for code of the site's settings only, and an
 * address has to be of an origin that the page names.
 */
export function makeScript(parsed: HTMLScriptElement): HTMLScriptElement {
  const live = document.createElement('script');
  for (const { name, value } of parsed.attributes) {
    if (name === 'src') live.src = scriptAddress(value);
    // No handler runs here.
    else if (!name.startsWith('on')) live.setAttribute(name, value);
  }
  live.async = parsed.hasAttribute('async');
  if (parsed.text !== '') live.text = trust().createScript(parsed.text);
  return live;
}
