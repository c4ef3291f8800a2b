import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button, CheckboxControl } from '@wordpress/components';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useSending } from '../../app/form-modal.tsx';
import { Problem } from '../../app/problem.tsx';
import type { ReadyTypes } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { customFieldsAddress, newAddress } from '../../app/screens.ts';
import { say, sayWith } from '../../words.ts';
import { reloadWith } from './type-data.ts';

const path = '/broadsheet/v1/content-types/ready';
type Row = ReadyTypes[number];

const allReady = queryOptions({
  queryKey: ['content-types', 'ready'],
  queryFn: async ({ signal }) => (await rest<ReadyTypes>(path, { signal })).body,
});

/** Post types that come with fields and templates, and are switched on with one button. */
export function ReadyTypesSection() {
  const { data = [], error } = useQuery(allReady);
  const id = useId();
  return (
    <section className="types-ready" aria-labelledby={id}>
      <div className="types-head">
        <h2 id={id}>{say('Ready types')}</h2>
      </div>
      <Problem message={error?.message} />
      <ul>
        {data.map((row) => (
          <li key={row.name}>
            <ReadyCard row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The contents of each type; names of types come from the server. */
const brings = (name: string): string => {
  switch (name) {
    case 'review':
      return say('A rating, a verdict, pros and cons. Search engines show the rating.');
    case 'event':
      return say('Dates with time zone and place. Readers add them to their calendars.');
    case 'recipe':
      return say('Ingredients, steps, times and servings. Search engines show recipes as cards.');
    default:
      return say('A podcast: audio, chapters, transcripts and seasons, with a feed for podcast apps.');
  }
};

const title = ({ name, plural }: Row): string => {
  switch (name) {
    case 'review':
      return say('Reviews');
    case 'event':
      return say('Events');
    case 'recipe':
      return say('Recipes');
    case 'episode':
      return say('Podcast');
    default:
      return plural;
  }
};

function ReadyCard({ row }: { readonly row: Row }) {
  const { name, singular, slug, state } = row;
  const [samples, setSamples] = useState(false);
  const { fault, isBusy, send } = useSending();
  const id = useId();
  return (
    <section className={`ready-card is-${state}`} aria-labelledby={id}>
      <h3 id={id}>{title(row)}</h3>
      <p>{brings(name)}</p>
      <Problem message={fault?.message} />
      {state === 'off' && (
        <>
          <CheckboxControl
            __nextHasNoMarginBottom
            label={say('With sample items')}
            checked={samples}
            onChange={setSamples}
          />
          <Button
            variant="secondary"
            isBusy={isBusy}
            disabled={isBusy}
            accessibleWhenDisabled
            onClick={() =>
              void send(async () => {
                await rest<Row, object>(path, { method: 'POST', body: { name, with_samples: samples } });
                reloadWith('saved', name);
              })
            }
          >
            {say('Switch on')}
          </Button>
        </>
      )}
      {state === 'on' && (
        <p className="ready-links">
          <Link to={newAddress(name)}>{sayWith('Add %s', <bdi>{singular}</bdi>)}</Link>
          <Link to={`${customFieldsAddress}?type=${name}`}>{say('Fields')}</Link>
          <a href={`/${slug}/`}>{say('Archive')}</a>
        </p>
      )}
      {state === 'taken' && (
        <small>
          {say('This site had a post type of this name, or has items of it. Define it in the list above.')}
        </small>
      )}
    </section>
  );
}
