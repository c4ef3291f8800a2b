import { useActing } from '../../reader/islands/acting.ts';
import type { ViewProps } from '../block.ts';
import type { ColourChoiceData } from './loader.server.ts';

/** Radio buttons, for the usual arrow keys. reader/behaviours/colour-choice.ts sets the checked one. */
export function View({ data, blockId }: ViewProps<unknown, ColourChoiceData>) {
  const acting = useActing();
  return (
    <fieldset className="colour-choice" {...acting.now('colour-choice')}>
      <legend className="visually-hidden">{data.legend}</legend>
      {data.choices.map(([value, label]) => (
        <label key={value}>
          <input type="radio" name={`${blockId}-scheme`} value={value} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
