// Signs the functions' code before a deployment that accepts signed code only. CDK uploads archives without a
// signature. AWS Signer signs each archive in the bucket, and the signed archive replaces the unsigned one,
// so that `cdk deploy` finds it under the same name and uploads nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CfnCodeSigningConfig } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Deployment } from '../deployment.ts';

/**
 * With this configuration Lambda refuses code that the profile version has not signed. Each stack has one;
 * undefined without a profile.
 */
export function requireSignature(
  scope: Construct,
  { codeSigningProfileVersionArn: profileVersionArn }: Pick<Deployment, 'codeSigningProfileVersionArn'>,
): CfnCodeSigningConfig | undefined {
  if (profileVersionArn === undefined) return undefined;
  const made = scope.node.tryFindChild('CodeSigning');
  if (made !== undefined) return made as CfnCodeSigningConfig;
  return new CfnCodeSigningConfig(scope, 'CodeSigning', {
    description: 'The code of payments is signed before it is deployed.',
    allowedPublishers: { signingProfileVersionArns: [profileVersionArn] },
    codeSigningPolicies: { untrustedArtifactOnDeployment: 'Enforce' },
  });
}

/** Runs the AWS CLI and returns its output as JSON; an empty output is undefined. */
export type Aws = (...args: readonly string[]) => Promise<unknown>;
type Archive = { bucket: string; key: string };

type CloudAssembly = { artifacts?: Record<string, { type: string; properties?: { file?: string } }> };
type AssetManifest = {
  files?: Record<
    string,
    {
      source: { packaging: string };
      destinations: Record<string, { bucketName: string; objectKey: string }>;
    }
  >;
};

/** The archives that `cdk publish-assets` uploads for the assembly in that folder. */
export function archivesOf(assembly: string, place: { account: string; region: string }): Archive[] {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(assembly, name), 'utf8'));
  const { artifacts = {} } = read('manifest.json') as CloudAssembly;
  const manifests = Object.values(artifacts).filter(({ type }) => type === 'cdk:asset-manifest');
  const archives = manifests.flatMap(({ properties }) => {
    const { files = {} } = read(properties?.file ?? '') as AssetManifest;
    return Object.values(files)
      .filter(({ source }) => source.packaging === 'zip')
      .flatMap(({ destinations }) => Object.values(destinations))
      .map(({ bucketName, objectKey }) => ({
        bucket: bucketName
          .replace(/\$\{AWS::AccountId\}/, place.account)
          .replace(/\$\{AWS::Region\}/, place.region),
        key: objectKey,
      }));
  });
  return [...new Map(archives.map((archive) => [archive.key, archive])).values()];
}

/** `arn:aws:signer:eu-central-1:111111111111:/signing-profiles/payments/AbCdEf1234` */
function readProfile(profileVersionArn: string): { name: string; version: string } {
  const [, name, version] = /:signer:.*:\/signing-profiles\/(\w+)\/(\w+)$/.exec(profileVersionArn) ?? [];
  if (name === undefined || version === undefined) {
    throw new Error(`${profileVersionArn} is not the ARN of a version of a signing profile.`);
  }
  return { name, version };
}

/** The metadata key that marks a signed archive, so that it is signed once. */
const SIGNED_BY = 'signed-by';

/**
 * Signs an archive unless this version of the profile has signed it. Throws and leaves the archive unchanged
 * if it was not uploaded, if its bucket keeps no versions, or if another version of the profile signed it.
 */
export async function signArchive(
  { bucket, key }: Archive,
  profileVersionArn: string,
  aws: Aws,
): Promise<'signed' | 'was signed'> {
  const { name, version } = readProfile(profileVersionArn);
  const object = ['--bucket', bucket, '--key', key];
  const head = (await aws('s3api', 'head-object', ...object)) as {
    VersionId?: string;
    Metadata?: Record<string, string>;
  };
  if (head.Metadata?.[SIGNED_BY] === version) return 'was signed';
  if (head.VersionId === undefined || head.VersionId === 'null') {
    throw new Error(`${bucket} keeps no versions, which AWS Signer needs; bootstrap CDK again.`);
  }
  const source = `s3={bucketName=${bucket},key=${key},version=${head.VersionId}}`;
  const destination = `s3={bucketName=${bucket},prefix=signed/}`;
  const started = ['--source', source, '--destination', destination, '--profile-name', name];
  const { jobId } = (await aws('signer', 'start-signing-job', ...started)) as { jobId: string };
  await aws('signer', 'wait', 'successful-signing-job', '--job-id', jobId);
  const job = (await aws('signer', 'describe-signing-job', '--job-id', jobId)) as {
    profileVersion: string;
    signedObject: { s3: { key: string } };
  };
  if (job.profileVersion !== version) {
    throw new Error(`${name} has signed with version ${job.profileVersion}, not with ${version}.`);
  }
  const signedKey = job.signedObject.s3.key;
  const metadata = ['--metadata-directive', 'REPLACE', '--metadata', `${SIGNED_BY}=${version}`];
  await aws('s3api', 'copy-object', ...object, '--copy-source', `${bucket}/${signedKey}`, ...metadata);
  await aws('s3api', 'delete-object', '--bucket', bucket, '--key', signedKey);
  return 'signed';
}
