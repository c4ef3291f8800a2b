import { expect, test } from 'vitest';
import { readWords, UsageError } from './command.ts';

const read = (...args: string[]) =>
  readWords(args, {
    report: { type: 'string' },
    quiet: { type: 'boolean', default: false },
    limit: { type: 'string', short: 'l' },
  });

test.each<[args: string[], sentence: string]>([
  [['--nope'], 'There is no option --nope; --help names those that there are.'],
  [['--nope=1', 'a'], 'There is no option --nope; --help names those that there are.'],
  [['--toString'], 'There is no option --toString; --help names those that there are.'],
  [['-x'], 'There is no option -x; --help names those that there are.'],
  [['-xl'], 'There is no option -x; --help names those that there are.'],
  [['--no-quiet'], 'There is no option --no-quiet; --help names those that there are.'],
  [['a', '--report'], '--report needs a value after it; --help tells which.'],
  [['-l'], '-l needs a value after it; --help tells which.'],
  [['--quiet=yes'], '--quiet takes no value, and got "yes"; --help tells more.'],
  [
    ['--report', '--quiet'],
    '--report needs a value, and --quiet looks like an option: write --report=--quiet if it is meant; --help tells more.',
  ],
  [
    ['--limit', '-5'],
    '--limit needs a value, and -5 looks like an option: write --limit=-5 if it is meant; --help tells more.',
  ],
])('%j is refused with our own message', (args, sentence) => {
  expect(() => read(...args)).toThrow(new UsageError(sentence));
});

test('valid arguments are parsed', () => {
  const { values, positionals } = read('a', '--report=-', '--quiet', '-l', '5', '--', '--nope');
  expect([{ ...values }, positionals]).toEqual([{ report: '-', quiet: true, limit: '5' }, ['a', '--nope']]);
  expect([read('--report=').values.report, read('--report', '-').values.report]).toEqual(['', '-']);
});

test('a link’s name is one argument, whatever it begins with', () => {
  const names = ['-N'.padEnd(43, 'a'), '--'.padEnd(43, 'q'), '-l'.padEnd(43, '_')];
  expect(read('pending', ...names, '--quiet')).toMatchObject({
    values: { quiet: true },
    positionals: ['pending', ...names],
  });
  expect(() => read('--report', names[0] ?? '')).toThrow(
    /^--report needs a value, and -Na+ looks like an option: write --report=-Na+ if it is meant/,
  );
});
