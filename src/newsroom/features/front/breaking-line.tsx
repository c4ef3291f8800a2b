import { Button } from '@wordpress/components';
import { say } from '../../words.ts';
import { isOver } from './arrangement.ts';
import { timeText } from './front-data.ts';
import type { Breaking } from './front-data.ts';

export function BreakingLine({
  breaking,
  onOpen,
}: {
  readonly breaking: Breaking | null;
  readonly onOpen: () => void;
}) {
  if (!breaking)
    return (
      <div className="desk-breaking is-empty">
        <Button size="compact" variant="tertiary" onClick={onOpen}>
          {say('Add breaking line')}
        </Button>
      </div>
    );
  const { text, ends_at: endsAt } = breaking;
  return (
    <section className="desk-breaking" aria-label={say('Breaking line')}>
      <p>
        <b>{say('Breaking')}</b> <bdi>{text}</bdi>
      </p>
      {endsAt !== null && (
        <small>
          {isOver(breaking) ? say('Ended %s', timeText(endsAt)) : say('until %s', timeText(endsAt))}
        </small>
      )}
      <Button size="compact" variant="tertiary" onClick={onOpen}>
        {say('Edit')}
      </Button>
    </section>
  );
}
