import type { IncomingHttpHeaders } from 'node:http';

/** What a page with a variant for phones is chosen by. Tablets get the desktop's. */
export type Device = 'desktop' | 'phone';

const phones = /\b(?:iPhone|iPod|Windows Phone|IEMobile|BlackBerry|BB10|Opera Mini|Opera Mobi|KAIOS)\b/i;
/**
 * Two words that make a phone where the second one stands somewhere behind the first. Looked for one after the other: an expression for both begins anew at
 * each first word.
 */
const pairs = [
  [/\bAndroid\b/i, /\bMobile\b/i],
  [/\bMobile; /i, /\bFirefox\b/i],
] as const;
/** Browsers say what they are in 100 to 300 characters; what stands further back is not looked at. */
const longestAgent = 1024;

/** `Sec-CH-UA-Mobile` decides where it is sent, else the user agent; an iPad is no phone. */
export function deviceOf(headers: IncomingHttpHeaders): Device {
  const hint = headers['sec-ch-ua-mobile'];
  if (hint === '?1') return 'phone';
  if (hint === '?0') return 'desktop';
  const agent = headers['user-agent'];
  return agent !== undefined && isPhone(agent.slice(0, longestAgent)) ? 'phone' : 'desktop';
}

function isPhone(agent: string): boolean {
  return (
    phones.test(agent) ||
    pairs.some(([first, second]) => {
      const found = first.exec(agent);
      return found !== null && second.test(agent.slice(found.index + found[0].length));
    })
  );
}
