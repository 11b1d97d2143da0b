// Requests to AWS services for which this project has no client, signed here (Signature Version 4). Three
// functions make one of them each: with AWS's client their code is 458 to 535 KB, with this 3 to 90. So this
// stays, and clients for the seventeen other services would come beside it: 70 MB of packages, and 0.4
// seconds of start-up for `npm run preflight`.
import { createHash, createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { defined } from '#domain/defined.ts';

export type Signer = {
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };
  region: string;
  /** Waits until a call of the service may begin. Absent: at once. */
  turn?: (service: string) => Promise<void>;
};
export type AwsRequest = {
  /** The service's name in the signature. */
  service: 'sts' | AddressedService;
  /** Default: POST. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: URL;
  /** Form fields if it is a string, JSON otherwise. */
  body?: string | object;
  /** The operation, for services that read it from a header. */
  target?: string;
};
export type AddressedService = keyof typeof ENDPOINTS;

/** The parts of environment variable names that replace a service's address. */
const ENDPOINTS = {
  cloudformation: 'CLOUDFORMATION',
  apigateway: 'API_GATEWAY',
  monitoring: 'CLOUDWATCH',
  logs: 'CLOUDWATCH_LOGS',
  sns: 'SNS',
  sqs: 'SQS',
  acm: 'ACM',
  backup: 'BACKUP',
  cloudtrail: 'CLOUDTRAIL',
  codedeploy: 'CODEDEPLOY',
  dynamodb: 'DYNAMODB',
  ec2: 'EC2',
  iam: 'IAM',
  kms: 'KMS',
  lambda: 'LAMBDA',
  route53: 'ROUTE_53',
  scheduler: 'SCHEDULER',
  servicequotas: 'SERVICE_QUOTAS',
  ssm: 'SSM',
} as const;
/** Services that are the same in every Region; their requests are signed for this one. */
const GLOBAL: readonly string[] = ['iam', 'route53'];
const GLOBAL_REGION = 'us-east-1';

const FORM = 'application/x-www-form-urlencoded; charset=utf-8';
const JSON_TYPE = 'application/json';
/** The type for services that read the operation from a header; each has its own protocol version. */
const targetedType = (service: string) =>
  `application/x-amz-json-${['monitoring', 'dynamodb', 'sqs'].includes(service) ? '1.0' : '1.1'}`;
const TIMEOUT_MS = 10_000;

export type AwsAnswer = {
  status: number;
  text: string;
  /** The code of a refusal, where the service has it in a header. */
  errorType: string | undefined;
  requestId: string | undefined;
};

/** Makes one attempt. Returns the response, whatever its status. Throws if there is none. */
export async function callAws(request: AwsRequest, signer: Signer): Promise<AwsAnswer> {
  const { method = 'POST', url, body = '' } = request;
  const isForm = typeof body === 'string';
  const sent = isForm ? body : JSON.stringify(body);
  const jsonType = request.target === undefined ? JSON_TYPE : targetedType(request.service);
  const named = { ...request, method, sent, type: isForm && sent !== '' ? FORM : jsonType };
  const response = await fetch(url, {
    method,
    headers: {
      ...signedHeaders(named, signer, new Date()),
      // Without this header API Gateway would answer in another format; with it STS would.
      ...(request.service === 'apigateway' && { accept: JSON_TYPE }),
    },
    ...(sent !== '' && { body: sent }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const header = (name: string) => response.headers.get(name) ?? undefined;
  return {
    status: response.status,
    text: await response.text(),
    errorType: header('x-amzn-errortype'),
    requestId: header('x-amzn-requestid') ?? header('x-amz-request-id'),
  };
}

/** Lambda refuses more than fifteen calls a second of an account, whoever makes them. */
const PER_SECOND = 10;

/** Lets the calls of each service begin one after the other. */
export function openPace(): NonNullable<Signer['turn']> {
  const freeAt = new Map<string, number>();
  return async (service) => {
    const now = performance.now();
    const at = Math.max(now, freeAt.get(service) ?? 0);
    freeAt.set(service, at + 1000 / PER_SECOND);
    await pause(at - now);
  };
}

/**
 * The public address of a service, unless the environment replaces it in the same way as for AWS's own
 * clients.
 */
export function addressOf(service: AddressedService, region: string): URL {
  const { [`AWS_ENDPOINT_URL_${ENDPOINTS[service]}`]: own, AWS_ENDPOINT_URL: every } = process.env;
  const host = GLOBAL.includes(service) ? service : `${service}.${region}`;
  return new URL(own || every || `https://${host}.amazonaws.com/`);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
/** Encodes by RFC 3986, as the signature requires: stricter than encodeURIComponent. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

type PreparedRequest = AwsRequest & { method: string; sent: string; type: string };

function signedHeaders(
  { service, method, url, sent, type, target }: PreparedRequest,
  { credentials, region: ofSigner }: Signer,
  now: Date,
): Record<string, string> {
  const region = GLOBAL.includes(service) ? GLOBAL_REGION : ofSigner;
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const at = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = at.slice(0, 8);
  const headers: Record<string, string> = {
    'content-type': type,
    host: url.host,
    'x-amz-date': at,
    ...defined({ 'x-amz-security-token': sessionToken, 'x-amz-target': target }),
  };
  const names = Object.keys(headers).sort();
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    sha256(sent),
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day));
  const signature = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString('hex');
  const { host: _, ...given } = headers;
  const signed = `SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { ...given, Authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, ${signed}` };
}
