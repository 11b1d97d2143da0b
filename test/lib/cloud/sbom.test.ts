import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { billOfMaterials, licencesOf } from '../../../lib/cloud/sbom.ts';
import { NOTICE_FILE, noticeOf } from '../../../lib/release/notice.ts';

const file = new URL('../../../package-lock.json', import.meta.url);
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
  packages: Record<string, { name?: string; version: string }>;
};
const bill = await billOfMaterials();
const { components, dependencies } = bill;

/** Licences that never oblige us to publish our own source. */
const PERMISSIVE = new Set(['Apache-2.0', 'MIT', 'ISC', '0BSD', 'BSD-3-Clause', 'BlueOak-1.0.0']);
type Component = (typeof components)[number];
const isPermissive = (licence: string) =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((one) => PERMISSIVE.has(one));
const has = ({ properties }: Component, name: string) => properties.some((one) => one.name === name);

describe('the software bill of materials', () => {
  it('every package of package-lock.json is listed once', () => {
    const locked = Object.entries(packages)
      .filter(([path]) => path !== '')
      .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`);
    const listed = components.map((one) => one['bom-ref']);
    expect(listed.sort()).toEqual([...new Set(locked)].sort());
  });

  it('every package has a version, a licence, and a digest of it or of the archive around it', () => {
    for (const one of components) {
      const isCovered = one.hashes !== undefined || has(one, 'cdx:npm:package:bundled');
      expect({ ref: one['bom-ref'], isCovered }).toEqual({ ref: one['bom-ref'], isCovered: true });
      expect(one.version).toMatch(/^\d+\.\d+\.\d+/);
      expect(licencesOf(one)).toHaveLength(1);
      for (const { alg, content } of one.hashes ?? [])
        expect(`${alg} ${content}`).toMatch(/^SHA-512 [0-9a-f]{128}$/);
    }
  });

  it('the packages in the deployed functions are those that package.json names for them, and theirs', () => {
    const required = components.filter(({ scope }) => scope === 'required');
    const names = required.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['@aws-sdk/client-dynamodb', '@aws-sdk/client-kms', '@middy/core', 'zod']),
    );
    const dev = required.filter((one) => has(one, 'cdx:npm:package:development'));
    // A function serves it in the script of the console, and loads nothing of it.
    expect(dev.map(({ name }) => name)).toEqual(['preact']);
  });

  it('no package in a deployed function has a licence with copyleft', () => {
    const other = components.filter(
      (one) => one.scope === 'required' && !licencesOf(one).every(isPermissive),
    );
    expect(other.map(({ name }) => name)).toEqual([]);
  });

  it('every dependency is a listed package, and the project depends on its direct packages', () => {
    const version = packages['']?.version;
    const project = `payment-service@${version}`;
    const refs = new Set<string>([project, ...components.map((one) => one['bom-ref'])]);
    for (const { dependsOn } of dependencies) for (const ref of dependsOn) expect(refs).toContain(ref);
    const { dependsOn } = dependencies.find(({ ref }) => ref === project) ?? { dependsOn: [] };
    for (const name of ['zod', 'aws-cdk-lib'])
      expect(dependsOn).toContain(`${name}@${packages[`node_modules/${name}`]?.version}`);
  });

  it('the same lockfile gives the same bytes, without a time or a random number', async () => {
    expect(JSON.stringify(await billOfMaterials())).toBe(JSON.stringify(bill));
    expect(bill.metadata.component.name).toBe('payment-service');
    expect(JSON.stringify(bill)).not.toMatch(/timestamp|serialNumber|urn:uuid/);
  });
});

describe('docs/NOTICE.md', () => {
  const shown = readFileSync(NOTICE_FILE, 'utf8');

  it('docs/NOTICE.md is that of these packages, with a text for each licence', () => {
    expect(shown).toBe(noticeOf(bill));
    expect(shown.match(/^Permission is hereby granted/gm)).toHaveLength(1);
    expect(shown.match(/^ +Version 2\.0, January 2004$/gm)).toHaveLength(1);
    expect(shown).not.toMatch(/```text\n\n?```/);
  });

  it('docs/NOTICE.md names the origin of each list, picture and font that is shipped', () => {
    const shipped = globSync(
      '{bin,docs,functions,lib}/**/*.{csv,svg,png,webp,jpg,gif,ico,woff,woff2,ttf,otf}',
      {
        cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      },
    );
    const places = [...shown.matchAll(/^\| ((?:bin|docs|functions|lib)\/\S+) \|/gm)].map(
      ([, path = '']) => path,
    );
    expect(shipped.length).toBeGreaterThan(5);
    expect(shipped.filter((file) => !places.some((place) => file.startsWith(place)))).toEqual([]);
  });
});
