import { rebuildSearchIndex } from '../content/search/rebuild.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/open-database.ts';
import { UsageError } from './command.ts';
import type { Command } from './command.ts';

export const reindexCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- reindex',
    '',
    'Makes the search index anew from the posts; the server may run meanwhile, and finds what is indexed already.',
  ].join('\n'),
  run: async (args) => {
    if (args.length > 0) throw new UsageError(`reindex takes no arguments, and got "${args.join(' ')}".`);
    const database = await openDatabase({ ...readConfig(process.env), busyTimeoutMs: 5000, maxConnections: 2, onWarning: (message) => console.warn(message) });
    try {
      await database.migrate();
      const began = Date.now();
      const posts = await rebuildSearchIndex(database);
      console.log(`The search index holds ${posts} posts and pages (${((Date.now() - began) / 1000).toFixed(1)} s).`);
      return 0;
    } finally {
      await database.close();
    }
  },
};
