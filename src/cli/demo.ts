import { noteChange } from '../kernel/command.ts';
import { operator } from '../modules/users/role.ts';
import { UsageError } from './command.ts';
import type { Command } from './command.ts';
import { prepareSite } from './prepare-site.ts';
import { refuseUnlessEmpty, seedDemo } from './seed-demo.ts';
import { withNewDatabase } from './with-database.ts';

export const demoCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- demo',
    '',
    'Adds the demo magazine to the database set by DATA_DIR or DATABASE_URL. A site with any post, page or media file is left unchanged.',
  ].join('\n'),
  run: async (args) => {
    if (args.length > 0) throw new UsageError(`demo takes no arguments, but got "${args.join(' ')}".`);
    await withNewDatabase(async (database, config) => {
      await prepareSite(database, { ...config, demo: false }, console.log);
      await refuseUnlessEmpty(database.read);
      console.log('Creating articles and copying images…');
      const began = Date.now();
      const posts = await seedDemo(database, config.dataDir);
      const summary = `the demo magazine: ${posts} posts and pages`;
      await database.write((tx) =>
        noteChange(tx, operator(), { verb: 'import', kind: 'site', itemId: 0, summary }),
      );
      console.log(
        `Demo installed: ${posts} posts and pages (${((Date.now() - began) / 1000).toFixed(1)} s).`,
      );
    });
    return 0;
  },
};
