import type { IncomingHttpHeaders } from 'node:http';

/** Selects the variant of a page. Tablets get the desktop's. */
export type Device = 'desktop' | 'phone';

const phones = /\b(?:iPhone|iPod|Windows Phone|IEMobile|BlackBerry|BB10|Opera Mini|Opera Mobi|KAIOS)\b/i;
/**
 * Two words that identify a phone if the second one follows the first. Matched separately: a combined expression would
 * restart at each first word.
 */
const pairs = [
  [/\bAndroid\b/i, /\bMobile\b/i],
  [/\bMobile; /i, /\bFirefox\b/i],
] as const;
/** User agents have 100 to 300 characters; anything beyond this is ignored. */
const maxAgentLength = 1024;

/** `Sec-CH-UA-Mobile` takes precedence over the user agent; an iPad is no phone. */
export function deviceOf(headers: IncomingHttpHeaders): Device {
  const hint = headers['sec-ch-ua-mobile'];
  if (hint === '?1') return 'phone';
  if (hint === '?0') return 'desktop';
  const agent = headers['user-agent'];
  return agent !== undefined && isPhone(agent.slice(0, maxAgentLength)) ? 'phone' : 'desktop';
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
