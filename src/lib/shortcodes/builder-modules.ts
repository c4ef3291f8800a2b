import { avada } from './avada.ts';
import { composer } from './composer.ts';
import { divi } from './divi.ts';
import type { Module } from './modules.ts';

/** Shortcodes of the page builders that are shown by what their attributes and contents say. */
export const builderModules: ReadonlyMap<string, Module> = new Map(
  Object.entries({ ...divi, ...avada, ...composer }),
);

/** Whether a page builder's shortcode shows something here; rows, columns and ornaments show only what is in them. */
export const isShownModule = (name: string): boolean =>
  Object.keys(builderModules.get(name) ?? {}).length > 0;
