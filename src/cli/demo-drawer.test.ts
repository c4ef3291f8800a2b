import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { onDrawnDatabase } from '../../test/harness/databases.ts';
import { deletePost } from '../modules/posts/writer.ts';
import { DemoDrawer } from './demo-drawer.ts';
import { openDrawer } from './prepare-site.ts';
import { removeDemo } from './remove-demo.ts';
import { sayProgress } from './terminal.ts';
import { seedDemo } from './seed-demo.ts';

onDrawnDatabase('pictures of the demo that are drawn later', (get, place) => {
  const path = (file: string) => join(place().dataDir, 'media', file);
  const undrawn = () =>
    get()
      .read.selectFrom('media')
      .select(['post_id', 'file', 'width', 'height'])
      .where('bytes', '=', 0)
      .orderBy('post_id')
      .execute();
  const open = async () => (await openDrawer(get(), place().dataDir)) ?? expect.fail('Nothing is undrawn.');

  test('a site without the demo has none', async () => {
    expect(await openDrawer(get(), place().dataDir)).toBeUndefined();
  });

  test('are drawn when somebody asks, whole and as their rows say; a name that is taken is left alone', async () => {
    const month = new Date().toISOString().slice(0, 7).replace('-', '/');
    mkdirSync(path(month), { recursive: true });
    writeFileSync(path(`${month}/portrait-ines-okafor.jpg`), 'of somebody else');
    await seedDemo(get(), place().dataDir, { pictureWidth: 200, drawLater: true });
    expect(readdirSync(path(month))).toEqual(['portrait-ines-okafor.jpg']);
    const all = await undrawn();
    expect(all.map(({ file }) => file)).toContain(`${month}/portrait-ines-okafor-1.jpg`);
    const drawer = await open();
    const picture = all.find(({ height }) => height === 133) ?? expect.fail('There is no picture.');
    expect(drawer.ready('2001/01/none.jpg')).toBeUndefined();
    await Promise.all([drawer.ready(picture.file), drawer.ready(picture.file)]);
    expect(await sharp(path(picture.file)).metadata()).toMatchObject({
      width: picture.width,
      height: picture.height,
    });
    expect(
      await get()
        .read.selectFrom('media')
        .select(['bytes', 'color', 'focus_given', 'width', 'height'])
        .where('post_id', '=', picture.post_id)
        .executeTakeFirst(),
    ).toEqual({
      bytes: expect.toSatisfy((bytes: number) => bytes > 1000),
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      focus_given: 1,
      width: picture.width,
      height: picture.height,
    });
    expect(drawer.ready(picture.file)).toBeUndefined();
    expect(await undrawn()).toHaveLength(all.length - 1);
    await drawer.close();
  });

  test('are gone on with by the next process, with a count', async () => {
    const stopped = await open();
    const before = (await undrawn()).length;
    await stopped.drawAll((done) => {
      if (done === 3) void stopped.close();
    });
    const others = await undrawn();
    expect(others.length).toBeLessThan(before);
    // A dozen of them show it as well as all, in a tenth of the time.
    const left = 12;
    await get().write((tx) =>
      tx.db
        .updateTable('media')
        .set({ bytes: 1 })
        .where(
          'post_id',
          'in',
          others
            .filter(({ file }) => file.endsWith('.jpg'))
            .slice(left)
            .map((one) => one.post_id),
        )
        .execute(),
    );
    await get().write((tx) =>
      tx.db
        .updateTable('media')
        .set({ bytes: 1 })
        .where('bytes', '=', 0)
        .where('file', 'like', '%.webm')
        .execute(),
    );
    const wanted = await undrawn();
    const said: string[] = [];
    await (await open()).drawAll(sayProgress((line) => said.push(line)));
    expect(said.at(-1)).toBe(`  ${left} of ${left} pictures and films of the demo are drawn`);
    expect(said).toHaveLength(left);
    expect(await undrawn()).toEqual([]);
    expect(await DemoDrawer.open(get(), place().dataDir)).toBeUndefined();
    for (const { file } of wanted) expect(existsSync(path(file)), file).toBe(true);
  });

  test('leave nothing where they were removed while they were drawn', async () => {
    for (const { post_id: id, file } of (
      await get()
        .read.selectFrom('media')
        .select(['post_id', 'file'])
        .where('bytes', '>', 1)
        .where('file', 'like', '%.jpg')
        .orderBy('post_id')
        .execute()
    ).slice(0, 2)) {
      await get().write((tx) =>
        tx.db.updateTable('media').set({ bytes: 0 }).where('post_id', '=', id).execute(),
      );
      rmSync(path(file));
      const drawer = await open();
      await get().write((tx) => deletePost(tx, id));
      await drawer.ready(file);
      expect(existsSync(path(file))).toBe(false);
    }
    expect(await removeDemo(get(), place().dataDir)).toHaveLength(1);
  });
});
