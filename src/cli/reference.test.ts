import { expect, test } from 'vitest';
import { commandReference, environmentReference } from './reference.ts';

// `npm test -- src/cli/reference.test.ts -u` writes the documents.
test.each([
  ['environment.md', environmentReference],
  ['commands.md', commandReference],
])('docs/reference/%s matches the code', async (file, describe) => {
  await expect(await describe()).toMatchFileSnapshot(`../../docs/reference/${file}`);
});
