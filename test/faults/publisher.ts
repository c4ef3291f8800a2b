import { createPost } from '../../src/modules/posts/writer.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { long } from './effort.ts';

/** Publishes posts one after another, whatever happens to the database, until stopped. */
export interface Publisher {
  /** Titles of the acknowledged posts, by id. */
  readonly published: ReadonlyMap<number, string>;
  /** Titles of failed posts: each may be stored once, or not at all. */
  readonly failed: ReadonlySet<string>;
  /** Resolves once the current write has finished. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPublisher(
  place: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>,
  name: string,
): Promise<Publisher> {
  const database = await openSiteDatabase({ ...place, maxConnections: 2 });
  const published = new Map<number, string>();
  const failed = new Set<string>();
  const control = { stopped: false };
  let underWay: Promise<unknown> = Promise.resolve();
  const publish = async () => {
    for (let n = 0; !control.stopped; n++) {
      const title = `${name} ${n}`;
      underWay = database
        .write((tx) => createPost(tx, { title, status: 'publish', content: `<p>${title}.</p>` }))
        .then(
          (id) => published.set(id, title),
          () => failed.add(title),
        );
      await underWay;
      await new Promise((resolve) => setTimeout(resolve, long ? 20 : 60));
    }
  };
  const ended = publish();
  return {
    published,
    failed,
    settled: async () => void (await underWay),
    stop: async () => {
      control.stopped = true;
      await ended;
      await database.close();
    },
  };
}

/** Acknowledged posts that are missing, and posts stored twice. */
export async function wrongPosts({ read }: Database, { published, failed }: Publisher): Promise<string[]> {
  const rows = await read.selectFrom('post').select(['id', 'title']).execute();
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  const counts = new Map<string, number>();
  for (const { title } of rows) counts.set(title, (counts.get(title) ?? 0) + 1);
  return [
    ...[...published]
      .filter(([id, title]) => titles.get(id) !== title)
      .map(
        ([id, title]) => `post ${id} was acknowledged as "${title}" and is ${titles.get(id) ?? 'not there'}`,
      ),
    ...[...published.values(), ...failed]
      .filter((title) => (counts.get(title) ?? 0) > 1)
      .map((title) => `"${title}" is there twice`),
  ];
}
