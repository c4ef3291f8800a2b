import { expect, test } from 'vitest';
import { renderActing } from '../../../test/harness/render-acting.tsx';
import { View } from './view.tsx';

test('is a link that works without scripts, and gives its behaviour the label that closes the dialog', () => {
  const { html, acts } = renderActing(
    <View settings={{ label: 'Log <in>' }} data={{ close: 'Close', opens: true }} />,
  );
  expect(html).toContain(
    'class="account-link" href="/wp-login.php" rel="nofollow" data-held="" data-late="account-link"',
  );
  expect(html).toContain('Log &lt;in&gt;</a>');
  expect(acts).toEqual([{ name: 'account-link', config: { close: 'Close', opens: true } }]);
});
