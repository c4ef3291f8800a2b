import { cloneElement, createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { ComponentProps, ComponentType, KeyboardEvent, ReactElement } from 'react';
import type { Menu as LoadedMenu } from '@wordpress/ui';
import { missingText, whenLoaded } from './late.tsx';
import { toast } from './toasts.tsx';

export * from '@wordpress/ui';

type Parts = typeof LoadedMenu;

let parts: Parts | undefined;
const load = async (): Promise<Parts> => (parts ??= (await import('./menu-parts.ts')).Menu);
const preload = () => void load().catch(() => undefined);

const sayMissing = () => toast(missingText(), { stays: true });

interface MenuState {
  readonly isLoaded: boolean;
  readonly isDisabled: boolean;
  readonly onOpen: () => void;
}
const State = createContext<MenuState>({ isLoaded: false, isDisabled: true, onOpen: preload });

/** Loads on the first click, and opens then. */
function Root(props: ComponentProps<Parts['Root']>) {
  const [isLoaded, setLoaded] = useState(false);
  const isDisabled = props.disabled === true;
  const state = useMemo(
    () => ({
      isLoaded,
      isDisabled,
      onOpen: () => void whenLoaded(load).then(() => setLoaded(true), sayMissing),
    }),
    [isLoaded, isDisabled],
  );
  return (
    <State value={state}>
      {isLoaded && parts ? <parts.Root {...props} /> : (props.children as ReactElement)}
    </State>
  );
}

/** The same button as of a loaded menu. */
function Trigger(props: ComponentProps<Parts['Trigger']>) {
  const { isLoaded, isDisabled, onOpen } = useContext(State);
  if (isLoaded && parts) return <OpeningTrigger {...props} />;
  const { render, ...others } = props;
  return cloneElement(render as ReactElement<ComponentProps<'button'>>, {
    ...(others as ComponentProps<'button'>),
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    ...(isDisabled
      ? {}
      : { onClick: onOpen, onKeyDown: onArrow(onOpen), onPointerEnter: preload, onFocus: preload }),
  });
}

/** The loaded button, pressed once as the user did before: a menu opened by its button focuses its first item. */
function OpeningTrigger(props: ComponentProps<Parts['Trigger']>) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.click(), []);
  return parts && <parts.Trigger {...props} ref={button} />;
}

const onArrow = (onOpen: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  onOpen();
};

/** A part of a menu that is shown after loading only. */
function late<Name extends Exclude<keyof Parts, 'Root' | 'Trigger'>>(name: Name): Parts[Name] {
  const Late = (props: object) => {
    const Part = useContext(State).isLoaded && (parts?.[name] as ComponentType<object> | undefined);
    return Part ? <Part {...props} /> : null;
  };
  return Late as unknown as Parts[Name];
}

/** Replaces the menus of `@wordpress/ui` in lists (scripts/build/newsroom-packages.mjs). */
export const Menu = {
  Root,
  Trigger,
  Popup: late('Popup'),
  Positioner: late('Positioner'),
  Group: late('Group'),
  Separator: late('Separator'),
  Item: late('Item'),
  ItemLabel: late('ItemLabel'),
  PrefixIcon: late('PrefixIcon'),
  RadioGroup: late('RadioGroup'),
  RadioItem: late('RadioItem'),
  SubmenuRoot: late('SubmenuRoot'),
  SubmenuTrigger: late('SubmenuTrigger'),
};
