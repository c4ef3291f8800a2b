import { beforeAll, expect, test, vi } from 'vitest';
import { hostileAddresses } from '../../../test/fixtures/hostile-addresses.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import { pagePreviews } from './page-previews.ts';

onBothDatabases('how visitors are answered at an address', (get) => {
  beforeAll(() =>
    get().write(async (tx) => {
      await makePost(tx, { slug: 'harbour', content: '<p>One.</p>' });
      await makePost(tx, {
        slug: 'long',
        content: '<p>One.</p><!--nextpage--><p>Two.</p>',
      });
    }),
  );

  test('links to first parts of texts render nothing; a part that does not exist is missing', async () => {
    const site = pageSite(get());
    const renders = vi.spyOn(site.documents, 'post');
    const { reach } = pagePreviews(site, site.signer);
    const ends = async (...addresses: string[]) =>
      Promise.all(addresses.map(async (address) => (await reach(address)).kind));
    expect(await ends('/harbour/', '/long/', '/no-such/', '/')).toEqual(['page', 'page', 'missing', 'page']);
    expect(renders).not.toHaveBeenCalled();
    expect(await ends('/long/2/', '/long/9/')).toEqual(['page', 'missing']);
    expect(renders).toHaveBeenCalledTimes(2);
  });

  test('hostile addresses are answered', async () => {
    const site = pageSite(get());
    const { reach } = pagePreviews(site, site.signer);
    for (const address of hostileAddresses) expect(await reach(address), address).toBeDefined();
  });
});
