import { expect, test } from 'vitest';
import { readWords, UsageError } from './command.ts';

const read = (...args: string[]) =>
  readWords(args, {
    report: { type: 'string' },
    quiet: { type: 'boolean', default: false },
    limit: { type: 'string', short: 'l' },
  });

test.each<[args: string[], sentence: string]>([
  [['--nope'], 'Unknown option --nope. Use --help to list the options.'],
  [['--nope=1', 'a'], 'Unknown option --nope. Use --help to list the options.'],
  [['--toString'], 'Unknown option --toString. Use --help to list the options.'],
  [['-x'], 'Unknown option -x. Use --help to list the options.'],
  [['-xl'], 'Unknown option -x. Use --help to list the options.'],
  [['--no-quiet'], 'Unknown option --no-quiet. Use --help to list the options.'],
  [['a', '--report'], '--report needs a value. See --help.'],
  [['-l'], '-l needs a value. See --help.'],
  [['--quiet=yes'], '--quiet takes no value, but got "yes". See --help.'],
  [
    ['--report', '--quiet'],
    '--report needs a value, but --quiet looks like an option. If it is the value, write --report=--quiet. See --help.',
  ],
  [
    ['--limit', '-5'],
    '--limit needs a value, but -5 looks like an option. If it is the value, write --limit=-5. See --help.',
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
    /^--report needs a value, but -Na+ looks like an option\. If it is the value, write --report=-Na+\. /,
  );
});
