import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nginxBinary } from '../bench/nginx.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { startGuideNginx } from '../harness/guide-nginx.ts';
import { startRealServer } from '../harness/real-server.ts';
import type { RealServer } from '../harness/real-server.ts';

const readers = 6;

describe.skipIf(!nginxBinary)('two processes behind nginx, configured as the guide says', () => {
  onBothDatabases('one database', (get, place) => {
    const start = async () => {
      const server = await startRealServer(place(), {
        TRUST_PROXY: '127.0.0.1',
        SITE_URL: 'https://news.example',
      });
      onTestFinished(async () => void (await server.stop()));
      return server;
    };
    const stop = (server: RealServer) => server.stop();
    const kill = async (server: RealServer) => {
      const gone = once(server.process, 'exit');
      server.process.kill('SIGKILL');
      await gone;
    };

    test.each([
      ['stopped', stop],
      ['killed', kill],
    ] as const)('both serve; when one is %s under load no reader fails', async (how, end) => {
      const slug = `words-${how}`;
      await get().write((tx) => makePost(tx, { title: 'Words that stay', slug }));
      const [first, second] = await Promise.all([start(), start()]);
      const nginx = await startGuideNginx(nginxBinary ?? '', [first.url, second.url], {
        connections: readers,
      });
      const answers: string[] = [];
      const readings = { over: false };
      onTestFinished(async () => {
        readings.over = true;
        await nginx.stop();
      });
      const read = async (reader: number) => {
        // Some responses are cached, others rendered.
        for (let n = 0; !readings.over; n++) {
          const path = n % 2 === 0 ? `/${slug}/` : `/?s=words-${reader}-${n}`;
          answers.push(
            await nginx.ask(path).then(
              ({ status }) => String(status),
              (error: unknown) => `${path}: ${String(error)}`,
            ),
          );
        }
      };
      const reading = Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)));
      await expect.poll(() => answers.length).toBeGreaterThan(60);
      // The log lists rendered responses, not cached ones.
      await expect
        .poll(() => [first, second].map((server) => server.output().includes('"url":"/?s=words-')))
        .toEqual([true, true]);
      await end(first);
      const then = answers.length;
      await expect.poll(() => answers.length).toBeGreaterThan(then + 100);
      readings.over = true;
      await reading;
      expect(answers.filter((answer) => answer !== '200')).toEqual([]);
    });
  });
});
