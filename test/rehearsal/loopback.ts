// The rehearsal uses this machine only: AWS tools get the emulator's endpoint and invalid keys, and every URL
// is checked before it is called.
import type { Environment } from './program.ts';

export const REGION = 'eu-central-1';
/** The emulator's account id. */
export const ACCOUNT = '000000000000';

/** Valid for the emulator only. */
export const KEYS = { accessKeyId: 'test', secretAccessKey: 'test' } as const;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns the URL; throws if its host is not this machine. */
export function requireLoopback(address: string): string {
  const { hostname } = new URL(address);
  if (LOOPBACK.has(hostname)) return address;
  throw new Error(`A rehearsal uses this machine only, but the host is ${hostname}.`);
}

/** The environment of programs that call AWS, without anything of the caller's own AWS account. */
export function awsEnvironment(endpoint: string, home: string, region = REGION): Environment {
  return {
    PATH: process.env['PATH'],
    HOME: home,
    TMPDIR: home,
    AWS_ENDPOINT_URL: requireLoopback(endpoint),
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    CDK_DISABLE_VERSION_CHECK: '1',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    // Suppresses a deprecation warning that the loader prints at every start.
    NODE_NO_WARNINGS: '1',
  };
}
