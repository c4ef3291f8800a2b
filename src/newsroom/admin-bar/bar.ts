import { createContext, useContext } from 'react';
import { barTexts } from '../../lib/bar-texts.ts';
import type { BarText } from '../../lib/bar-texts.ts';
import { fillIn } from '../../lib/messages.ts';
import type { BarConfig } from './bar-config.ts';
import type { Calls } from './calls.ts';
import type { Ask } from './dialogs.tsx';

export interface Bar extends Calls {
  readonly config: BarConfig;
  readonly ask: Ask;
  say(name: BarText, ...values: readonly (string | number)[]): string;
}

export const sayer =
  (texts: BarConfig['texts']): Bar['say'] =>
  (name, ...values) =>
    fillIn(texts[name] ?? barTexts[name], ...values);

export const BarScope = createContext<Bar | undefined>(undefined);

export function useBar(): Bar {
  const bar = useContext(BarScope);
  if (!bar) throw new Error('This component is not inside the admin bar.');
  return bar;
}
