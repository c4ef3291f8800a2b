import { useQuery } from '@tanstack/react-query';
import { Button, TextControl } from '@wordpress/components';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Problem } from '../../app/problem.tsx';
import type { RedirectTrace } from '../../app/rest-types.ts';
import { say, sayWith } from '../../words.ts';
import { redirectTest } from './redirect-list.ts';

/** Says where readers of an address end. `path`: from the screen's URL. */
export function RedirectTester({
  path,
  onTest,
}: {
  readonly path: string;
  readonly onTest: (path: string) => void;
}) {
  const [typed, setTyped] = useState(path);
  const [seen, setSeen] = useState(path);
  if (path !== seen) {
    setSeen(path);
    setTyped(path);
  }
  const { data, error, refetch, isFetching } = useQuery(redirectTest(path));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = pathIn(typed.trim());
    setTyped(next);
    if (next === path && next !== '') void refetch();
    else onTest(next);
  };
  return (
    <section className="redirect-test" aria-label={say('Test an address')}>
      <form onSubmit={submit}>
        <TextControl
          __next40pxDefaultSize
          label={say('Test an address')}
          placeholder="/old-page/"
          dir="ltr"
          value={typed}
          maxLength={2000}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          onChange={setTyped}
        />
        <Button __next40pxDefaultSize variant="secondary" type="submit" isBusy={isFetching}>
          {say('Test')}
        </Button>
      </form>
      <Problem message={path === '' ? undefined : error?.message} />
      <div role="status">{path !== '' && data && !error && <Trace trace={data} />}</div>
    </section>
  );
}

/** The path of a pasted address, also of the old site; other text as it is. */
function pathIn(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return text;
  const { pathname, search } = new URL(text);
  return pathname + search;
}

const Address = ({ children }: { readonly children: string }) => (
  <code className="redirect-address" dir="ltr">
    {children}
  </code>
);

function Trace({ trace: { steps, end } }: { readonly trace: RedirectTrace }) {
  return (
    <ol className="redirect-trace">
      {steps.map(({ from, to, status, redirect }) => (
        <li key={from}>
          <Address>{from}</Address>
          <span>
            {to !== '' && (
              <>
                <span aria-hidden="true">→</span>
                <span className="hidden-text">{say('leads to')}</span> <Address>{to}</Address>
              </>
            )}
          </span>
          <small>
            {status} ·{' '}
            {redirect
              ? sayWith('by the redirect from %s', <Address>{redirect.source}</Address>)
              : say('redirected automatically')}
          </small>
        </li>
      ))}
      <li className={`redirect-end is-${end.kind}`}>
        <EndOf end={end} isDirect={steps.length === 0} />
      </li>
    </ol>
  );
}

function EndOf({ end, isDirect }: { readonly end: RedirectTrace['end']; readonly isDirect: boolean }) {
  const { kind, address, title } = end;
  const shown = <Address>{address}</Address>;
  if (kind === 'page')
    return (
      <>
        {isDirect
          ? sayWith('A page exists at %s, so no redirect applies.', shown)
          : sayWith('Readers end at %s.', shown)}{' '}
        {title !== '' && <b dir="auto">{title}</b>}
      </>
    );
  if (kind === 'elsewhere') return sayWith('Readers leave for %s.', shown);
  if (kind === 'gone') return say('Readers see that the page was permanently removed.');
  if (kind === 'loop') return say('The redirects lead in a circle.');
  if (kind === 'reserved') return sayWith('%s belongs to the system. Redirects don’t apply there.', shown);
  return isDirect
    ? sayWith('No page and no redirect at %s. Readers get “Page not found”.', shown)
    : sayWith('There is no page at %s. Readers get “Page not found”.', shown);
}
