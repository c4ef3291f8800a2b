import { Button, Modal } from '@wordpress/components';
import { Suspense } from 'react';
import { latePart } from '../../app/late.tsx';
import { plainText, titleText } from '../../app/rest-types.ts';
import type { Conflict } from '../../editor/draft-state.ts';
import type { Draft } from '../../editor/draft.ts';
import { storedValue } from '../../editor/stored-post.ts';
import type { SideProps } from './revisions/one-side.tsx';
import { inSentence, say } from '../../words.ts';

// If an update removed this chunk, both versions are shown as markup.
export const OneSide = latePart<SideProps>(
  async () => (await import('./revisions/one-side.tsx')).OneSide,
  Markup,
);

function Markup({ text, label }: SideProps) {
  return <textarea readOnly aria-label={label} value={text} />;
}

function Side(props: SideProps) {
  return (
    <Suspense fallback={<Markup {...props} />}>
      <OneSide {...props} />
    </Suspense>
  );
}

/** Labels of fields other than the content. */
const names: Readonly<Record<string, string>> = {
  title: say('Title'),
  excerpt: say('Excerpt'),
  slug: say('Slug'),
  featured_media: say('Featured image'),
  date: say('Date'),
  'meta.footnotes': say('Footnotes'),
};

/** `broadsheet.seo_title`: “Seo title”. */
function nameOf(field: string): string {
  const words = field.slice(field.indexOf('.') + 1).replaceAll('_', ' ');
  return names[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const shown = (value: unknown): string =>
  (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)) || say('None');

interface ConflictProps {
  readonly draft: Draft;
  readonly conflict: Conflict;
  readonly onSettle: (which: 'mine' | 'theirs') => void;
}

/** Lets the user choose between conflicting versions; the other one is not lost. */
export function ConflictDialog({
  draft,
  conflict: { mine, theirs, met, isOfText },
  onSettle,
}: ConflictProps) {
  const fields = met.filter((name) => name !== 'title');
  const side = (value: (name: string) => unknown) =>
    fields.length > 0 && (
      <dl>
        {fields.map((name) => (
          <div key={name}>
            <dt>{nameOf(name)}</dt>
            <dd dir="auto">{shown(value(name))}</dd>
          </div>
        ))}
      </dl>
    );
  return (
    <Modal
      title={say('Another user saved this in the meantime')}
      className="conflict"
      isDismissible={false}
      shouldCloseOnClickOutside={false}
      shouldCloseOnEsc={false}
      onRequestClose={() => undefined}
    >
      <p>
        {isOfText
          ? say('Both of you changed the same part.')
          : say('Both of you changed: %s.', met.map((field) => inSentence(nameOf(field))).join(', '))}{' '}
        {say('Choose the version to keep; the other one stays available.')}
      </p>
      <div className="conflict-sides">
        <section>
          <h2>{say('Yours')}</h2>
          <p>{plainText(draft.text('title')) || say('(no title)')}</p>
          {side(draft.value)}
          {isOfText && <Side label={say('Your version')} text={mine} other={theirs.content.raw} />}
          <Button variant="primary" onClick={() => onSettle('mine')}>
            {say('Keep mine')}
          </Button>
          <small>{say('Their version is kept as a revision.')}</small>
        </section>
        <section>
          <h2>{say('Theirs')}</h2>
          <p>{titleText(theirs.title)}</p>
          {side((name) => storedValue(theirs, name))}
          {isOfText && <Side label={say('Their version')} text={theirs.content.raw} other={mine} />}
          <Button variant="secondary" onClick={() => onSettle('theirs')}>
            {say('Keep theirs')}
          </Button>
          <small>{say('Your version can be restored from the notice above the text.')}</small>
        </section>
      </div>
    </Modal>
  );
}
