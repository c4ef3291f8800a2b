import { Button, TextControl } from '@wordpress/components';
import { useRef } from 'react';
import { toast } from './toasts.tsx';
import { say } from '../words.ts';

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
    toast(
      isCopied
        ? say('%s: copied.', label)
        : say('Copying failed. The text is selected: press Ctrl C to copy it.'),
    );
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
        {say('Copy')}
      </Button>
    </div>
  );
}

export async function copyText(text: string): Promise<boolean> {
  // The clipboard API requires a secure context; elsewhere use `execCommand`.
  if (window.isSecureContext)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.cssText = 'position:fixed;inset-block-start:0;opacity:0';
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}
