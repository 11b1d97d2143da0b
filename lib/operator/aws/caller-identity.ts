// The AWS identity that runs a command. STS answers `GetCallerIdentity` for every identity, whatever its
// permissions.
import { isLoopback } from '../merchant-settings.ts';
import type { Signer } from './aws-request.ts';
import { query } from './xml-calls.ts';

/** The DynamoDB address of the table, and whether the service is a deployed one. */
type TableHost = { dynamodb: string | undefined; isDeployed: boolean };

/** The caller's ARN: a user's, or that of a role's session. Throws if STS does not return it. */
export async function callerIdentity(signer: Signer, place: TableHost): Promise<string> {
  const url = stsOf(signer.region, place);
  const { Arn } = await query(signer, 'sts', '2011-06-15', url)('GetCallerIdentity');
  if (typeof Arn === 'string') return Arn;
  throw new Error('STS does not know the caller.');
}

/** A trailing dot does not change the host. */
const AWS_HOST = /(?:\.amazonaws\.com(?:\.cn)?|\.api\.aws)\.?$/i;

/**
 * An STS that the caller chooses could return any identity. So its address may be replaced only if DynamoDB
 * is on this machine, or for the local service if DynamoDB is not AWS's.
 */
function stsOf(region: string, { dynamodb, isDeployed }: TableHost): URL {
  const { AWS_ENDPOINT_URL_STS: own, AWS_ENDPOINT_URL: every } = process.env;
  const replaced = own || every;
  if (!replaced) return new URL(`https://sts.${region}.amazonaws.com/`);
  const host = dynamodb && new URL(dynamodb).hostname;
  if (host && (isLoopback(host) || (!isDeployed && !AWS_HOST.test(host)))) return new URL(replaced);
  const names = 'AWS_ENDPOINT_URL_STS or AWS_ENDPOINT_URL';
  throw new Error(`the address of STS was replaced (${names}) while DynamoDB is that of AWS`);
}
