import { useId } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ActScope, configId } from './acting.ts';
import type { Act } from './acting.ts';
import { Island, IslandScope, islandPrefixes } from './island-server.tsx';
import { scriptJson } from '../../lib/json.ts';

function Labelled({ label }: { readonly label: string }) {
  const id = useId();
  return (
    <label htmlFor={id}>
      {label}
      <input id={id} />
    </label>
  );
}

function Sibling() {
  return <p id={useId()} />;
}

const sibling = (around: boolean) =>
  renderToString(
    <div>
      {around && island('b7')}
      <Sibling />
    </div>,
  ).match(/<p id="[^"]+">/)?.[0];

const island = (id: string, label = 'Name') => (
  <Island name="labelled" wake="visible" id={id} component={Labelled} props={{ label }} />
);

test('the HTML of an island equals that of its component rendered alone with the same prefix', () => {
  const html = renderToString(
    <main>
      <h1>Around</h1>
      {island('b7')}
    </main>,
  );
  const alone = renderToString(<Labelled label="Name" />, { identifierPrefix: 'b7-' });
  expect(html).toContain(`data-prefix="b7-" data-config="${configId({ label: 'Name' })}">${alone}</div>`);
});

test('prefixes are unique within a request, across its renderToString calls', () => {
  const prefixes = islandPrefixes();
  const render = () => renderToString(<IslandScope value={prefixes}>{island('b7')}</IslandScope>);
  expect(render() + render()).toMatch(/data-prefix="b7-0-".*data-prefix="b7-1-"/);
});

test('siblings of an island render as they would without it', () => {
  expect(sibling(true)).toBe(sibling(false));
});

test('props can’t close a script element', () => {
  const text = '</script><!-- <script>';
  expect(scriptJson({ text })).not.toMatch(/<[!/s]/i);
  expect(JSON.parse(scriptJson({ text }))).toEqual({ text });
  const acts: Act[] = [];
  expect(
    renderToString(<ActScope value={(act) => acts.push(act)}>{island('b7', text)}</ActScope>),
  ).not.toContain('</script><!--');
  expect(acts).toEqual([{ name: 'labelled', config: { label: text } }]);
});
