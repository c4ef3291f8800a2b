import type { Config } from '../config.ts';
import { isIndexCurrent, markIndexCurrent } from '../modules/search/index-version.ts';
import { endDemoAwaited, isDemoAwaited } from '../modules/accounts/awaited-demo.ts';
import { saveSettings } from '../modules/settings/writer.ts';
import { ensureAdministrator } from '../modules/users/ensure-administrator.ts';
import { findByPassword } from '../modules/users/reader.ts';
import type { Database } from '../kernel/db/open-database.ts';
import type { SeedOptions } from './seed-demo.ts';
import { ConflictError } from '../lib/errors.ts';

/**
 * Brings a database to where it can serve: schema, first administrator, and on an empty one the demo. Says what it does; says nothing when there is nothing to
 * do. `seed`: for tests.
 */
export async function prepareSite(
  database: Database,
  config: Config,
  say: (line: string) => void,
  seed?: SeedOptions,
): Promise<void> {
  const steps = await database.migrate();
  if (steps.length > 0) say(`Brought the database to its newest schema (${steps.join(', ')}).`);
  const password = await ensureAdministrator(database, {
    user: config.admin.user,
    email: config.admin.email ?? `${config.admin.user}@localhost.invalid`,
    password: config.admin.password,
  });
  if (password) {
    say(`Made the first administrator. User: ${config.admin.user}  Password: ${password}`);
    say('This password is shown once; keep it now.');
  } else if (
    config.admin.password &&
    !(await findByPassword(database.read, config.admin.user, config.admin.password))
  ) {
    say(
      'ADMIN_PASSWORD changes nothing: it is for the first start, and this site has an administrator already; ' +
        `the password of "${config.admin.user}" is another one, or nobody is called so.`,
    );
  }
  const empty = await isEmpty(database);
  // A new site asks nobody who has just come (decision 094); the default is the specification's.
  if (empty && steps.length > 0) await database.write((tx) => saveSettings(tx, { push_second_view: true }));
  if (empty) await database.write(markIndexCurrent);
  else if (!(await isIndexCurrent(database.read)))
    say(
      'The search index was made by an older Broadsheet and misses some words. Make it anew beside the running server: npm run broadsheet -- reindex',
    );
  const isAwaited = await isDemoAwaited(database.read);
  if ((config.demo || isAwaited) && empty) {
    say('Filling the empty site with the demo magazine…');
    const began = Date.now();
    const { seedDemo } = await import('./seed-demo.ts'); // only ever needed once, so not part of every start
    try {
      const posts = await seedDemo(database, config.dataDir, { drawLater: true, ...seed });
      say(
        `The demo is in place: ${posts} posts and pages (${((Date.now() - began) / 1000).toFixed(1)} s), its pictures are drawn behind the running site. ` +
          'DEMO=0 leaves a new site empty.',
      );
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      say('Another process has filled the site meanwhile; the demo stays out.');
    }
  }
  if (isAwaited) await database.write(endDemoAwaited);
}

/** Whether nobody has put anything into this site yet. */
async function isEmpty(database: Database): Promise<boolean> {
  return (await database.read.selectFrom('post').select('id').limit(1).executeTakeFirst()) === undefined;
}
