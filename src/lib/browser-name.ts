/** Browsers by what their `User-Agent` says, those that pretend to be others first. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
  ['curl', 'curl'],
] as const;
const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iOS'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** What a person calls the browser of a `User-Agent` header, such as "Firefox, Windows"; '' for one that nobody knows. It proves nothing. */
export function browserName(userAgent: string): string {
  const nameIn = (list: readonly (readonly [mark: string, name: string])[]) =>
    list.find(([mark]) => userAgent.includes(mark))?.[1];
  return [nameIn(browsers), nameIn(systems)].filter((name) => name !== undefined).join(', ');
}
