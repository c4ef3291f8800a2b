import type { Migration } from '../migration.ts';

const letters = { from: 'øłđðħıŋŧςىیکةٱ', to: 'olddhintσييكها' };
/** Where the digits of other scripts begin. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xed0, 0x1040, 0x17e0];
const digits = zeros
  .map((zero) => Array.from({ length: 10 }, (_, digit) => String.fromCodePoint(zero + digit)).join(''))
  .join('');
const leftOut =
  '[\\u00ad\\u0300-\\u036f\\u200b-\\u200f\\u20d0-\\u20ff\\ufe00-\\ufe0f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0640\\u064b-\\u0655' +
  '\\u0670\\U000e0100-\\U000e01ef]';

const of = (
  lower: string,
) => `create or replace function folded(text) returns text language sql immutable strict parallel safe as $fold$
  select normalize(translate(replace(replace(replace(replace(replace(
    regexp_replace(${lower}, '${leftOut}', '', 'g'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'), 'l·l', 'll'),
    '${letters.from}${digits}', '${letters.to}${'0123456789'.repeat(zeros.length)}'), NFC)
$fold$`;

/**
 * What `lib/fold.ts` does, for searches without an index: SQLite is given that function with each connection, PostgreSQL has one of its own. Letters become
 * small by Unicode where PostgreSQL has ICU; else by the database's language.
 */
export const folded: Migration = {
  id: 69,
  name: 'folded',
  steps: ({ name }) =>
    name === 'sqlite'
      ? []
      : [
          `do $do$ begin
    if exists (select 1 from pg_collation where collname = 'und-x-icu') then
      ${of('lower(normalize($1, NFKD) collate "und-x-icu")')};
    else
      ${of('lower(normalize($1, NFKD))')};
    end if;
  end $do$`,
        ],
};
