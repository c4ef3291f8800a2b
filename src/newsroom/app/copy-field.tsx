import { Button, TextControl } from '@wordpress/components';
import { useRef } from 'react';
import { copyText } from './copy-text.ts';
import { toast } from './toasts.tsx';

/** A text to hand over, with a button that takes it along. */
export function CopyField({
  label,
  value,
  help,
}: {
  readonly label: string;
  readonly value: string;
  readonly help?: string;
}) {
  const place = useRef<HTMLDivElement>(null);
  const copy = async () => {
    const isCopied = await copyText(value);
    place.current?.querySelector('input')?.select();
    toast(isCopied ? `${label}: copied.` : 'It could not be copied. It is selected: Ctrl C takes it.');
  };
  return (
    <div className="copy-field" ref={place}>
      <TextControl
        __next40pxDefaultSize
        label={label}
        help={help}
        value={value}
        readOnly
        onChange={() => {}}
        onFocus={({ target }) => target.select()}
      />
      <Button __next40pxDefaultSize variant="secondary" onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  );
}
