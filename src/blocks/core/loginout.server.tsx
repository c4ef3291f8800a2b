import { defineCoreBlock } from './core-block.ts';

/** Leads people to where they sign in and out. This site has no such page, so nobody is led there, and no form takes a password that nothing receives. */
export const block = defineCoreBlock({ name: 'core/loginout', attributes: {}, load: async () => undefined });
