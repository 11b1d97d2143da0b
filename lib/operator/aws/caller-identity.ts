// The AWS identity that runs a command. STS answers `GetCallerIdentity` for every identity, whatever its
// permissions.
import { isLoopback } from '../merchant-settings.ts';
import { callAws, type Signer } from './aws-request.ts';

/** The DynamoDB address of the table, and whether the service is a deployed one. */
type Place = { dynamodb: string | undefined; isDeployed: boolean };

const BODY = 'Action=GetCallerIdentity&Version=2011-06-15';

/** The caller's ARN: a user's, or that of a role's session. Throws if STS does not return it. */
export async function callerIdentity(signer: Signer, place: Place): Promise<string> {
  const url = stsOf(signer.region, place);
  const { status, text } = await callAws({ service: 'sts', url, body: BODY }, signer);
  const arn = /<Arn>(arn:[^<]{1,300})<\/Arn>/.exec(text)?.[1];
  if (status === 200 && arn !== undefined) return arn;
  throw new Error(`STS does not know the caller (status ${status}).`);
}

/** A trailing dot does not change the host. */
const AWS_HOST = /(?:\.amazonaws\.com(?:\.cn)?|\.api\.aws)\.?$/i;

/**
 * An STS that the caller chooses could return any identity. So its address may be replaced only if DynamoDB
 * is on this machine, or for the local service if DynamoDB is not AWS's.
 */
function stsOf(region: string, { dynamodb, isDeployed }: Place): URL {
  const { AWS_ENDPOINT_URL_STS: own, AWS_ENDPOINT_URL: every } = process.env;
  const replaced = own || every;
  if (!replaced) return new URL(`https://sts.${region}.amazonaws.com/`);
  const host = dynamodb && new URL(dynamodb).hostname;
  if (host && (isLoopback(host) || (!isDeployed && !AWS_HOST.test(host)))) return new URL(replaced);
  const names = 'AWS_ENDPOINT_URL_STS or AWS_ENDPOINT_URL';
  throw new Error(`the address of STS was replaced (${names}) while DynamoDB is that of AWS`);
}
