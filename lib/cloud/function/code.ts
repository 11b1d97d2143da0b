// Turns bundles in memory into Lambda code assets. The asset hash is the digest of the code, so a function
// whose code has not changed is not deployed again.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AssetHashType } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Bundle } from './bundle.ts';
import type { DeployedFunction } from './deployed-function.ts';

export type CodeOf = (fn: Pick<DeployedFunction, 'name' | 'entry'>) => Code;

/**
 * Writes the bundles to a temporary folder, which is deleted when the process ends. CDK copies them before
 * that.
 */
export function codeOfBundles(bundles: readonly Bundle[]): CodeOf {
  const directory = mkdtempSync(join(tmpdir(), 'payment-functions-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const byEntry = new Map(bundles.map((bundle) => [bundle.entry, bundle]));
  return ({ entry, name }) => {
    const bundle = byEntry.get(entry);
    if (bundle === undefined) throw new Error(`The function ${name} was not bundled.`);
    const path = join(directory, name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'index.js'), bundle.code);
    const assetHash = createHash('sha256').update(bundle.code).digest('hex');
    return Code.fromAsset(path, { assetHash, assetHashType: AssetHashType.CUSTOM });
  };
}
