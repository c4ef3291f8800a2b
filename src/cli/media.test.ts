import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { commandLine } from '../../test/harness/command-line.ts';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { claimMedia, failMedia, finishMedia } from '../../test/harness/media-jobs.ts';
import type { MediaJob } from '../../test/harness/media-jobs.ts';
import { NotFoundError } from '../lib/errors.ts';
import { runMedia } from './media.ts';
import type { MediaTask } from './media.ts';

onBothDatabases('the media command', (get, place) => {
  const run = async (task: MediaTask) => {
    const lines: string[] = [];
    for await (const line of runMedia(get(), place().dataDir, task)) lines.push(line);
    return lines;
  };
  const claim = async (): Promise<MediaJob> =>
    (await claimMedia(get(), Date.now() + 1000)) ?? expect.fail('Nothing was claimed.');

  test('a file too large to read at once is refused, and the others wait', async () => {
    const [large, small] = [join(place().dataDir, 'large.mp4'), join(place().dataDir, 'small.txt')];
    writeFileSync(small, 'words');
    writeFileSync(large, '');
    truncateSync(large, 2 ** 31);
    await expect(run({ action: 'add', files: [small, large], alt: '' })).rejects.toThrow(
      `${large} is larger than 2 GB, the maximum. Nothing was added.`,
    );
    expect(existsSync(join(place().dataDir, 'media'))).toBe(false);
    rmSync(large);
  });

  test('adds files, lists pending and failed ones, retries them, and regenerates sizes', async () => {
    expect(await run({ action: 'list', failed: false })).toEqual(['All images have their sizes.']);
    const path = join(place().dataDir, 'A view.png');
    writeFileSync(
      path,
      await sharp({ create: { width: 40, height: 30, channels: 3, background: '#4a6fa5' } })
        .png()
        .toBuffer(),
    );
    const added = await run({ action: 'add', files: [path, path], alt: 'A view' });
    expect(added).toEqual([
      expect.stringMatching(/^Added \d{4}\/\d\d\/a-view\.png \[\d+\]\.$/),
      expect.stringMatching(/^Added \d{4}\/\d\d\/a-view-1\.png \[\d+\]\.$/),
    ]);
    const [first = 0, second = 0] = added.map((line) => Number(/\[(\d+)\]/.exec(line)?.[1]));
    expect(existsSync(join(place().dataDir, 'media', /\S+\.png/.exec(added[0] ?? '')?.[0] ?? ''))).toBe(true);
    expect(await run({ action: 'list', failed: false })).toEqual([
      expect.stringContaining('pending'),
      expect.stringContaining('pending'),
      '2 images pending, 0 failed.',
    ]);

    const jobs = [await claim(), await claim()];
    for (const job of jobs) {
      await get().write((tx) =>
        failMedia(
          tx,
          job,
          {
            reason: job.mediaId === first ? 'ENOSPC: no space left on device' : 'It is no picture.',
            again: job.mediaId === first,
          },
          Date.now(),
        ),
      );
    }
    const failed = await run({ action: 'list', failed: true });
    expect(failed).toHaveLength(3);
    expect(failed.join('\n')).toMatch(
      /a-view-1\.png: failed after 1 attempt, no automatic retry: It is no picture\./,
    );
    expect(failed.join('\n')).toMatch(
      /a-view\.png: failed after 1 attempt, next retry at \d{4}-[^ ]+Z: ENOSPC/,
    );
    expect(failed.at(-1)).toBe('0 images pending, 2 failed.');

    expect(await run({ action: 'retry', ids: [second] })).toEqual([
      'The sizes of 1 image will be regenerated.',
    ]);
    await expect(run({ action: 'retry', ids: [second] })).rejects.toThrow(NotFoundError);
    expect(await run({ action: 'retry', ids: [] })).toEqual(['The sizes of 1 image will be regenerated.']);
    expect(await run({ action: 'retry', ids: [] })).toEqual(['Nothing to do.']);
    for (const job of [await claim(), await claim()]) {
      await get().write((tx) =>
        finishMedia(tx, job, {
          width: 40,
          height: 30,
          color: '#4a6fa5',
          focalX: 500,
          focalY: 500,
          sizes: {},
        }),
      );
    }
    expect(await run({ action: 'regenerate', ids: [] })).toEqual([
      'The sizes of 2 images will be regenerated.',
    ]);
    expect(await run({ action: 'regenerate', ids: [first] })).toEqual([
      'The sizes of 1 image will be regenerated.',
    ]);
    await expect(run({ action: 'regenerate', ids: [99_999] })).rejects.toThrow(
      '99999 is not an image in the media library.',
    );
  });
});

test.each<[string[], RegExp]>([
  [[], /Missing action/],
  [['shrink'], /Unknown action "shrink"/],
  [['add'], /needs at least one file/],
  [['retry', 'x'], /attachment IDs, but got "x"/],
  [['retry', '--failed'], /--failed works only with list/],
  [['list', '--alt', 'x'], /--alt works only with add/],
  [['list', '7'], /no argument/],
  [['list', '--loud'], /--loud/],
])('media %j is refused with a sentence and the usage', (args, message) => {
  const { status, stderr } = spawnSync(process.execPath, [commandLine, 'media', ...args], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  expect(stderr).toContain('Usage: npm run broadsheet -- media list');
});
