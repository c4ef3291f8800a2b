import type { Settings } from '../settings/settings.ts';

/** How long after its publication readers are told of an article, in milliseconds; push services keep messages for browsers that are away until then. */
export const tellingMs = 24 * 3_600_000;

type ScreenSettings = Pick<Settings, 'push_desktop' | 'push_mobile'>;

/** On which kinds of screens readers are asked. */
export function screensAsked({ push_desktop: desktop, push_mobile: mobile }: ScreenSettings): {
  readonly desktop: boolean;
  readonly mobile: boolean;
} {
  return { desktop, mobile };
}

/** Whether readers are asked, on any kind of screen. */
export function isPushOn(settings: ScreenSettings): boolean {
  const { desktop, mobile } = screensAsked(settings);
  return desktop || mobile;
}

/** Whether subscriptions are kept and messages sent here, rather than by a configured service. */
export function sendsItself(settings: ScreenSettings & Pick<Settings, 'push_api_url'>): boolean {
  return isPushOn(settings) && settings.push_api_url === '';
}

/** Path of the service worker, in the root: that is what lets it act for the whole site. Its name carries the provider's. */
export function workerPath({
  push_service_worker: own,
  push_provider: provider,
}: Pick<Settings, 'push_service_worker' | 'push_provider'>): string {
  return own || `/${provider}-push.js`;
}

/** What a browser says of the site when it registers; `domain` has the port where there is one. */
export function domainOf(siteUrl: string): string {
  return new URL(siteUrl).host;
}
