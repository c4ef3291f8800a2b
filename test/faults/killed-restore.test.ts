import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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

    const said: string[] = [];
    const settle = () =>
      settleRestore({ database: get(), dataDir: place().dataDir }, (line) => said.push(line));
    await settle();
    const { post = [], counter = [], post_search_key: index = [] } = await dumpTables(get());
    expect([post, picture(), left()]).toEqual([
      [expect.stringContaining(words)],
      words,
      ['backup.tar.gz', 'keys.json', 'media'],
    ]);
    expect(counter.filter((line) => line.includes('restore:'))).toEqual([]);
    expect(index.length).toBeGreaterThan(0);
    await settle(); // nothing is left to do
    expect(said).toEqual([expect.stringMatching(words === 'Now' ? 'reverted' : 'completed')]);
    expect([picture(), left()]).toEqual([words, ['backup.tar.gz', 'keys.json', 'media']]);
  });

  test('a lock of another host stops the start until it is abandoned, and nothing moves', async () => {
    loadSecret(place().dataDir);
    await fill('Now');
    const unpacked = 'media.restoring-0a1b2c3d';
    mkdirSync(inSite(unpacked));
    const journal = JSON.stringify({ unpacked, replaced: ['media', 'keys.json'] });
    writeFileSync(inSite('restore-swap.json'), journal);
    writeFileSync(inSite('restore.lock'), 'another-host~12~run');
    const settle = () => settleRestore({ database: get(), dataDir: place().dataDir }, () => {});
    await expect(settle()).rejects.toThrow('A restore into DATA_DIR is not finished (restore.lock).');
    expect([picture(), left()]).toEqual([
      'Now',
      expect.arrayContaining(['restore-swap.json', 'restore.lock', unpacked]),
    ]);
    utimesSync(inSite('restore.lock'), 0, 0);
    await settle();
    expect([picture(), left().filter((name) => name.startsWith('restore'))]).toEqual(['Now', []]);
  });

  // Every moment between the moves of the media, and of undoing them; f: the backup's, b: the site's former.
  test.each([
    ['before the first move', ['media'], { fresh: 'f', place: 'b' }, 'b'],
    ['between the moves', ['media'], { fresh: 'f', before: 'b' }, 'b'],
    ['after both moves', ['media'], { place: 'f', before: 'b' }, 'b'],
    ['while it was undone', ['media'], { fresh: 'f', before: 'b' }, 'b'],
    ['after it was undone', ['media'], { place: 'b' }, 'b'],
    ['of a new site, before the move', [], { fresh: 'f' }, undefined],
    ['of a new site, after the move', [], { place: 'f' }, undefined],
    ['of a new site, after it was undone', [], {}, undefined],
  ])(
    '%s, without a commit, the files before it are back, once',
    async (_moment, replaced, files, expected) => {
      const unpacked = 'media.restoring-0a1b2c3d';
      const names = { fresh: unpacked, place: 'media', before: `${unpacked}.before` };
      for (const name of Object.values(names)) rmSync(inSite(name), { recursive: true, force: true });
      for (const [role, content] of Object.entries(files)) {
        mkdirSync(inSite(names[role as keyof typeof names]));
        writeFileSync(inSite(`${names[role as keyof typeof names]}/picture.txt`), content);
      }
      writeFileSync(
        inSite('restore-swap.json'),
        JSON.stringify({ unpacked, replaced: [...replaced, 'keys.json'] }),
      );
      for (let time = 0; time < 2; time++) {
        await settleRestore({ database: get(), dataDir: place().dataDir }, () => {});
        expect(existsSync(inSite('media')) ? picture() : undefined).toBe(expected);
        expect(left().filter((name) => name.startsWith('media.') || name.startsWith('restore'))).toEqual([]);
      }
    },
  );
});
