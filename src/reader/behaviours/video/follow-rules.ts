import type { VideoConfig } from '../../islands/page-config.ts';

let following: Promise<void> | undefined;

/** Applies the rules of the site, if it has any, to every video that plays from now on. */
export function followRules(config: VideoConfig): void {
  if (!config.sticky && !config.oneAtATime && !config.pauseOffScreen) return;
  following ??= import('./rules.ts').then(({ applyRules }) => applyRules(config));
}
