// Checks the subjects of new commits: imperative, capitalized, at most 72 characters, without a full stop.
import { spawnSync } from 'node:child_process';

/** The last commit before this check existed. */
const before = '34732b97';
const maxLength = 72;
/** Imperatives that end like another form. */
const imperatives =
  /^(?:Access|Address|Bring|Bypass|Canvas|Compress|Cross|Discuss|Dismiss|Embed|Exceed|Express|Feed|Focus|Guess|Miss|Need|Pass|Press|Process|Proceed|Seed|Speed|Spread|String|Suppress|Swing|Toss|Witness)$/;

/** The fault of a commit's subject, or undefined if it is valid. */
export function faultOfSubject(subject) {
  const [first = ''] = subject.split(/[ ,:]/);
  if (subject.length > maxLength)
    return `has ${subject.length} characters; at most ${maxLength} are accepted`;
  if (!/^[A-Z]/.test(subject)) return 'does not begin with a capital letter';
  if (subject.endsWith('.')) return 'ends with a full stop';
  if (/(?:ed|ing|[^s]s)$/.test(first) && !imperatives.test(first))
    return `begins with "${first}"; use the imperative`;
  return undefined;
}

/** One sentence for each new commit whose subject is wrong. Nothing is checked outside a clone with its history. */
export function checkCommits(root) {
  const { status, stdout } = spawnSync('git', ['log', '--no-merges', '--format=%h %s', `${before}..HEAD`], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) return [];
  return stdout
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const [hash = '', ...words] = line.split(' ');
      const fault = faultOfSubject(words.join(' '));
      return fault === undefined ? [] : [`The subject of commit ${hash} ${fault}.`];
    });
}
