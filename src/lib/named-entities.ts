import { parseFragment } from 'parse5';

/** Stands between the entities that are looked up at once: none of them means it. */
const between = '\u0001';

/**
 * What HTML's named entities stand for, by name (`eacute`, `Eacute`); names that HTML does not have are left out. The table is that of the parser, so this is
 * nothing for browsers. Takes time in proportion to the names.
 */
export function namedEntities(names: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  const [node] = parseFragment([...names].map((name) => `&${name};`).join(between)).childNodes;
  const texts = node && 'value' in node ? node.value.split(between) : [];
  for (const [index, name] of [...names].entries()) {
    const text = texts[index] ?? '';
    // Where HTML knows a beginning of the name (`not` of `notit`), or nothing of it, the semicolon stays.
    if (text !== '' && (name === 'semi' || !text.endsWith(';'))) found.set(name, text);
  }
  return found;
}
