import type { Reader, Tx } from '../../kernel/db/open-database.ts';

/** Holds that the demo was asked for, until it is there: the process that took the form may end before. */
const demoKey = 'site:demo';

/** Whether who set the site up asked for the demo magazine, and it has not come yet. */
export async function isDemoAwaited(read: Reader): Promise<boolean> {
  return (
    (await read.selectFrom('counter').select('key').where('key', '=', demoKey).executeTakeFirst()) !==
    undefined
  );
}

/** Who sets the site up asks for it. */
export async function awaitDemo(tx: Tx): Promise<void> {
  await tx.db.insertInto('counter').values({ key: demoKey, value: 1 }).execute();
}

/** The demo is there, or its place is taken. */
export async function endDemoAwaited(tx: Tx): Promise<void> {
  await tx.db.deleteFrom('counter').where('key', '=', demoKey).execute();
}
