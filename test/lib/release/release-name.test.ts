// A release has the same name wherever it was checked out, and another one only if something that is deployed
// differs.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { deployedDigest } from '../../../lib/cloud/release-name.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const FILES = {
  'functions/pay.ts': 'export const pay = 1;',
  'functions/flows/sweep.ts': 'export const sweep = 1;',
  'lib/cloud/app.ts': 'export const app = 1;',
  'package-lock.json': '{}',
};
/** A checkout without a history, as a shallow clone or an archive is. */
function digestOf(more: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  folders.push(folder);
  for (const [path, text] of Object.entries({ ...FILES, ...more })) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return deployedDigest(pathToFileURL(`${folder}/`));
}

it('the digest of a release is the same in every checkout, with other documents, tests and commands', () => {
  const digest = digestOf();
  expect(digest).toMatch(/^[\da-f]{8}$/);
  expect(digestOf({ 'docs/deploy.md': '# Deploy', 'test/pay.test.ts': '', 'lib/operator/a.ts': '' })).toBe(
    digest,
  );
  expect(digestOf({ 'functions/.DS_Store': 'x' })).toBe(digest);
});

it.each([
  ['a changed function', { 'functions/flows/sweep.ts': 'export const sweep = 2;' }],
  ['a file under another name', { 'functions/again.ts': FILES['functions/pay.ts'] }],
  ['another template', { 'lib/cloud/app.ts': '' }],
  ['another package', { 'package-lock.json': '{ }' }],
])('the digest of a release differs with %s', (_, more) => {
  expect(digestOf(more)).not.toBe(digestOf());
});
