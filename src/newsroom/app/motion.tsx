import { usePresence } from 'framer-motion';
import type { HTMLMotionProps, motion as animated } from 'framer-motion';
import { useEffect, useState } from 'react';
import type { CSSProperties, HTMLAttributes } from 'react';

export { AnimatePresence, cubicBezier, useIsPresent } from 'framer-motion';

type DivProps = HTMLMotionProps<'div'>;

let AnimatedDiv: typeof animated.div | undefined;
const inputs = ['pointerdown', 'pointermove', 'keydown'] as const;

/** Loads the animations upon the first input, before what it opens is shown. */
async function loadAnimations(): Promise<void> {
  for (const event of inputs) window.removeEventListener(event, loadAnimations, true);
  AnimatedDiv = (await import('./motion-features.ts').catch(() => undefined))?.motion.div;
}
for (const event of inputs) window.addEventListener(event, loadAnimations, true);

/** Replaces `motion` in `@wordpress/components` (scripts/build/newsroom-packages.mjs), which uses `div` alone. */
export const motion = {
  div: function Div(props: DivProps) {
    const [Animated] = useState(() => AnimatedDiv);
    return Animated ? <Animated {...props} /> : <StillDiv {...props} />;
  },
};

/** Shows an element in its final state; `x` and `y` are Motion's names for a translation in pixels. */
function StillDiv({
  initial: _initial,
  animate: _animate,
  exit: _exit,
  variants: _variants,
  transition: _transition,
  layout: _layout,
  onAnimationComplete,
  style = {},
  ...props
}: DivProps) {
  const [isPresent, remove] = usePresence();
  useEffect(() => {
    if (!isPresent) remove();
  }, [isPresent, remove]);
  useEffect(() => onAnimationComplete?.('animate'), [onAnimationComplete]);
  const { x, y, originX: _x, originY: _y, ...own } = style as Readonly<Record<string, number | undefined>>;
  const transform = x || y ? `translateX(${x ?? 0}px) translateY(${y ?? 0}px)` : undefined;
  return (
    <div {...(props as HTMLAttributes<HTMLDivElement>)} style={{ ...(own as CSSProperties), transform }} />
  );
}
