import { typeCapabilities } from '../types/capabilities.ts';
import { administrator, capabilities } from './role.ts';
import type { Actor } from '../../kernel/actor.ts';

const names = { cli: 'Command line', import: 'Import' } as const;

/** Who works on the machine itself: has no account, and may do everything. The log says what was done so. */
export function operator(from: 'cli' | 'import' = 'cli'): Actor {
  return {
    id: 0,
    login: '',
    email: '',
    slug: '',
    displayName: names[from],
    url: '',
    bio: '',
    roles: [administrator],
    createdAt: 0,
    revision: 0,
    portrait: '',
    links: [],
    capabilities: new Set([...capabilities, ...typeCapabilities()]),
    from,
  };
}
