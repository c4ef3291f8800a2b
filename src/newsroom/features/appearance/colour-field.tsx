import { useId, useState } from 'react';
import type { Look } from '../../../lib/look/looks.ts';
import { say } from '../../words.ts';
import { contrastOf } from './look-values.ts';
import type { Scheme } from './look-values.ts';

const isHex = (text: string) => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
/** Native colour inputs only take six digits. */
const longHex = (hex: string) => (hex.length === 4 ? hex.replaceAll(/[0-9a-f]/gi, '$&$&') : hex);

/**
 * A colour as a swatch and as text. Text that is no colour yet changes nothing, and stays in the field until the colour
 * changes.
 */
export function ColourField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (hex: string) => void;
}) {
  const id = useId();
  /** `of`: the colour that the text was typed for. */
  const [input, setInput] = useState<{ readonly text: string; readonly of: string }>();
  const typed = input?.of === value ? input.text : undefined;
  const isWrong = typed !== undefined && !isHex(typed.trim());
  const type = (text: string) => {
    const hex = text.trim().toLowerCase();
    setInput({ text, of: isHex(hex) ? hex : value });
    if (isHex(hex)) onChange(hex);
  };
  return (
    <div className="colour-field">
      <label className="setting-label" htmlFor={id}>
        {label}
      </label>
      <div className="colour-inputs">
        <input
          type="color"
          aria-label={say('Pick: %s', label)}
          value={longHex(value)}
          onChange={(event) => {
            setInput(undefined);
            onChange(event.target.value);
          }}
        />
        <input
          id={id}
          className="colour-text"
          type="text"
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          maxLength={7}
          value={typed ?? value}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-fault` : undefined}
          onChange={(event) => type(event.target.value)}
          onBlur={() => !isWrong && setInput(undefined)}
        />
      </div>
      {isWrong && (
        <p id={`${id}-fault`} className="setting-fault" role="alert">
          {say('Enter a color such as #0b5cff.')}
        </p>
      )}
    </div>
  );
}

const ratioText = (ratio: number) => ratio.toFixed(ratio < 10 ? 1 : 0);

/** How readable text in the ink or accent colour is, on both backgrounds of a scheme. */
export function ContrastNote({
  look,
  scheme,
  role,
}: {
  readonly look: Look;
  readonly scheme: Scheme;
  readonly role: 'ink' | 'accent';
}) {
  const { paper, surface, ratios, shown, isCorrected } = contrastOf(look, scheme, role);
  const name = scheme === 'light' ? say('Light') : say('Dark');
  return (
    <p className="contrast-note" data-corrected={isCorrected} data-scheme={scheme}>
      <span aria-hidden="true" className="contrast-samples">
        <span style={{ background: paper, color: shown }}>Aa</span>
        <span style={{ background: surface, color: shown }}>Aa</span>
      </span>
      <span>
        {say('%1$s: contrast %2$s and %3$s', name, ratioText(ratios[0]), ratioText(ratios[1]))}
        {isCorrected && <strong>{say('Too low for text, which appears in %s', shown)}</strong>}
      </span>
    </p>
  );
}
