// The rehearsal touches this machine and nothing else: AWS tools are told the emulator's address and keys
// that are good for nothing, and every address is looked at before it is called.
import type { Environment } from './program.ts';

export const REGION = 'eu-central-1';
/** Of the emulator. */
export const ACCOUNT = '000000000000';

/** Good for the emulator alone. */
export const KEYS = { accessKeyId: 'test', secretAccessKey: 'test' } as const;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The same address; throws where it is another machine's. */
export function requireLoopback(address: string): string {
  const { hostname } = new URL(address);
  if (LOOPBACK.has(hostname)) return address;
  throw new Error(`A rehearsal stays on this machine; it was led to ${hostname}.`);
}

/** The environment of a program that speaks to AWS. Nothing of the caller's own AWS account is handed on. */
export function awsEnvironment(endpoint: string, home: string): Environment {
  return {
    PATH: process.env['PATH'],
    HOME: home,
    TMPDIR: home,
    AWS_ENDPOINT_URL: requireLoopback(endpoint),
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    CDK_DISABLE_VERSION_CHECK: '1',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    // Its loader says on every start that it is deprecated in this Node.
    NODE_NO_WARNINGS: '1',
  };
}
