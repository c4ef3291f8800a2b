import { expect, test } from 'vitest';
import { isEpisodePlayer, readStoredParts } from './stored-parts.ts';

const partsOf = (content: string) => readStoredParts(content, () => false).plugins;

test('modules without content and ornaments are no parts of plugins; all other unknown blocks are', () => {
  const namesOf = (content: string) => partsOf(content).map(({ name, kind }) => [name, kind]);
  const hidden =
    '{"module":{"decoration":{"disabledOn":{"desktop":{"value":"on"},"tablet":{"value":"on"},"phone":{"value":"on"}}}},"content":{"innerContent":{}}}';
  expect(
    namesOf(
      `<!-- wp:divi/text /--><!-- wp:divi/text {"builderVersion":"5.0"} /--><!-- wp:divi/text ${hidden} /--><!-- wp:divi/divider /-->`,
    ),
  ).toEqual([]);
  const value = '{"content":{"innerContent":{"desktop":{"value":"Words"}}}}';
  expect(
    namesOf(
      `<!-- wp:divi/text ${value} /--><!-- wp:divi/text {broken} /--><!-- wp:divi/contact-form /--><!-- wp:divi/menu /--><!-- wp:acf/map /--><!-- wp:acme/map /-->`,
    ),
  ).toEqual([
    ['block divi/text', 'plugins'],
    ['block divi/text', 'plugins'],
    ['block divi/contact-form', 'forms'],
    ['block divi/menu', 'plugins'],
    ['block acf/map', 'plugins'],
    ['block acme/map', 'plugins'],
  ]);
});

test('players of the post itself are distinguished from playlists and external players', () => {
  const isPlayer = (content: string) => partsOf(content).map((part) => [part.name, isEpisodePlayer(part)]);
  expect(
    isPlayer(
      '[powerpress]\n[podcast_player id="1"]\n[powerpress_playlist]\n[youtube_player id="1"]\n<!-- wp:blubrry/powerpress /--><!-- wp:acme/slider /-->',
    ).toSorted(),
  ).toEqual([
    ['[podcast_player]', true],
    ['[powerpress]', true],
    ['[powerpress_playlist]', false],
    ['[youtube_player]', false],
    ['block acme/slider', false],
    ['block blubrry/powerpress', true],
  ]);
});
