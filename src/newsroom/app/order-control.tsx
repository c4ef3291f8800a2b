import { TextControl } from '@wordpress/components';
import { useState } from 'react';

interface OrderProps {
  readonly value: number;
  readonly help?: string;
  readonly onChange: (order: number) => void;
}

/** The place of a page among its neighbours. While somebody is at it what they typed stays as it is: a `-` alone is no number yet. */
export function OrderControl({ value, help, onChange }: OrderProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      label="Order"
      help={help}
      type="number"
      value={typed ?? String(value)}
      onChange={(next) => {
        setTyped(next);
        onChange(Math.trunc(Number(next)) || 0);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
