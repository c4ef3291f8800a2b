import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadSecret } from '../../src/lib/keys.ts';
import { settleRestore } from '../../src/modules/backup/finish-restore.ts';
import { writeBackup } from '../../src/modules/backup/write-backup.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { dumpTables } from '../harness/dump-tables.ts';
import { endsWithUs } from '../harness/ends-with-us.ts';
import { makePost } from '../harness/factories.ts';
import type { Moment } from './restore-until-killed.ts';

const script = fileURLToPath(new URL('restore-until-killed.ts', import.meta.url));

onBothDatabases('a restore that is killed', (get, place) => {
  const inSite = (name: string) => join(place().dataDir, name);
  const picture = () => readFileSync(inSite('media/picture.txt'), 'utf8');
  const left = () =>
    readdirSync(place().dataDir)
      .filter((name) => !name.startsWith('broadsheet.sqlite'))
      .toSorted();

  /** Puts `words` into the site's only post and picture. */
  const fill = async (words: string) => {
    await get().write(async (tx) => {
      await tx.db.deleteFrom('post').execute();
      await makePost(tx, { title: words, content: `<p>${words}</p>` });
    });
    mkdirSync(inSite('media'), { recursive: true });
    writeFileSync(inSite('media/picture.txt'), words);
  };

  test.each<[Moment, 'Now' | 'Then']>([
    ['before the commit', 'Now'],
    ['after the commit', 'Then'],
    ['before the index', 'Then'],
  ])('%s leaves, after the next start, the rows, files and index of one site: %s', async (moment, words) => {
    loadSecret(place().dataDir);
    await fill('Then');
    const backup = inSite('backup.tar.gz');
    await writeBackup({ database: get(), dataDir: place().dataDir, siteUrl: 'https://news.example' }, backup);
    await fill('Now');
    const child = endsWithUs(
      spawn(
        process.execPath,
        [script, moment, backup, place().dataDir, place().databaseUrl ?? ''].filter(Boolean),
        { stdio: ['ignore', 'pipe', 'inherit'] },
      ),
    );
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');

    await settleRestore({ database: get(), dataDir: place().dataDir });
    const { post = [], counter = [], post_search_key: index = [] } = await dumpTables(get());
    expect([post, picture(), left()]).toEqual([
      [expect.stringContaining(words)],
      words,
      ['backup.tar.gz', 'keys.json', 'media'],
    ]);
    expect(counter.filter((line) => line.includes('restore:'))).toEqual([]);
    expect(index.length).toBeGreaterThan(0);
    await settleRestore({ database: get(), dataDir: place().dataDir }); // nothing is left to do
    expect([picture(), left()]).toEqual([words, ['backup.tar.gz', 'keys.json', 'media']]);
  });
});
