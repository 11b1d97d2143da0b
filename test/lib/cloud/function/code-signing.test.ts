import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { type Aws, archivesOf, signArchive } from '../../../../lib/cloud/function/code-signing.ts';
import { EVERYTHING, resourcesOf, synthesize } from '../cloud.ts';

const PROFILE = String(EVERYTHING['codeSigningProfileVersionArn']);
const BUCKET = 'cdk-hnb659fds-assets-111111111111-eu-central-1';

describe('a deployment with a signing profile', () => {
  const { functionsTemplate, watchTemplate, releaseTemplate } = synthesize(EVERYTHING);

  test.each([
    { stack: 'service and events', template: functionsTemplate, least: 30 },
    { stack: 'watch', template: watchTemplate, least: 1 },
    { stack: 'release', template: releaseTemplate, least: 2 },
  ])('every function of $stack accepts only code that this version of the profile has signed', (of) => {
    const template = of.template as Template;
    const [[id, config] = ['', undefined]] = resourcesOf(template, 'AWS::Lambda::CodeSigningConfig');
    expect(config?.Properties).toMatchObject({
      AllowedPublishers: { SigningProfileVersionArns: [PROFILE] },
      CodeSigningPolicies: { UntrustedArtifactOnDeployment: 'Enforce' },
    });
    const functions = [...resourcesOf(template, 'AWS::Lambda::Function').values()];
    expect(functions.length).toBeGreaterThanOrEqual(of.least);
    for (const { Properties } of functions) expect(Properties['CodeSigningConfigArn']).toEqual({ Ref: id });
  });

  test('no function asks for a signature without the option', () => {
    const plain = synthesize().functionsTemplate;
    expect(resourcesOf(plain, 'AWS::Lambda::CodeSigningConfig').size).toBe(0);
  });
});

test('the archives of an assembly are those that CDK uploads, each once and without templates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assembly-'));
  const [account, region] = ['$' + '{AWS::AccountId}', '$' + '{AWS::Region}'];
  const to = (objectKey: string) => ({ here: { bucketName: `cdk-x-${account}-${region}`, objectKey } });
  const files = {
    a: { source: { packaging: 'zip' }, destinations: to('a.zip') },
    b: { source: { packaging: 'file' }, destinations: to('b.json') },
  };
  const artifact = (file: string) => ({ type: 'cdk:asset-manifest', properties: { file } });
  const artifacts = { one: artifact('one.json'), two: artifact('two.json'), stack: { type: 'other' } };
  for (const [file, content] of Object.entries({ one: { files }, two: { files }, manifest: { artifacts } }))
    writeFileSync(join(folder, `${file}.json`), JSON.stringify(content));
  expect(archivesOf(folder, { account: '1', region: 'r' })).toEqual([{ bucket: 'cdk-x-1-r', key: 'a.zip' }]);
  rmSync(folder, { recursive: true });
});

/** A bucket and a signer as the AWS CLI shows them. `signs` is the version that signs. */
function openAws(signs = 'v2') {
  type Stored = { body: string; version: string; metadata: Record<string, string> };
  const bucket = new Map<string, Stored>([['a.zip', { body: 'code', version: '1', metadata: {} }]]);
  const jobs = new Map<string, { key: string }>();
  const calls: string[] = [];
  const aws: Aws = async (service, command, ...rest) => {
    calls.push(`${service} ${command}`);
    const option = (name: string) => rest[rest.indexOf(`--${name}`) + 1] ?? '';
    const stored = (key: string) => {
      const found = bucket.get(key);
      if (found === undefined) throw new Error(`404 ${key}`);
      return found;
    };
    if (command === 'head-object') {
      const { version, metadata } = stored(option('key'));
      return { VersionId: version, Metadata: metadata };
    }
    if (command === 'start-signing-job') {
      const [, key = '', version] = /key=([^,]+),version=(\w+)/.exec(option('source')) ?? [];
      expect(stored(key).version).toBe(version);
      bucket.set('signed/1.zip', { body: `signed ${stored(key).body}`, version: '9', metadata: {} });
      jobs.set('1', { key: 'signed/1.zip' });
      return { jobId: '1' };
    }
    if (command === 'describe-signing-job')
      return { profileVersion: signs, signedObject: { s3: jobs.get(option('job-id')) } };
    if (command === 'copy-object') {
      const { body } = stored(option('copy-source').slice(BUCKET.length + 1));
      const [name = '', value = ''] = option('metadata').split('=');
      bucket.set(option('key'), { body, version: '2', metadata: { [name]: value } });
    }
    if (command === 'delete-object') bucket.delete(option('key'));
    return undefined;
  };
  return { aws, bucket, calls };
}
const ARCHIVE = { bucket: BUCKET, key: 'a.zip' };

describe('signing an archive', () => {
  test('the signed archive takes the place of the uploaded one, and is signed once', async () => {
    const { aws, bucket, calls } = openAws();
    expect(await signArchive(ARCHIVE, PROFILE, aws)).toBe('signed');
    expect([...bucket.keys()]).toEqual(['a.zip']);
    expect(bucket.get('a.zip')?.body).toBe('signed code');
    calls.length = 0;
    expect(await signArchive(ARCHIVE, PROFILE, aws)).toBe('was signed');
    expect(calls).toEqual(['s3api head-object']);
  });

  test('an archive that was signed by an older version of the profile is signed again', async () => {
    const { aws, bucket } = openAws();
    bucket.set('a.zip', { body: 'code', version: '5', metadata: { 'signed-by': 'v1' } });
    expect(await signArchive(ARCHIVE, PROFILE, aws)).toBe('signed');
  });

  test('a signature of another version is an error, and the archive stays as it is', async () => {
    const { aws, bucket } = openAws('v3');
    await expect(signArchive(ARCHIVE, PROFILE, aws)).rejects.toThrow('version v3, not with v2');
    expect(bucket.get('a.zip')?.body).toBe('code');
  });

  test('an archive that was not uploaded, or has no version, is an error', async () => {
    const { aws, bucket } = openAws();
    await expect(signArchive({ ...ARCHIVE, key: 'b.zip' }, PROFILE, aws)).rejects.toThrow('404');
    bucket.set('a.zip', { body: 'code', version: 'null', metadata: {} });
    await expect(signArchive(ARCHIVE, PROFILE, aws)).rejects.toThrow('keeps no versions');
  });
});
