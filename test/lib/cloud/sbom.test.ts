import { describe, expect, it } from 'vitest';
import { billOfMaterials, deployedPackages, lockedPackages } from '../../../lib/cloud/sbom.ts';

const packages = lockedPackages();
const deployed = await deployedPackages(packages);
const bill = billOfMaterials(packages, deployed);
const { components, dependencies } = bill;

/** Licences that never oblige us to publish our own source. */
const PERMISSIVE = new Set(['Apache-2.0', 'MIT', 'ISC', '0BSD', 'BSD-3-Clause', 'BlueOak-1.0.0']);
const licencesOf = ({ licenses = [] }: (typeof components)[number]) =>
  licenses.map((one) => ('expression' in one ? one.expression : one.license.id));
const isPermissive = (licence: string) =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((one) => PERMISSIVE.has(one));

describe('the software bill of materials', () => {
  it('every package of package-lock.json is listed once', () => {
    const listed = components.map((one) => one['bom-ref']);
    const locked = Object.keys(packages).filter((path) => path !== '');
    expect(listed).toEqual(locked.sort());
  });

  it('every package has a version, a licence, and a digest of it or of the archive around it', () => {
    const hashed = new Set(components.flatMap((one) => ('hashes' in one ? [one['bom-ref']] : [])));
    for (const one of components) {
      const around = one['bom-ref'].split('/node_modules/').slice(0, -1).join('/node_modules/');
      expect({ ref: one['bom-ref'], isCovered: hashed.has(one['bom-ref']) || hashed.has(around) }).toEqual({
        ref: one['bom-ref'],
        isCovered: true,
      });
      expect(one.version).toMatch(/^\d+\.\d+\.\d+/);
      expect(licencesOf(one)).toHaveLength(1);
    }
    for (const { hashes = [] } of components)
      for (const { alg, content } of hashes) expect(`${alg} ${content}`).toMatch(/^SHA-512 [0-9a-f]{128}$/);
  });

  it('the packages in the deployed functions are those that package.json names for them, and theirs', () => {
    const required = components.filter(({ scope }) => scope === 'required');
    const names = required.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['@aws-sdk/client-dynamodb', '@aws-sdk/client-kms', '@middy/core', 'zod']),
    );
    const dev = required.filter(({ properties }) =>
      properties.some(({ name }) => name === 'cdx:npm:package:development'),
    );
    expect(dev.map(({ name }) => name)).toEqual([]);
  });

  it('no package in a deployed function has a licence with copyleft', () => {
    const other = components.filter(
      (one) => one.scope === 'required' && !licencesOf(one).every(isPermissive),
    );
    expect(other.map(({ name }) => name)).toEqual([]);
  });

  it('every dependency is a listed package, and the project depends on its direct packages', () => {
    const refs = new Set<string>(['project', ...components.map((one) => one['bom-ref'])]);
    for (const { dependsOn } of dependencies) for (const ref of dependsOn) expect(refs).toContain(ref);
    const { dependsOn } = dependencies.find(({ ref }) => ref === 'project') ?? { dependsOn: [] };
    expect(dependsOn).toContain('node_modules/zod');
    expect(dependsOn).toContain('node_modules/aws-cdk-lib');
  });

  it('the same lockfile gives the same bytes, without a time or a random number', () => {
    const again = billOfMaterials(lockedPackages(), new Set(deployed));
    expect(JSON.stringify(again)).toBe(JSON.stringify(bill));
    expect(JSON.stringify(bill)).not.toMatch(/timestamp|serialNumber|urn:uuid/);
  });
});
