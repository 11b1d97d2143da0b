// Who runs a command, by the AWS identity of its credentials. STS answers `GetCallerIdentity` to every
// identity, whatever its permissions. It is one request, signed here: a client would be one more package.
import { createHash, createHmac } from 'node:crypto';
import { isLoopback } from './merchant-settings.ts';

type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };
/** The table's own DynamoDB, and whether the service is a deployed one. */
type Place = { dynamodb: string | undefined; isDeployed: boolean };
type Signer = { credentials: Credentials; region: string };

const BODY = 'Action=GetCallerIdentity&Version=2011-06-15';
const TYPE = 'application/x-www-form-urlencoded; charset=utf-8';
const TIMEOUT_MS = 10_000;

/** The caller's ARN, of a user or of a role's session. Throws if STS does not tell it. */
export async function callerIdentity(signer: Signer, place: Place): Promise<string> {
  const url = stsOf(signer.region, place);
  const headers = signedHeaders(url, signer, new Date());
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { method: 'POST', headers, body: BODY, signal });
  const arn = /<Arn>(arn:[^<]{1,300})<\/Arn>/.exec(await response.text())?.[1];
  if (response.ok && arn !== undefined) return arn;
  throw new Error(`STS does not know the caller (status ${response.status}).`);
}

/** A dot at the end names the same host. */
const AWS_HOST = /(?:\.amazonaws\.com(?:\.cn)?|\.api\.aws)\.?$/i;

/**
 * An STS of the caller's choice names whom the caller likes, so its address may be replaced only beside a
 * DynamoDB on this machine, or for the local service beside one that is not of AWS.
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

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Signature Version 4 of the one request above. */
function signedHeaders(url: URL, { credentials, region }: Signer, now: Date): Record<string, string> {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const at = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = at.slice(0, 8);
  const headers: Record<string, string> = {
    'content-type': TYPE,
    host: url.host,
    'x-amz-date': at,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    ...['POST', url.pathname, ''],
    ...names.map((name) => `${name}:${headers[name]}`),
    ...['', names.join(';'), sha256(BODY)],
  ].join('\n');
  const scope = `${day}/${region}/sts/aws4_request`;
  const key = [region, 'sts', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day));
  const signature = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString('hex');
  const { host: _, ...sent } = headers;
  const signed = `SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { ...sent, Authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, ${signed}` };
}
