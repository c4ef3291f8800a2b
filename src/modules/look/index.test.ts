import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { claimJobs } from '../../kernel/jobs/claim.ts';
import { maxStayMs, removalJob } from '../media/queue.ts';
import { removeUploads } from '../media/jobs.ts';
import { saveSettings } from '../settings/store.ts';

const file = (letter: string) => `${letter.repeat(32)}.woff2`;
const font = (letter: string) => ({
  file: file(letter),
  family: 'Own',
  style: 'normal' as const,
  weights: [400, 700] as const,
  range: 'U+20-7E',
});

onBothDatabases('fonts that no look names', (get, place) => {
  const useFonts = (ownFonts: object | undefined) =>
    get().write((tx) => saveSettings(tx, { look: ownFonts ? { base: 'review', ownFonts } : null }));
  const leaving = () =>
    get()
      .read.selectFrom('job')
      .select(['key', 'payload', 'due_at'])
      .where('kind', '=', removalJob.name)
      .orderBy('key')
      .execute();

  test('are deleted with their files a day later, unless a look names them again or for other characters', async () => {
    const begun = Date.now();
    await useFonts({ headlines: [font('a'), font('b')], text: [font('c')] });
    expect(await leaving()).toEqual([]);
    await useFonts({ headlines: [font('c')] });
    const rows = await leaving();
    expect(rows.map(({ key }) => key)).toEqual([`fonts/${file('a')}`, `fonts/${file('b')}`]);
    expect(rows.every(({ due_at: due }) => Number(due) >= begun + maxStayMs)).toBe(true);
    expect(await claimJobs(get(), removalJob, Date.now(), 5)).toEqual([]);
    expect(await claimJobs(get(), removalJob, begun + maxStayMs - 1, 5)).toEqual([]);
    await useFonts({ headlines: [font('b')] });
    expect((await leaving()).map(({ key }) => key)).toEqual([`fonts/${file('a')}`, `fonts/${file('c')}`]);
    await useFonts(undefined);
    const deleted = await leaving();
    expect(deleted.map(({ key }) => key)).toEqual(['a', 'b', 'c'].map((letter) => `fonts/${file(letter)}`));
    expect(
      (await claimJobs(get(), removalJob, Date.now() + maxStayMs, 5)).map(({ key }) => key).toSorted(),
    ).toEqual(deleted.map(({ key }) => key));
    const { paths } = JSON.parse(deleted[0]?.payload ?? '{}') as { readonly paths: readonly string[] };
    const path = join(place().dataDir, 'media', paths[0] ?? '');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'font');
    await removeUploads(place().dataDir, paths);
    expect(existsSync(path)).toBe(false);
  });
});
