import { rebuildSearchIndex } from '../modules/search/store.ts';
import { UsageError } from './command.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

export const reindexCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- reindex',
    '',
    'Rebuilds the search index from the posts. The server may be running; searches find the posts indexed so far.',
  ].join('\n'),
  run: async (args) => {
    if (args.length > 0) throw new UsageError(`reindex takes no arguments, but got "${args.join(' ')}".`);
    await withDatabase(async (database) => {
      await database.migrate();
      const began = Date.now();
      const posts = await rebuildSearchIndex(database);
      console.log(
        `The search index contains ${posts} posts and pages (${((Date.now() - began) / 1000).toFixed(1)} s).`,
      );
    });
    return 0;
  },
};
