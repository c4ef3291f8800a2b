import { beforeAll, expect, test } from 'vitest';
import { actorOf } from '../../../test/harness/actors.ts';
import { pageOf, showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeComment, makePost, makeUser } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { anybody } from '../../modules/content/viewer.ts';
import { renderDocument } from '../../site/pages/render-document.ts';
import { pageNumbers } from './page-numbers.tsx';

const parts =
  '<!-- wp:comment-author-avatar {"width":40,"height":60} /--><!-- wp:comment-author-name /--><!-- wp:comment-date /-->' +
  '<!-- wp:comment-edit-link /--><!-- wp:comment-content /--><!-- wp:comment-reply-link /-->';
const template = `<!-- wp:comment-template -->${parts}<!-- /wp:comment-template -->`;
const pagination =
  '<!-- wp:comments-pagination {"paginationArrow":"arrow"} --><!-- wp:comments-pagination-previous /-->' +
  '<!-- wp:comments-pagination-numbers /--><!-- wp:comments-pagination-next {"label":"<b>Later</b>"} /--><!-- /wp:comments-pagination -->';
const whole =
  `<!-- wp:comments --><div class="wp-block-comments"><!-- wp:comments-title /-->${template}${pagination}<!-- wp:post-comments-form /--></div>` +
  '<!-- /wp:comments -->';

