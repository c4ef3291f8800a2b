import type { Palette } from './palette.ts';
import type { Random } from './random.ts';

/** Pixels of a master; every generator draws in these. */
export const width = 1600;
export const height = 1067;

/** What a generator draws with. */
export interface Scene {
  readonly random: Random;
  readonly palette: Palette;
}

/** Draws one picture as what goes inside `<svg>`, and says where its focal point is (thousandths of width and height). */
export type Generator = (scene: Scene) => {
  readonly svg: string;
  readonly focalX: number;
  readonly focalY: number;
};

export type Point = readonly [x: number, y: number];

/** One decimal: finer steps can't be seen and only make the text longer. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

export const rect = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"${more}/>`;
export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${more}/>`;
export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}"${more}/>`;
export const stroke = (d: string, color: string, thickness: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${n(thickness)}"${more}/>`;
export const fillAll = (fill: string): string => rect(0, 0, width, height, fill);

/** Path data through points with straight lines. */
export const lines = (points: readonly Point[], closed = false): string =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}${closed ? 'Z' : ''}`;

/** Path data through points with a smooth curve. */
export function curve(points: readonly Point[], closed = false): string {
  const count = points.length;
  const at = (index: number): Point =>
    points[closed ? (index + count) % count : Math.min(count - 1, Math.max(0, index))] ?? [0, 0];
  let d = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    d +=
      `C${n(from[0] + (to[0] - before[0]) / 6)} ${n(from[1] + (to[1] - before[1]) / 6)} ${n(to[0] - (after[0] - from[0]) / 6)} ` +
      `${n(to[1] - (after[1] - from[1]) / 6)} ${n(to[0])} ${n(to[1])}`;
  }
  return closed ? `${d}Z` : d;
}

/** A vertical gradient and a reference to it. */
export function verticalGradient(
  id: string,
  stops: readonly (readonly [offset: number, color: string, opacity?: number])[],
): { readonly defs: string; readonly url: string } {
  const all = stops
    .map(
      ([offset, color, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`,
    )
    .join('');
  return {
    defs: `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${all}</linearGradient>`,
    url: `url(#${id})`,
  };
}

/** A round glow and a reference to it; its middle in shares of the box that it fills. */
export function radialGradient(
  id: string,
  x: number,
  y: number,
  radius: number,
  stops: readonly (readonly [offset: number, color: string, opacity?: number])[],
): { readonly defs: string; readonly url: string } {
  const all = stops
    .map(
      ([offset, color, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`,
    )
    .join('');
  return {
    defs: `<radialGradient id="${id}" cx="${x}" cy="${y}" r="${radius}">${all}</radialGradient>`,
    url: `url(#${id})`,
  };
}

/** Focal point of a place in pixels. */
export const focal = (x: number, y: number): { focalX: number; focalY: number } => ({
  focalX: Math.round((x / width) * 1000),
  focalY: Math.round((y / height) * 1000),
});
