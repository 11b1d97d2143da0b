// What Lambda gives to a function that is not one of the service's, but stands beside them: its settings, and
// the credentials of its role.
import type { Signer } from './aws-request.ts';

/** Throws if the variable is not set. */
export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
}

export const signerOfRole = (): Signer => ({
  region: setting('AWS_REGION'),
  credentials: {
    accessKeyId: setting('AWS_ACCESS_KEY_ID'),
    secretAccessKey: setting('AWS_SECRET_ACCESS_KEY'),
    sessionToken: process.env['AWS_SESSION_TOKEN'],
  },
});
