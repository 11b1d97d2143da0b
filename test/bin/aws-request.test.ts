// The requests that operators' commands sign themselves, compared with the signatures of AWS's own package.
import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { expect, it } from 'vitest';
import { callAws } from '../../lib/operator/aws/aws-request.ts';
import { awsModel } from './aws-model.ts';

const aws = awsModel();
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/+key', sessionToken: 'session' };

type Bytes = string | ArrayBuffer | ArrayBufferView;
/** The hash that AWS's package expects as a constructor. */
function Sha256(this: unknown, secret?: Bytes) {
  const hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as string);
  return { update: (part: Bytes) => void hash.update(part as string), digest: async () => hash.digest() };
}

it.each([
  ['STS', 'sts', 'POST', '', 'Action=GetCallerIdentity&Version=2011-06-15'],
  ['CloudFormation', 'cloudformation', 'POST', '', 'Action=DescribeStacks&StackName=payment-x'],
  ['API Gateway with a query', 'apigateway', 'GET', 'apikeys?name=a%20b!(*)&limit=500', undefined],
  ['API Gateway with JSON', 'apigateway', 'POST', 'apikeys', { name: 'Çiçekçi' }],
  ['API Gateway that deletes', 'apigateway', 'DELETE', 'apikeys/k1', undefined],
] as const)('a request to %s is signed as AWS signs it', async (_, service, method, path, body) => {
  const url = new URL(path, aws.url());
  await callAws({ service, method, url, ...(body && { body }) }, { credentials, region: 'eu-central-1' });
  const got = aws.received.at(-1);
  const { authorization, 'x-amz-date': at = '', 'content-type': type = '', host = '' } = got?.headers ?? {};
  const signer = new SignatureV4({
    credentials,
    region: 'eu-central-1',
    service,
    sha256: Sha256 as never,
    // The digest of the body is signed without a separate header: these services do not require one.
    applyChecksum: false,
  });
  const signed = await signer.sign(
    {
      method,
      protocol: 'http:',
      hostname: url.hostname,
      path: url.pathname,
      body: got?.body,
      query: Object.fromEntries(url.searchParams),
      headers: { host, 'content-type': String(type) },
    },
    { signingDate: new Date(String(at).replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5')) },
  );
  const signatureOf = (header = '') => /Signature=(\w+)/.exec(header)?.[1];
  expect(signatureOf(authorization)).toBe(signatureOf(signed.headers['authorization']));
});
