import { noteChange } from '../kernel/command.ts';
import { operator } from '../modules/users/role.ts';
import { UsageError } from './command.ts';
import type { Command } from './command.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { prepareSite, openDrawer } from './prepare-site.ts';
import { refuseUnlessEmpty, seedDemo } from './seed-demo.ts';
import { sayProgress } from './terminal.ts';
import { withNewDatabase } from './with-database.ts';

/** Goes on with a demo of which the pictures are not all there, as where its disk was full; false where nothing is left to draw. */
async function drawRest(database: Database, dataDir: string): Promise<boolean> {
  const drawer = await openDrawer(database, dataDir);
  if (!drawer) return false;
  console.log('The articles of the demo are there; drawing the pictures that are missing…');
  await drawer.drawAll(sayProgress(console.log));
  console.log('The demo is in place.');
  return true;
}

export const demoCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- demo',
    '',
    'Where to: the database that DATA_DIR or DATABASE_URL name. A site that has any post, page or picture is left as it is; a demo that broke off goes on.',
  ].join('\n'),
  run: async (args) => {
    if (args.length > 0) throw new UsageError(`demo takes no arguments, and got "${args.join(' ')}".`);
    await withNewDatabase(async (database, config) => {
      await prepareSite(database, { ...config, demo: false }, console.log);
      if (await drawRest(database, config.dataDir)) return;
      await refuseUnlessEmpty(database.read);
      console.log('Writing the articles and drawing the pictures…');
      const began = Date.now();
      const posts = await seedDemo(database, config.dataDir, { onProgress: sayProgress(console.log) });
      const summary = `the demo magazine: ${posts} posts and pages`;
      await database.write((tx) =>
        noteChange(tx, operator(), { verb: 'import', kind: 'site', itemId: 0, summary }),
      );
      console.log(
        `The demo is in place: ${posts} posts and pages (${((Date.now() - began) / 1000).toFixed(1)} s).`,
      );
    });
    return 0;
  },
};
