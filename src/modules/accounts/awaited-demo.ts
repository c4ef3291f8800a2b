import type { Reader, Tx } from '../../kernel/db/open-database.ts';

/** Remembers the request for the demo until it is installed, since the process that received the form may end before. */
const demoKey = 'site:demo';

export async function isDemoAwaited(read: Reader): Promise<boolean> {
  return (
    (await read.selectFrom('counter').select('key').where('key', '=', demoKey).executeTakeFirst()) !==
    undefined
  );
}

export async function awaitDemo(tx: Tx): Promise<void> {
  await tx.db.insertInto('counter').values({ key: demoKey, value: 1 }).execute();
}

/** Called when the demo is installed or no longer possible. */
export async function endDemoAwaited(tx: Tx): Promise<void> {
  await tx.db.deleteFrom('counter').where('key', '=', demoKey).execute();
}
