// The fingerprints of the pictures as they were last accepted, one line for each picture.
import { readFileSync, writeFileSync } from 'node:fs';
import { fingerprintOf, isAlike } from './fingerprint.ts';
import { LOOKS, type Pictures } from './gallery.ts';
import { pixelsOf } from './pixels.ts';

export const ACCEPTED = new URL('accepted.txt', import.meta.url);

/** By name of the picture, for example `form-phone-tr-light`. */
type Fingerprints = ReadonlyMap<string, string>;

export function readAccepted(): Fingerprints {
  const lines = readFileSync(ACCEPTED, 'utf8').matchAll(/^(\S+) (.+)$/gm);
  return new Map([...lines].map(([, name = '', fingerprint = '']) => [name, fingerprint]));
}

export function writeAccepted(fingerprints: Fingerprints): void {
  const lines = [...fingerprints].map((line) => `${line.join(' ')}\n`);
  writeFileSync(ACCEPTED, lines.toSorted().join(''));
}

export const fingerprintsOf = (pictures: Pictures): Fingerprints =>
  new Map([...pictures].map(([name, png]) => [name, fingerprintOf(pixelsOf(png))]));

/** The names of the pictures that do not look as accepted, are new, or are accepted and gone. */
export function changedNames(taken: Fingerprints, accepted: Fingerprints): string[] {
  const names = new Set([...taken.keys(), ...accepted.keys()]);
  return [...names].filter((name) => {
    const [now, before] = [taken.get(name), accepted.get(name)];
    return now === undefined || before === undefined || !isAlike(now, before);
  });
}

/**
 * What is accepted once the pictures of these names are; the name of a view stands for all its looks.
 * @throws Error if a name is that of no picture.
 */
export function accept(names: readonly string[], taken: Fingerprints, accepted: Fingerprints): Fingerprints {
  const after = new Map(accepted);
  for (const name of names) {
    const pictures = [name, ...LOOKS.map(({ look }) => `${name}-${look}`)];
    const known = pictures.filter((picture) => taken.has(picture) || accepted.has(picture));
    if (known.length === 0) throw new Error(`No picture has the name ${name}.`);
    for (const picture of known) {
      const fingerprint = taken.get(picture);
      if (fingerprint === undefined) after.delete(picture);
      else after.set(picture, fingerprint);
    }
  }
  return after;
}
