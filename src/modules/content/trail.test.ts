import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeTerm } from '../../../test/harness/factories.ts';
import { testContent } from '../../../test/harness/load-context.ts';
import { detailsMeta } from '../posts/model.ts';
import { findPost } from '../posts/reader.ts';
import { saveSettings } from '../settings/store.ts';
import { findTerms } from '../terms/reader.ts';
import { findTrail } from './trail.ts';

onBothDatabases('trails', (get) => {
  const ids = { science: 0, space: 0, comets: 0, film: 0 };
  beforeAll(async () => {
    await get().write(async (tx) => {
      ids.science = await makeTerm(tx, { name: 'Science', slug: 'science' });
      ids.space = await makeTerm(tx, { name: 'Space &amp; time', slug: 'space', parentId: ids.science });
      ids.film = await makeTerm(tx, { name: 'Film', slug: 'film' });
    });
  });
  const trailOf = async (id: number, path: string) => {
    const content = testContent(get());
    const post = await findPost(get().read, id);
    return (await findTrail(content, { kind: post?.type ?? '', title: 'Here', path, post })).map(
      ({ name, url }) => `${name} ${url}`,
    );
  };

  test('an article is below its primary category and that one’s ancestors', async () => {
    const [first, primary, bare] = await get().write(async (tx) => [
      await makePost(tx, { slug: 'a', termIds: [ids.film, ids.space] }),
      await makePost(tx, {
        slug: 'b',
        termIds: [ids.film, ids.space],
        meta: detailsMeta({ primaryCategoryId: ids.space }),
      }),
      await makePost(tx, { slug: 'c' }),
    ]);
    expect(await trailOf(first ?? 0, '/a/')).toEqual(['Home /', 'Film /category/film/', 'Here /a/']);
    expect(await trailOf(primary ?? 0, '/b/')).toEqual([
      'Home /',
      'Science /category/science/',
      'Space & time /category/science/space/',
      'Here /b/',
    ]);
    expect(await trailOf(bare ?? 0, '/c/')).toEqual(['Home /', 'Here /c/']);
  });

  test('a page is below its published ancestors, and an attachment below its article', async () => {
    const { deepest, picture } = await get().write(async (tx) => {
      const top = await makePost(tx, { type: 'page', title: 'About', slug: 'about' });
      const draft = await makePost(tx, {
        type: 'page',
        title: 'Nobody knows',
        slug: 'secret',
        parentId: top,
        status: 'draft',
      });
      const article = await makePost(tx, { title: 'An article', slug: 'an-article' });
      return {
        deepest: await makePost(tx, { type: 'page', slug: 'deep', parentId: draft }),
        picture: await makePost(tx, {
          type: 'attachment',
          status: 'inherit',
          slug: 'pic',
          parentId: article,
        }),
      };
    });
    expect(await trailOf(deepest, '/about/secret/deep/')).toEqual([
      'Home /',
      'About /about/',
      'Here /about/secret/deep/',
    ]);
    expect(await trailOf(picture, '/an-article/pic/')).toEqual([
      'Home /',
      'An article /an-article/',
      'Here /an-article/pic/',
    ]);
  });

  test('a term is below its ancestors, the front page has no trail, and home has the name from the settings', async () => {
    const content = testContent(get());
    const term = (await findTerms(get().read, [ids.space])).get(ids.space);
    await get().write((tx) => saveSettings(tx, { translation_home: 'Start' }));
    await expect
      .poll(() => findTrail(content, { kind: 'category', title: 'Space', path: '/x/', term }))
      .toEqual([
        { name: 'Start', url: '/' },
        { name: 'Science', url: '/category/science/' },
        { name: 'Space', url: '/x/' },
      ]);
    expect(await findTrail(content, { kind: 'home', title: 'Home', path: '/' })).toEqual([]);
    expect(await findTrail(content, { kind: 'search', title: 'Search', path: '/?s=a' })).toEqual([
      { name: 'Start', url: '/' },
      { name: 'Search', url: '/?s=a' },
    ]);
  });
});
