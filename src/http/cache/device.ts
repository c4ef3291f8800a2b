import type { IncomingHttpHeaders } from 'node:http';

/** What a page with a variant for phones is chosen by. Tablets get the desktop's. */
export type Device = 'desktop' | 'phone';

const phones = /\b(?:iPhone|iPod|Windows Phone|IEMobile|BlackBerry|BB10|Opera Mini|Opera Mobi|KAIOS)\b|\bAndroid\b.*\bMobile\b|\bMobile; .*\bFirefox\b/i;

/** `Sec-CH-UA-Mobile` decides where it is sent, else the user agent; an iPad is no phone. */
export function deviceOf(headers: IncomingHttpHeaders): Device {
  const hint = headers['sec-ch-ua-mobile'];
  if (hint === '?1') return 'phone';
  if (hint === '?0') return 'desktop';
  const agent = headers['user-agent'];
  return agent !== undefined && phones.test(agent) ? 'phone' : 'desktop';
}
