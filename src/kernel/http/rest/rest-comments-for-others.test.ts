import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeComment, makePost, makeUser } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';

onBothDatabases('comments that moderators write for others, and passwords of posts', (get) => {
  const rest = useRestApp(get);
  const it = { admin: 0, reader: 0, open: 0, locked: 0, hidden: 0 };
  beforeAll(async () => {
    await get().write(async (tx) => {
      it.admin = await makeUser(tx, { roles: ['administrator'] });
      it.reader = await makeUser(tx, { roles: ['subscriber'], displayName: 'Jo <b>Reader</b>' });
      it.open = await makePost(tx, { title: 'Open' });
      it.locked = await makePost(tx, {
        title: 'Locked',
        content: '<!-- wp:paragraph --><p>Secret words</p><!-- /wp:paragraph -->',
        password: 'sesame & co',
      });
      it.hidden = await makePost(tx, { title: 'Hidden', status: 'draft', password: 'sesame & co' });
      await makeComment(tx, { postId: it.locked, content: 'Said inside', status: 'approved' });
    });
  });
  let serial = 0;
  const post = (body: Record<string, unknown>, userId = it.admin) =>
    rest.sendAs(userId, 'POST', '/wp/v2/comments', {
      post: it.open,
      content: `Comment ${++serial}`,
      ...body,
    });

  test('creates them for another account or a guest, with date, IP address and status, and sends no notifications', async () => {
    const jobs = async () => (await get().read.selectFrom('job').select('id').execute()).length;
    const before = await jobs();
    const reply = await post({
      author: it.reader,
      date: '2019-05-06T07:08:09',
      author_ip: '192.0.2.9',
      status: 'hold',
    });
    expect([reply.status, reply.json]).toMatchObject([
      201,
      {
        author: it.reader,
        author_name: 'Jo &lt;b&gt;Reader&lt;/b&gt;',
        date: '2019-05-06T07:08:09',
        author_ip: '192.0.2.9',
        status: 'hold',
      },
    ]);
    const guest = await post({
      author: 0,
      author_name: 'Ada <script>x()</script>',
      author_email: 'ada@mail.example',
      author_url: 'https://ada.example/',
    });
    expect([guest.status, guest.json]).toMatchObject([
      201,
      {
        author: 0,
        author_email: 'ada@mail.example',
        author_url: 'https://ada.example/',
        status: 'approved',
      },
    ]);
    expect(guest.text).not.toContain('<script');
    expect((await post({ author: 0 })).json).toMatchObject({ author: it.admin });
    expect((await post({ date_gmt: '2020-01-01T00:00:00' })).json).toMatchObject({
      author: it.admin,
      date_gmt: '2020-01-01T00:00:00',
    });
    expect(await jobs()).toBe(before + 1); // only for the caller's own comment
  });

  test('refused requests', async () => {
    const refused: [Record<string, unknown>, string][] = [
      [{ author: 999_999 }, 'rest_comment_author_invalid'],
      [{ author: 0, author_name: 'Ada' }, 'rest_comment_author_data_required'],
      [{ author: 0, author_name: 'Ada', author_email: 'no address' }, 'rest_invalid_param'],
      [{ author_ip: '1.2.3' }, 'rest_invalid_param'],
      [{ date: 'foo-bar' }, 'rest_invalid_param'],
      [{ date: '2019-13-45T00:00:00' }, 'rest_invalid_param'],
      [{ date: ['x'] }, 'rest_invalid_param'],
      [{ type: 'foo' }, 'rest_invalid_comment_type'],
      [{ type: ['a'] }, 'rest_invalid_param'],
      [{ author: 'x' }, 'rest_invalid_param'],
      [{ author: it.reader, content: '<script>x()</script>' }, 'rest_comment_content_invalid'],
    ];
    for (const [body, code] of refused) expect([body, (await post(body)).json['code']]).toEqual([body, code]);
    for (const body of [
      { author: it.admin },
      { author: 0, author_name: 'Ada', author_email: 'ada@mail.example' },
      { author_ip: '192.0.2.1' },
    ]) {
      expect([body, (await post(body, it.reader)).status]).toEqual([body, 403]);
    }
    expect((await post({ type: 'comment' }, it.reader)).status).toBe(201);
    expect(rest.faults).toEqual([]);
  });

  test('a post’s password shows its content and comments, and a wrong one is refused', async () => {
    const one = `/wp/v2/posts/${it.locked}`;
    const right = `password=${encodeURIComponent('sesame & co')}`;
    const open = await rest.get(`${one}?${right}`);
    expect([open.status, open.headers['cache-control'], open.json['content']?.['protected']]).toEqual([
      200,
      'no-store',
      true,
    ]);
    expect(open.json['content']?.['rendered']).toContain('Secret words');
    expect(open.json['excerpt']?.['rendered']).toContain('Secret words');
    for (const path of [
      one,
      `${one}?password=`,
      `/wp/v2/posts?include=${it.locked}&${right}`,
      `/wp/v2/search?search=Secret&${right}`,
    ]) {
      expect([path, (await rest.get(path)).text.includes('Secret words')]).toEqual([path, false]);
    }
    for (const invalid of [
      'wrong',
      'sesame',
      'SESAME%20%26%20CO',
      '%20sesame%20%26%20co',
      `${'x'.repeat(400)}`,
    ]) {
      expect([invalid, (await rest.get(`${one}?password=${invalid}`)).json]).toEqual([
        invalid,
        {
          code: 'rest_post_incorrect_password',
          message: 'Incorrect post password.',
          data: { status: 403 },
        },
      ]);
    }
    expect((await rest.get(`${one}?password[]=a`)).status).toBe(400);
    expect((await rest.get(`/wp/v2/posts/${it.hidden}?${right}`)).json['code']).toBe('rest_forbidden');
    const comments = `/wp/v2/comments?post=${it.locked}`;
    expect((await rest.get(`${comments}&${right}`)).text).toContain('Said inside');
    expect((await rest.get(comments)).list).toEqual([]);
    expect((await rest.get(`/wp/v2/comments?${right}`)).text).not.toContain('Said inside');
    expect((await rest.get(`${comments}&password=wrong`)).json['code']).toBe('rest_cannot_read_post');
    expect((await post({ post: it.locked, password: 'sesame & co' }, it.reader)).status).toBe(201);
    expect((await post({ post: it.locked, password: 'wrong' }, it.reader)).json['code']).toBe(
      'rest_cannot_read_post',
    );
  });

  test('limits guesses per account and per address separately, and correct passwords cost nothing', async () => {
    const statusFor = async (password: string) =>
      (await rest.getAs(it.admin, `/wp/v2/posts/${it.locked}?password=${password}`)).status;
    for (let times = 0; times < 30; times++) expect(await statusFor('sesame%20%26%20co')).toBe(200);
    const statuses: number[] = [];
    for (let times = 0; times < 21; times++) statuses.push(await statusFor(`guess${times}`));
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 403), 429]);
    expect(await statusFor('sesame%20%26%20co')).toBe(429);
    expect((await rest.getAs(it.reader, `/wp/v2/posts/${it.locked}?password=sesame%20%26%20co`)).status).toBe(
      200,
    );
  });
});
