import { expect, test } from 'vitest';
import { parseSearch } from './query.ts';
import { rank } from './search-index.ts';
import { searchKeys } from './tokens.ts';

const hit = (post_id: number, title: string, publishedAt: number) => {
  const [search_key = 0] = searchKeys(publishedAt);
  return { search_key, post_id, title, type: 'post' };
};

test.each([
  ['harbour', 'The harbour at night', ''],
  ['harb', 'Old harbours', ''],
  ['creme', 'Ｃrème brûlée', ''],
  ['müller', 'Frau Mueller', 'de'],
  ['mueller', 'Herr Müller', 'de'],
  ['collegi', 'El col·legi', 'ca'],
  ['col·legi', 'El collegi', 'ca'],
  ['サーバ', '新しいサーバー', 'ja'],
  ['サーバー', 'サーバの設定', 'ja'],
  ['北京', '在北京的人', 'zh'],
  ['서울', '서울에서 온 편지', 'ko'],
  ['ёлка', 'Новогодняя елка', 'ru'],
  ['٢٠٢٦', 'عام 2026', 'ar'],
  ['ตลาด', 'ไปตลาดเช้า', 'th'],
  ['x'.repeat(60), `${'X'.repeat(70)} stands here`, ''],
  ['istanbul', 'İSTANBUL', 'tr'],
])('a title that contains %s ranks above newer posts whose titles don’t', (query, title, language) => {
  const older = hit(1, title, Date.UTC(2026, 0, 1));
  const newer = [2, 3, 4].map((id) => hit(id, ['Words', '言葉', ''][id - 2] ?? '', Date.UTC(2026, 0, id)));
  expect(rank([...newer, older], query, parseSearch(query, language)).map(({ post_id: id }) => id)).toEqual([
    1, 4, 3, 2,
  ]);
});
