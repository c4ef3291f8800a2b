import { board } from './generators/board.ts';
import { circuitMap } from './generators/circuit-map.ts';
import { contourLines } from './generators/contour-lines.ts';
import { corridor } from './generators/corridor.ts';
import { facade } from './generators/facade.ts';
import { flowField } from './generators/flow-field.ts';
import { garden } from './generators/garden.ts';
import { halftone } from './generators/halftone.ts';
import { isometricCity } from './generators/isometric-city.ts';
import { letterforms } from './generators/letterforms.ts';
import { machine } from './generators/machine.ts';
import { nightTowers } from './generators/night-towers.ts';
import { orbits } from './generators/orbits.ts';
import { stackedPaper } from './generators/stacked-paper.ts';
import { stillLife } from './generators/still-life.ts';
import { streamChart } from './generators/stream-chart.ts';
import { tide } from './generators/tide.ts';
import { weave } from './generators/weave.ts';
import { paletteOf } from './palette.ts';
import { seededRandom } from './random.ts';
import { height, width } from './svg.ts';
import type { Generator } from './svg.ts';

/** Ways to draw, by the name that an article gives. */
export const generators: Readonly<Record<string, Generator>> = {
  'isometric-city': isometricCity,
  'circuit-map': circuitMap,
  'contour-lines': contourLines,
  orbits,
  'flow-field': flowField,
  'stacked-paper': stackedPaper,
  'stream-chart': streamChart,
  'night-towers': nightTowers,
  weave,
  tide,
  facade,
  'still-life': stillLife,
  halftone,
  machine,
  board,
  garden,
  corridor,
  letterforms,
};

/** A drawing and the point that crops keep, in thousandths. */
export interface Drawing {
  readonly svg: string;
  readonly focalX: number;
  readonly focalY: number;
}

/** Draws a picture; the same `generator`, `seed` and `category` give the same text everywhere. Throws for a generator that does not exist. */
export function drawPicture({
  generator,
  seed,
  category,
}: {
  readonly generator: string;
  readonly seed: string;
  readonly category: string;
}): Drawing {
  const draw = generators[generator];
  if (!draw)
    throw new Error(
      `There is no picture generator "${generator}"; use one of ${Object.keys(generators).join(', ')}.`,
    );
  const { svg, focalX, focalY } = draw({ random: seededRandom(seed), palette: paletteOf(category) });
  // Half of them look the other way: two of a kind beside each other are told apart at once.
  const mirrored = seededRandom(`${seed}/mirror`).chance(0.5);
  const inner = mirrored ? `<g transform="translate(${width}) scale(-1 1)">${svg}</g>` : svg;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inner}</svg>`,
    focalX: mirrored ? 1000 - focalX : focalX,
    focalY,
  };
}
