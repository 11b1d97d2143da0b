// Keys that have versions, as one text: a value alone is version 1, several are `2=VALUE 1=VALUE`. The first
// version makes new digests, and reads try all versions, so a key can be replaced while digests of both
// versions exist.

export type KeyVersion = { version: number; value: string };
export type KeyVersions = readonly [KeyVersion, ...KeyVersion[]];

/** Throws if the text has no version, which is a fault of the deployment. */
export function readKeyVersions(text: string): KeyVersions {
  const [first, ...others] = text.split(' ').map((one) => {
    const [, version = '1', value = ''] = /^(?:(\d+)=)?(.+)$/.exec(one) ?? [];
    return { version: Number(version), value };
  });
  if (first === undefined || first.value === '') throw new Error('There is no version of the key.');
  return [first, ...others];
}

export function writeKeyVersions(versions: readonly KeyVersion[]): string {
  const [{ version, value } = { version: 1, value: '' }, ...others] = versions;
  if (version === 1 && others.length === 0) return value;
  return versions.map((one) => `${one.version}=${one.value}`).join(' ');
}

/** The prefix of a digest. Digests of version 1 were made before versions existed and have none. */
export const versionPrefix = (version: number) => (version === 1 ? '' : `v${version}_`);
