import { afterAll, beforeAll, expect, test } from 'vitest';
import { updatePost } from '../../src/content/posts/update-post.ts';
import { saveSettings } from '../../src/content/settings/writer.ts';
import { postFeatures } from '../../src/content/types/post-type.ts';
import type { PostFeature } from '../../src/content/types/post-type.ts';
import { registerPostType } from '../../src/content/types/registry.ts';
import type { TakeBack } from '../../src/content/types/registry.ts';
import { findActor } from '../../src/content/users/roles.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makeComment, makeMedia, makePost, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

/** What gives away that a post has a feature, wherever it is shown; what people wrote says of which type its post is. */
const marks: Readonly<Record<Exclude<PostFeature, 'revisions'>, (type: string) => RegExp>> = {
  title: (type) => new RegExp(`title of ${type}\\b`),
  editor: (type) => new RegExp(`text of ${type}\\b`),
  excerpt: (type) => new RegExp(`excerpt of ${type}\\b`),
  author: (type) => new RegExp(`author of ${type}\\b|"author":[1-9]|class="author-box|post-meta-author`),
  thumbnail: (type) => new RegExp(`picture-of-${type}\\b|"featured_media"|has-post-thumbnail`),
  comments: (type) =>
    new RegExp(`comment of ${type}\\b|wp-comments-post|<form id="commentform|id="comments"|#comments|"replies"|commentCount":[1-9]|comment_status|<comments>`),
  related: () => /jp-relatedposts/,
  'page-attributes': () => /"menu_order"/,
  'post-formats': () => /format-video|"format":/,
  sticky: () => /"sticky":/,
};
const shownFeatures = postFeatures.filter((feature) => feature !== 'revisions');
const whole = 'whole';
const lacking = (feature: PostFeature) => `no-${feature}`;

