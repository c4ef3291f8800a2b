import { mayEditTemplates } from '../../modules/templates/policy.ts';
import type { Trial } from '../../modules/templates/trial.ts';
import type { Actor } from '../../kernel/actor.ts';
import { wholeText } from '../../lib/text-around.ts';
import { withQuery } from '../../lib/with-query.ts';
import { stillPage } from '../pages/still-page.ts';
import type { Device } from '../cache/device.ts';
import type { RenderedReply } from '../cache/rendered-reply.ts';
import type { KeyedRequest } from '../cache/request-key.ts';

/** Parameters of any page's address that count for people who may edit templates; to everybody else they say nothing. */
const names = { template: 'template_preview', device: 'device', scheme: 'scheme' } as const;

/** What a page is to be shown with. */
export interface TrialAsked {
  readonly trial: Trial;
  /** Undefined: that of who asks. */
  readonly device: Device | undefined;
}

/**
 * The template, device and colours that somebody wants to see this page with: `?template_preview=12&device=phone`, one of them at least of the first two.
 * Undefined for who may not edit templates, and in previews of posts, which have a device of their own.
 */
export function trialAsked(
  actor: Actor | undefined,
  { parameters }: Pick<KeyedRequest, 'parameters'>,
): TrialAsked | undefined {
  const [template, device, scheme] = [
    parameters.get(names.template),
    parameters.get(names.device),
    parameters.get(names.scheme),
  ];
  const known = device === 'phone' || device === 'desktop' ? device : undefined;
  if (
    (template === undefined && known === undefined) ||
    parameters.get('preview') === 'true' ||
    !mayEditTemplates(actor)
  )
    return undefined;
  return {
    trial: { template, isDark: scheme === 'dark' ? true : scheme === 'light' ? false : undefined },
    device: known,
  };
}

/** Nothing of it runs, loads from other sites but pictures and sound, or leads anywhere; only our own pages may frame it (decision 099). */
const policy = [
  `default-src 'none'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data: https: http:`,
  `media-src 'self' https: http:`,
  `font-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'self'`,
  'sandbox allow-same-origin',
].join('; ');

/** A page that somebody tries a template on, as the picture of itself that they get; a redirect takes along what was asked. */
export function trialReply(
  reply: RenderedReply,
  { parameters }: Pick<KeyedRequest, 'parameters'>,
  { isDark }: Trial,
): RenderedReply {
  const { body } = reply;
  const { location, ...headers } = reply.headers ?? {};
  if (location !== undefined) {
    const carried = Object.values(names).flatMap((name) => {
      const value = parameters.get(name);
      return value === undefined ? [] : [[name, value]];
    });
    return {
      ...reply,
      headers: { ...headers, location: withQuery(location, new URLSearchParams(carried).toString()) },
    };
  }
  if (Buffer.isBuffer(body) || !reply.contentType.startsWith('text/html')) return reply;
  const { link: _preloads, ...kept } = headers;
  const page = typeof body === 'string' ? body : wholeText(body);
  return {
    ...reply,
    body: stillPage(page, isDark),
    headers: { ...kept, 'content-security-policy': policy, 'x-robots-tag': 'noindex' },
  };
}
