import type { Migration } from '../migration.ts';

/** Settings that held the word for one thing and for several, what holds both since, and the English words for one and several. */
const pairs = [
  ['comment_one', 'comment_count', 'comment_count', '1 comment', '%d comments'],
  ['search_one_result', 'search_count', 'search_count', '1 result', '%d results'],
  ['search_one_similar', 'search_similar', 'search_similar', '1 similar result', '%d similar results'],
  ['item_one', 'item_count', 'item_count', '%s item', '%s items'],
  ['core_query_found_one', 'core_query_found', 'core_query_found', '%d result found', '%d results found'],
  ['core_minutes_one', 'core_minutes', 'core_minutes', '%d minute', '%d minutes'],
  ['core_words_one', 'core_words', 'core_words', '%d word', '%d words'],
  ['core_comments_one', 'core_comments_many', 'core_comments_count', 'One response', '%d responses'],
  [
    'core_comments_one_to',
    'core_comments_many_to',
    'core_comments_count_to',
    'One response to “%s”',
    '%1$d responses to “%2$s”',
  ],
] as const;

/** Where the number is always given first, a title has the second place. */
const numbered = (words: string) =>
  words.includes('$') ? words : words.replaceAll('%d', '%1$d').replaceAll('%s', '%2$s');

/** What a site says of one thing and of several is one wording, its forms with `|` between them. */
export const countedWords: Migration = {
  id: 61,
  name: 'counted words',
  steps: () => [
    async (db) => {
      const settings = db.$extendTables<{ setting: { key: string; value: string; updated_at: number } }>();
      for (const [one, several, both, ...english] of pairs) {
        const keys = [one, several].map((name) => `translation_${name}`);
        const rows = await settings
          .selectFrom('setting')
          .select(['key', 'value'])
          .where('key', 'in', keys)
          .execute();
        if (rows.length === 0) continue;
        const forms = keys.map((key, index) => {
          const stored: unknown = JSON.parse(rows.find((row) => row.key === key)?.value ?? '""');
          const words = typeof stored === 'string' && stored !== '' ? stored : (english[index] ?? '');
          return both === 'core_comments_count_to' ? numbered(words) : words;
        });
        await settings.deleteFrom('setting').where('key', 'in', keys).execute();
        await settings
          .insertInto('setting')
          .values({
            key: `translation_${both}`,
            value: JSON.stringify(forms.join('|')),
            updated_at: Date.now(),
          })
          .execute();
      }
    },
  ],
};
