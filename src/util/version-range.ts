/** Whether a version is within a range as package.json writes it: `^1.2.3` and `>=1.2.3`, joined by `||`. */
export function admitsVersion(range: string, version: string): boolean {
  const given = readVersion(version);
  return range.split('||').some((part) => {
    const least = readVersion(part);
    return compare(given, least) >= 0 && (!part.includes('^') || given[0] === least[0]);
  });
}

type Version = readonly [number, number, number];

function readVersion(text: string): Version {
  const [, major = 0, minor = 0, patch = 0] = /(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text) ?? [];
  return [Number(major), Number(minor), Number(patch)];
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
