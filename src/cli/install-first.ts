import type { Config } from '../config.ts';
import { isUninstalled } from '../modules/accounts/install-site.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { createSigner, loadSecret } from '../lib/keys.ts';

/** A site that was set up in the browser. */
export interface Installed {
  /** Ends what tells that the site is coming; the port is free then. */
  close(): Promise<void>;
}

/**
 * Asks in the browser how an empty site is to be, where neither the environment says who runs it nor a terminal shows a password; undefined where it is not
 * empty, or need not be asked. The address with the token that lets in is said to the log.
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
  const { openInstaller } = await import('../site/install/installer.tsx'); // only ever needed once
  await database.watch({ isServing: false }); // what fills the site takes longer than a reader waits
  const installer = await openInstaller({
    config,
    database,
    siteUrl,
    signer: createSigner(loadSecret(config.dataDir)),
  });
  await installer.listen(port);
  say(`This site is not set up yet. Open ${installer.address} to do that; who has the address gets in.`);
  await installer.done;
  say('The site is set up.');
  return { close: installer.close };
}
