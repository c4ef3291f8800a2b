// The site of the hard cases, stored in a folder and created only in the first run.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { broadsheet } from '../../test/harness/demo-server.ts';
import { startRealServer } from '../../test/harness/real-server.ts';
import { hardCases } from './hard-cases.mjs';

export async function startHardCases(folder, files) {
  const dataDir = join(folder, 'hard');
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { recursive: true });
    const own = join(folder, 'hard-cases.xml');
    writeFileSync(own, hardCases);
    for (const file of [...files, own]) await broadsheet(dataDir, 'import', file, '--quiet');
  }
  return startRealServer({ dataDir, databaseUrl: undefined }, { LOG_LEVEL: 'warn' });
}