onBothDatabases('WordPress’ comment blocks', (get) => {
  let site: PageSite;
  let id: number;
  let first: number;
  let answer: number;
  beforeAll(async () => {
    site = pageSite(get());
    await get().write(async (tx) => {
      const author = await makeUser(tx, { displayName: 'Ada' });
      id = await makePost(tx, { title: 'Bells', slug: 'bells', authorId: author, commentStatus: 'open' });
      first = await makeComment(tx, {
        postId: id,
        authorName: 'Bo <b>',
        authorUrl: 'https://bo.example/',
        content: 'First <script>x()</script>words',
      });
      answer = await makeComment(tx, {
        postId: id,
        parentId: first,
        userId: author,
        authorName: 'Ada',
        content: 'Answer',
      });
      await makeComment(tx, { postId: id, status: 'hold', content: 'Held' });
    });
  });
  const show = async (markup: string, post = id) => showMarkup(site, markup, await pageOf(site, post));

  test('threads are lists with WordPress’ classes, and each comment has its parts', async () => {
    const html = await show(whole);
    expect(html).toContain('<h2 id="comments" class="wp-block-comments-title">2 responses to “Bells”</h2>');
    expect(html).toMatch(
      new RegExp(
        `<ol class="wp-block-comment-template"><li id="comment-${first}" class="comment even thread-even depth-1 parent">`,
      ),
    );
    expect(html).toMatch(
      new RegExp(`<ol><li id="comment-${answer}" class="comment byuser bypostauthor odd alt depth-2">`),
    );
    expect(html).toContain(
      '<div class="wp-block-comment-author-name"><a rel="external nofollow ugc" href="https://bo.example/" target="_self">Bo',
    );
    expect(html).toMatch(
      new RegExp(
        `<div class="wp-block-comment-date"><time dateTime="[^"]+"><a href="/bells/#comment-${first}">`,
        'i',
      ),
    );
    expect(html).toContain(`href="/bells/?replytocom=${first}#respond"`);
    expect(html).toMatch(
      /<div class="wp-block-comment-author-avatar"><span class="avatar[^"]*" style="width:40px;height:60px;font-size:15px/,
    );
    expect(html).toMatch(/<div class="wp-block-comment-content comment-content"><p>First/);
    expect(html).not.toContain('x()');
    expect(html).not.toContain('Held');
    expect(html).not.toContain('wp-block-comments-pagination');
    expect(html).not.toContain('wp-block-comment-edit-link');
    expect(html).toMatch(/<div [^>]*class="wp-block-post-comments-form comment-respond"[^>]*>/);
    expect(html).toMatch(/data-late="comment-form"/);
  });

  test('links moderators to the editing of a comment', async () => {
    const shownTo = async (...capabilities: string[]) => {
      const actor = { ...actorOf('subscriber', 1), capabilities: new Set(capabilities) };
      const render = await site.begin(await pageOf(site, id), undefined, { ...anybody, actor });
      return renderDocument(
        site.documents.template(
          template.replace('edit-link', 'edit-link {"linkTarget":"_blank"}'),
          'template:x',
        ),
        'x',
        render,
      );
    };
    expect(await shownTo('moderate_comments')).toContain(
      `<div class="wp-block-comment-edit-link"><a href="/wp-admin/comment.php?action=editcomment&amp;c=${first}" target="_blank">Edit</a></div>`,
    );
    expect(await shownTo('edit_posts', 'edit_others_posts', 'manage_options')).not.toContain(
      'comment-edit-link',
    );
  });

  test('a page has one form and no duplicate id, however many blocks show comments, and the legacy block shows the whole discussion', async () => {
    const html = await show(
      whole +
        whole +
        '<!-- wp:post-comments-form /--><!-- wp:post-comments /--><!-- wp:comments {"legacy":true} /-->',
    );
    for (const page of [
      html,
      await show(`<!-- wp:broadsheet/post-comments /-->${whole}`),
      await show(`<!-- wp:post-comments /-->${whole}`),
    ]) {
      for (const name of ['respond', 'comments', `comment-${first}`])
        expect(page.match(new RegExp(`id="${name}"`, 'g')), name).toHaveLength(1);
    }
    expect(html).toContain('<p class="wp-block-post-comments-form"><a href="/bells/#respond">');
    for (const markup of ['<!-- wp:post-comments /-->', '<!-- wp:comments {"legacy":true} /-->']) {
      expect(await show(markup)).toMatch(
        /^<div class="wp-block-comments wp-block-post-comments"><section class="post-comments" id="comments"/,
      );
    }
  });

  test('the title has the chosen text', async () => {
    const titled = (attributes: object) => show(`<!-- wp:comments-title ${JSON.stringify(attributes)} /-->`);
    expect(await titled({ showPostTitle: false, level: 3 })).toContain(
      '<h3 id="comments" class="wp-block-comments-title">2 responses</h3>',
    );
    expect(await titled({ showCommentsCount: false })).toContain('>Responses to “Bells”<');
    expect(await titled({ showCommentsCount: false, showPostTitle: false })).toContain('>Responses<');
  });

  test('a single comment renders anywhere, and a hidden one nowhere', async () => {
    const one = (comment: unknown) =>
      show(
        `<!-- wp:post-comment ${JSON.stringify({ commentId: comment })} -->${parts}<!-- /wp:post-comment -->`,
      );
    expect(await one(answer)).toContain('>Answer<');
    for (const comment of [0, -1, 'x', answer + 1, 99_999, null]) expect(await one(comment)).toBe('');
  });

  test('renders nothing for posts with closed and no comments, protected posts, and pages without a post', async () => {
    const [closed, hidden] = await get().write(async (tx) => [
      await makePost(tx, { commentStatus: 'closed' }),
      await makePost(tx, { password: 'x', commentStatus: 'open' }),
    ]);
    for (const post of [closed, hidden]) expect(await show(whole, post)).toBe('');
    expect(await showMarkup(site, whole)).toBe('');
    const open = await get().write((tx) => makePost(tx, { commentStatus: 'open' }));
    const html = await show(whole, open);
    expect(html).toContain('id="respond"');
    expect(html).not.toMatch(/wp-block-comment-template|wp-block-comments-title/);
  });

  test('pages long discussions', async () => {
    const post = await get().write(async (tx) => {
      const made = await makePost(tx, { title: 'Long', slug: 'long', commentStatus: 'open' });
      for (let n = 1; n <= 5; n++) await makeComment(tx, { postId: made, content: `Comment ${n}` });
      await saveSettings(tx, { page_comments: true, comments_per_page: 2, comment_order: 'asc' });
      return made;
    });
    const html = await show(whole, post);
    expect(html).toContain(
      '<nav class="wp-block-comments-pagination is-layout-flex ' +
        'wp-block-comments-pagination-is-layout-flex" aria-label="Comments pagination">',
    );
    expect(html).toContain(
      '<span aria-current="page" class="page-numbers current">1</span>' +
        '<a class="page-numbers" href="/long/comment-page-2/#comments">2</a>',
    );
    expect(html).toContain(
      'href="/long/comment-page-2/#comments" class="wp-block-comments-pagination-next" rel="nofollow">Later' +
        '<span class="wp-block-comments-pagination-next-arrow is-arrow-arrow" aria-hidden="true">→</span>',
    );
    expect(html).not.toContain('wp-block-comments-pagination-previous"');
  });
});

test('page numbers leave gaps as WordPress does', () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3]);
  expect(pageNumbers(6, 12)).toEqual([1, 0, 4, 5, 6, 7, 8, 0, 12]);
  expect(pageNumbers(6, 12, 0)).toEqual([1, 0, 6, 0, 12]);
  expect(pageNumbers(12, 12, 1)).toEqual([1, 0, 11, 12]);
});
