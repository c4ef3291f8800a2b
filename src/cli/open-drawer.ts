import type { Database } from '../kernel/db/open-database.ts';
import type { DemoDrawer } from './demo-drawer.ts';
import { demoSource } from './demo-state.ts';

/** The drawer of a demo whose pictures are not all drawn; undefined on every other site, which then loads nothing of the demo. */
export async function openDrawer(database: Database, dataDir: string): Promise<DemoDrawer | undefined> {
  const seeded = await database.read
    .selectFrom('import_item')
    .select('local_id')
    .where('source', '=', demoSource)
    .limit(1)
    .executeTakeFirst();
  return seeded && (await import('./demo-drawer.ts')).DemoDrawer.open(database, dataDir);
}
