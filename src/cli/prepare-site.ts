import type { Config } from '../config.ts';
import { isIndexCurrent, markIndexCurrent } from '../modules/search/store.ts';
import { endDemoAwaited, isDemoAwaited } from '../modules/accounts/awaited-demo.ts';
import { ensureAdministrator, isUninstalled } from '../modules/accounts/install-site.ts';
import { findByPassword } from '../modules/users/reader.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { ConflictError } from '../lib/errors.ts';
import { createSigner, loadSecret } from '../lib/keys.ts';

/** Prepares a database for serving: schema, first administrator, and the demo if it is empty. Reports each step to `say`. */
export async function prepareSite(
  database: Database,
  config: Config,
  say: (line: string) => void,
): Promise<void> {
  const steps = await database.migrate();
  if (steps.length > 0) say(`Upgraded the database schema (${steps.join(', ')}).`);
  const password = await ensureAdministrator(database, {
    user: config.admin.user,
    email: config.admin.email ?? `${config.admin.user}@localhost.invalid`,
    password: config.admin.password,
  });
  if (password) {
    say(`Created the first administrator. User: ${config.admin.user}  Password: ${password}`);
    say('This password is shown only once. Save it now.');
  } else if (
    config.admin.password &&
    !(await findByPassword(database.read, config.admin.user, config.admin.password))
  ) {
    say(
      'ADMIN_PASSWORD is ignored: it applies only to the first start, and this site already has an administrator; ' +
        `"${config.admin.user}" has a different password or does not exist.`,
    );
  }
  const empty = await isEmpty(database);
  if (empty) await database.write(markIndexCurrent);
  else if (!(await isIndexCurrent(database.read)))
    say(
      'The search index was built by an older version and lacks some words. Rebuild it while the server is running: npm run broadsheet -- reindex',
    );
  const isAwaited = await isDemoAwaited(database.read);
  if ((config.demo || isAwaited) && empty) {
    say('Filling the empty site with the demo magazine…');
    const began = Date.now();
    const { seedDemo } = await import('./seed-demo.ts'); // needed only once, so not loaded at every start
    try {
      const posts = await seedDemo(database, config.dataDir);
      say(
        `Demo installed: ${posts} posts and pages (${((Date.now() - began) / 1000).toFixed(1)} s). ` +
          'Set DEMO=0 to start with an empty site.',
      );
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      say('Another process has added content in the meantime, so the demo was not installed.');
    }
  }
  if (isAwaited) await database.write(endDemoAwaited);
}

async function isEmpty(database: Database): Promise<boolean> {
  return (await database.read.selectFrom('post').select('id').limit(1).executeTakeFirst()) === undefined;
}

interface Installed {
  /** Closes the placeholder server; the port is free afterwards. */
  close(): Promise<void>;
}

/**
 * Sets up an empty site in the browser if neither the environment nor a terminal provides the administrator. Returns
 * undefined when that is not needed. Logs the URL with the access token.
 */
export async function installFirst(
  database: Database,
  config: Config,
  {
    port,
    siteUrl,
    say,
    hasTerminal,
  }: {
    readonly port: number;
    readonly siteUrl: string;
    readonly say: (line: string) => void;
    readonly hasTerminal: boolean;
  },
): Promise<Installed | undefined> {
  if (config.isAnswered || hasTerminal) return undefined;
  await database.migrate();
  if (!(await isUninstalled(database.read))) return undefined;
  const { openInstaller } = await import('../site/install/installer.tsx'); // needed only once
  await database.watch({ isServing: false }); // filling the site would exceed the timeouts for visitors
  const installer = await openInstaller({
    config,
    database,
    siteUrl,
    signer: createSigner(loadSecret(config.dataDir)),
  });
  await installer.listen(port);
  say(
    `This site is not set up yet. Open ${installer.address} to set it up. Anyone with this address can do so; keep it private.`,
  );
  await installer.done;
  say('The site is set up.');
  return { close: installer.close };
}
