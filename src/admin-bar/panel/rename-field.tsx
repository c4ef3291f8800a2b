import { useEffect, useRef } from 'react';
import { longestTitle } from './templates.ts';

interface RenameFieldProps {
  readonly title: string;
  readonly label: string;
  /** Called once, with what stands there, however it is left: by a key, Enter or Escape, or a click elsewhere. */
  done(title: string, isByKey: boolean): void;
}

/** A title while it is given another text. */
export function RenameField({ title, label, done }: RenameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => field.current?.select(), []);
  const commit = (isByKey: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    done(field.current?.value.trim() ?? '', isByKey);
  };
  return (
    <input
      ref={field}
      className="bar-field"
      defaultValue={title}
      aria-label={label}
      maxLength={longestTitle}
      autoComplete="off"
      onBlur={() => commit(false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
        // Escape commits, and leaves the panel open.
        event.preventDefault();
        event.stopPropagation();
        commit(true);
      }}
    />
  );
}
