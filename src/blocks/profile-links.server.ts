import { profileService } from '../lib/profile-links.ts';
import type { ProfileLink } from '../ui/profile-links.tsx';
import { socialServices } from './core/social-icons.ts';

/** Somebody's addresses as views show them: each with the name and the drawing of its service, or with its host and a link's. */
export function profileLinks(addresses: readonly string[]): ProfileLink[] {
  return addresses.map((url) => {
    const service = profileService(url);
    const { name = '', path = '' } = socialServices[service] ?? {};
    return { url, name: service === 'chain' ? new URL(url).hostname.replace(/^www\./, '') : name, path };
  });
}
