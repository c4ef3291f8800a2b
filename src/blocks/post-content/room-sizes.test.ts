import { expect, test } from 'vitest';
import { withRoom } from './room-sizes.ts';

const beside = (percent: number) =>
  `(max-width: 1023px) ${percent}vw, (max-width: 1303px) calc(${percent}vw - 420px), `;
const img = (sizes: string) => `<img sizes="${sizes}">`;

test('[LAZY-07] without a sidebar no picture width assumes one', () => {
  const gallery = img(
    `(min-width: 2240px) 514px, (min-width: 1680px) 394px, (max-width: 599px) 50vw, ${beside(34)}287px`,
  );
  expect(withRoom(gallery, 'column')).toBe(gallery);
  expect(withRoom(gallery, 'wide')).toBe(img('(max-width: 599px) 50vw, (max-width: 1064px) 34vw, 334px'));
  const middle = img(`(min-width: 2240px) 1540px, (min-width: 1680px) 1180px, ${beside(100)}860px`);
  expect(withRoom(middle, 'wide')).toBe(img('(max-width: 1000px) 100vw, 1000px'));
  const wide = img(`(min-width: 2240px) 1540px, (min-width: 1680px) 1180px, ${beside(100)}1000px`);
  expect(withRoom(wide, 'wide')).toBe(img('(max-width: 1000px) 100vw, 1000px'));
  expect(withRoom(wide, 'page')).toContain('(min-width:1304px) 1240px');
  expect(withRoom(img('(min-width: 1680px) 700px, (max-width: 608px) 100vw, 608px'), 'wide')).toBe(
    img('(max-width: 608px) 100vw, 608px'),
  );
  expect(withRoom(img('50vw'), 'wide')).toBe(img('50vw'));
});
