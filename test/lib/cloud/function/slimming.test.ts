// What a bundle leaves out of the AWS clients, no function misses.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as kms from '@aws-sdk/client-kms';
import * as scheduler from '@aws-sdk/client-scheduler';
import { expect, it } from 'vitest';
import { bundleFunctions } from '../../../../lib/cloud/function/bundle.ts';
import { KNOWN_ERRORS } from '../../../../lib/cloud/function/slimming.ts';
import { functionFiles } from '../../../architecture/project.ts';
import { handler, readTime, type ServiceError } from './thrown-errors.ts';

const CLIENTS = { dynamodb, kms, scheduler };
type ErrorClass = new (options: object) => { name: string; $fault: 'client' | 'server'; $retryable?: object };
const errorsOf = (client: object) =>
  Object.entries(client).filter(([, value]) => value?.prototype instanceof Error) as [string, ErrorClass][];

async function bundled(entry: string): Promise<{ handler: typeof handler; readTime: typeof readTime }> {
  const [bundle] = await bundleFunctions([entry]);
  const directory = mkdtempSync(join(tmpdir(), 'slimming-'));
  try {
    writeFileSync(join(directory, 'function.js'), bundle?.code ?? '');
    return createRequire(join(directory, 'function.js'))('./function.js');
  } finally {
    rmSync(directory, { recursive: true });
  }
}

it('every error of the services, and a time, arrives in a bundle as it does without one', async () => {
  const facts = {
    message: 'No.',
    Item: { a: { S: 'b' } },
    CancellationReasons: [{ Code: 'ThrottlingError' }],
  };
  const errors = Object.entries(CLIENTS).flatMap(([service, client]) =>
    errorsOf(client).map(([name, type]): ServiceError => {
      const status = new type({}).$fault === 'client' ? 400 : 500;
      return { service: service as ServiceError['service'], status, body: { __type: name, ...facts } };
    }),
  );
  expect(errors.length).toBeGreaterThan(80);
  const inBundle = await bundled('test/lib/cloud/function/thrown-errors.ts');
  expect(await inBundle.handler(errors)).toEqual(await handler(errors));
  expect(await inBundle.readTime(1_795_000_000.1239)).toBe(await readTime(1_795_000_000.1239));
});

it('a bundle knows the errors whose class a function asks for or that a client retries by class', () => {
  const errors = Object.values(CLIENTS).flatMap(errorsOf);
  const retried = errors.filter(([, type]) => new type({}).$retryable !== undefined);
  const names = new Set(errors.map(([name]) => name));
  const asked = functionFiles
    .flatMap(({ text }) => [...text.matchAll(/instanceof (\w+)/g)].map(([, name = '']) => name))
    .filter((name) => names.has(name));
  const known = [...new Set([...asked, ...retried.map(([name]) => name)])];
  expect(known.sort()).toEqual([...KNOWN_ERRORS].sort());
});
