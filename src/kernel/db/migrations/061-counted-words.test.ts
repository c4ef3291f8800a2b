import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { readSettings } from '../../../modules/settings/store.ts';
import { dialectSql } from '../dialect-sql.ts';
import { countedWords } from './061-counted-words.ts';

onBothDatabases('the step to words that count', (get) => {
  test('joins the word for one thing and that for several, and leaves others alone', async () => {
    const before = {
      comment_one: 'Ein Kommentar',
      comment_count: '%d Kommentare',
      search_count: '%d Treffer',
      core_comments_one_to: 'Eine Antwort auf „%s“',
      core_comments_many_to: '%d Antworten auf „%s“',
      load_more: 'Mehr',
    };
    await get().write(async (tx) => {
      for (const [name, words] of Object.entries(before)) {
        await tx.db
          .insertInto('setting')
          .values({ key: `translation_${name}`, value: JSON.stringify(words), updated_at: 1 })
          .execute();
      }
      for (const step of countedWords.steps(dialectSql(get().dialect.name))) {
        if (typeof step !== 'string') await step(tx.db.$pickTables<never>(), tx.dialect);
      }
    });
    const { settings, invalid } = await readSettings(get().read);
    expect(settings).toMatchObject({
      translation_comment_count: 'Ein Kommentar|%d Kommentare',
      translation_search_count: '1 result|%d Treffer',
      translation_load_more: 'Mehr',
      translation_core_comments_count_to: 'Eine Antwort auf „%2$s“|%1$d Antworten auf „%2$s“',
      translation_item_count: '',
    });
    expect(invalid).toEqual([]);
    const rows = await get()
      .read.selectFrom('setting')
      .select('key')
      .where('key', 'like', 'translation_%')
      .orderBy('key')
      .execute();
    expect(rows.map(({ key }) => key.slice('translation_'.length))).toEqual([
      'comment_count',
      'core_comments_count_to',
      'load_more',
      'search_count',
    ]);
  });
});