onBothDatabases('what a type does not support', (_get, place) => {
  let site: ServedSite;
  let boss = 0;
  let senders = 0;
  const taken: TakeBack[] = [];
  const idByType = new Map<string, number>();
  const idOf = (type: string) => idByType.get(type) ?? 0;
  const ask = (path: string) => rawRequest(site.url, path);
  const stored = (type: string) => site.database.read.selectFrom('post')
    .select(['title', 'content', 'excerpt', 'author_id', 'featured_media_id', 'comment_status', 'comment_count', 'format', 'sticky', 'menu_order'])
    .where('id', '=', idOf(type)).executeTakeFirstOrThrow();
  const send = (type: string) => rawRequest(site.url, '/wp-comments-post.php', {
    method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': `198.51.100.${++senders}` },
    body: new URLSearchParams({
      comment: `Another comment of ${type}`, author: 'Rea Der', email: 'rea@mail.example', url: '', comment_parent: '0', comment_post_ID: String(idOf(type)),
    }).toString(),
  });

  /** Where the post of a type is shown, each with the features that can be seen there. */
  async function seenOf(type: string): Promise<Record<string, PostFeature[]>> {
    const paths = {
      page: `/${type}/one/`, archive: `/${type}/`, feed: `/${type}/feed/`, embed: `/${type}/one/embed/`, item: `/wp-json/wp/v2/${type}/${idOf(type)}`,
      found: `/?s=text&post_type=${type}`, discussion: `/${type}/one/feed/`, comments: '/comments/feed/',
      'comments in REST': `/wp-json/wp/v2/comments?post=${idOf(type)}`, oembed: `/wp-json/oembed/1.0/embed?url=${encodeURIComponent(`${site.url}/${type}/one/`)}`,
    };
    const seen: Record<string, PostFeature[]> = {};
    for (const [name, path] of Object.entries(paths)) {
      const { status, body } = await ask(path);
      const text = body.replaceAll(/<\/?mark>/g, '');
      seen[name] = status === 200 ? shownFeatures.filter((feature) => marks[feature](type).test(text)) : [];
    }
    const graph = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec((await ask(`/${type}/one/`)).body)?.[1] ?? '';
    seen['structured data'] = shownFeatures.filter((feature) => marks[feature](type).test(graph));
    return seen;
  }

  beforeAll(async () => {
    for (const name of [whole, ...postFeatures.map(lacking)]) {
      const supports = postFeatures.filter((feature) => lacking(feature) !== name);
      taken.push(registerPostType({ name, labels: { plural: name, singular: name }, isArticle: true, supports }));
    }
    site = await serveSite(place(), { trustProxy: ['127.0.0.1'] });
    await site.database.write(async (tx) => {
      await saveSettings(tx, { comment_previously_approved: false, posts_per_rss: 50 });
      boss = await makeUser(tx, { roles: ['administrator'] });
      for (const [index, type] of [whole, ...postFeatures.map(lacking)].entries()) {
        const authorId = await makeUser(tx, { login: `writer-${index}`, displayName: `The author of ${type}`, bio: 'Writes.' });
        const featuredMediaId = await makeMedia(tx, { title: 'Lead', file: { file: `2026/01/picture-of-${type}.jpg`, sizes: {} } });
        const id = await makePost(tx, {
          type, slug: 'one', title: `The title of ${type}`, content: `<!-- wp:paragraph --><p>The text of ${type}.</p><!-- /wp:paragraph -->`,
          excerpt: `The excerpt of ${type}.`, authorId, featuredMediaId, commentStatus: 'open', format: 'video', sticky: true, menuOrder: 7,
        });
        idByType.set(type, id);
        await makeComment(tx, { postId: id, content: `The comment of ${type}` });
      }
    });
  });
  afterAll(async () => {
    taken.splice(0).forEach((takeBack) => takeBack());
    await site.close();
  });

  test('is all shown of a type that supports it', async () => {
    const seen = await seenOf(whole);
    expect(seen).toEqual({
      page: ['title', 'editor', 'excerpt', 'author', 'thumbnail', 'comments', 'related', 'post-formats'],
      archive: ['title', 'excerpt', 'author', 'thumbnail', 'comments'],
      feed: ['title', 'editor', 'excerpt', 'author', 'thumbnail', 'comments'],
      embed: ['title', 'excerpt', 'author', 'thumbnail'],
      item: ['title', 'editor', 'excerpt', 'author', 'thumbnail', 'comments', 'page-attributes', 'post-formats', 'sticky'],
      found: ['title', 'editor', 'author', 'thumbnail', 'comments'],
      discussion: ['title', 'comments'],
      comments: ['title', 'comments'],
      'comments in REST': ['comments'],
      oembed: ['title', 'author', 'thumbnail'],
      'structured data': ['title', 'excerpt', 'author', 'thumbnail', 'comments'],
    });
  });

  test.each(shownFeatures)('%s is shown nowhere, whatever is stored, and all else is where it was', async (feature) => {
    const [before, full, seen] = [await stored(lacking(feature)), await seenOf(whole), await seenOf(lacking(feature))];
    expect(Object.values(full).flat()).toContain(feature);
    expect(Object.entries(seen).filter(([, features]) => features.includes(feature)).map(([where]) => where)).toEqual([]);
    for (const [where, features] of Object.entries(full)) {
      if (feature === 'comments' && ['discussion', 'comments', 'comments in REST'].includes(where)) continue;
      expect([where, seen[where]]).toEqual([where, expect.arrayContaining(features.filter((one) => one !== feature))]);
    }
    expect(await stored(lacking(feature))).toEqual(before);
    expect(before).toMatchObject({ title: `The title of ${lacking(feature)}`, comment_status: 'open', comment_count: 1, format: 'video', sticky: 1 });
  });

  test('comments are not taken, nor shown by their ids; of all other types they are', async () => {
    for (const type of [whole, ...postFeatures.map(lacking)]) {
      const isDiscussed = type !== lacking('comments');
      const { status } = await send(type);
      expect([type, status]).toEqual([type, isDiscussed ? 302 : 403]);
      const { id } = await site.database.read.selectFrom('comment').select('id').where('post_id', '=', idOf(type)).orderBy('id').executeTakeFirstOrThrow();
      expect([type, (await ask(`/wp-json/wp/v2/comments/${id}`)).status]).toEqual([type, isDiscussed ? 200 : 401]);
    }
    expect((await ask(`/${lacking('comments')}/one/feed/`)).status).toBe(404);
    expect((await stored(lacking('comments'))).comment_count).toBe(1);
  });

  test('revisions are kept where a type has them, and a change leaves what is stored of the rest', async () => {
    const actor = await findActor(site.database.read, boss);
    for (const type of [whole, ...postFeatures.map(lacking)]) {
      const before = await stored(type);
      const field = type === lacking('editor') ? { title: 'Renamed' } : { content: 'Written anew' };
      await site.database.write((tx) => updatePost(tx, actor, { id: idOf(type), ...field }, 1));
      expect(await stored(type)).toEqual({ ...before, ...field });
      const revisions = await site.database.read.selectFrom('revision').select('id').where('post_id', '=', idOf(type)).execute();
      expect([type, revisions.length > 0]).toEqual([type, type !== lacking('revisions')]);
    }
  });
});
