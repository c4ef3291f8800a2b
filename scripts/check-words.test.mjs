import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkWords, wordsIn, wordsInMarkup } from './check-words.mjs';

const found = (text) => wordsIn(text, 'tsx').map(({ words }) => words);

test('no word for readers is outside of the translations', () => {
  expect(checkWords(fileURLToPath(new URL('..', import.meta.url)))).toEqual([]);
});

test('strings are found in views and in browser code', () => {
  expect(found('const a = <p>Read <b>more</b> {open ? "Close" : words.open}</p>;')).toEqual(
    expect.arrayContaining(['Read', 'more', 'Close']),
  );
  expect(
    found('const a = <a title="Go home" aria-label={`Page ${n}`} placeholder={text || "Type"} />;'),
  ).toEqual(['Go home', 'Page', 'Type']);
  expect(
    found(
      'box.textContent = "Copied!"; box.append(busy ? "Wait" : "", name); Object.assign(link, { ariaLabel: "Next" }); ' +
        'box.innerHTML = `<b class="x">Page </b>${n}`;',
    ),
  ).toEqual(expect.arrayContaining(['Copied!', 'Wait', 'Next', 'Page']));
});

test('strings are found in attributes of hand-written HTML', () => {
  expect(
    found(
      'const a = `<a href="#${id}" aria-label="Back to the text">↩</a>`; const b = \'<img alt="" title="A map">\';',
    ),
  ).toEqual(['Back to the text', 'A map']);
  expect(found('const a = `<a class="Big" aria-label="${words.back}" title="RSS">↩</a>`;')).toEqual([]);
});

test('class names, tags, code and uses of the wordings are not reported', () => {
  expect(
    found(
      'const a = <p className="big" id={`a-${n}`} rel="next" lang="en"><code>npm start</code>… – {words.more} {count > 1 && <i />}<a>RSS</a></p>;',
    ),
  ).toEqual([]);
  expect(
    found(
      'box.className = "open"; box.textContent = words.open; box.append(field, "…"); box.innerHTML = `<svg viewBox="0 0 1 1"><path d="M1 1"/></svg>`; ' +
        'console.warn("Not found");',
    ),
  ).toEqual([]);
});

test('strings are found in block settings, and used as a view’s only name', () => {
  expect(
    found(
      'const own = { custom_title: text({ default: "Most read", max: 200, title: "Custom title" }), label: text({ max: 40 }), text: ' +
        'textarea({ default: "More" }) };',
    ),
  ).toEqual(['Most read', 'More']);
  expect(
    found(
      'const own = { custom_title: text({ default: wording("popular") }), label: text({ default: "consent_text" }), style: select({ default: "bar" }) };',
    ),
  ).toEqual([]);
  expect(found('const name = title || section?.name || "Articles"; const kind = given ?? "list";')).toEqual([
    'Articles',
  ]);
});

test('strings are found in our own block markup', () => {
  const markup =
    '<!-- wp:broadsheet/post-list {"style":"ranks","custom_title":"Most discussed","limit":5} /--><!-- wp:broadsheet/nav-menu ' +
    '{"label":"Sections","location":"primary"} /-->';
  expect(wordsInMarkup(markup).map(({ words }) => words)).toEqual(['Most discussed', 'Sections']);
  expect(
    wordsInMarkup('<!-- wp:broadsheet/post-list {"style":"ranks","custom_title":"translation_latest"} /-->'),
  ).toEqual([]);
});
