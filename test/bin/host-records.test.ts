// `npm run lease -- take --zone` points the host names at one Region. API Gateway and Route 53 answer in
// the documented shapes; no account was there to record.
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pointHostNames } from '../../lib/operator/aws/host-records.ts';
import { answerAsAws } from '../harness/aws-server.ts';

const changed: { path: string; body: string; scope: string }[] = [];
let missing = '';
answerAsAws(async (request) => {
  const [, name] = /^\/domainnames\/(.+)$/.exec(request.url ?? '') ?? [];
  if (name !== undefined && name === missing)
    return { status: 404, body: '{"message":"Invalid domain name"}' };
  if (name !== undefined) {
    const regionalDomainName = `d-${name.split('.')[0]}.execute-api.eu-west-1.amazonaws.com`;
    return { body: JSON.stringify({ domainName: name, regionalDomainName, regionalHostedZoneId: 'ZAPI' }) };
  }
  const scope = /Credential=[^/]+\/\d+\/([\w-]+\/\w+)/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  changed.push({ path: request.url ?? '', body: await text(request), scope });
  return { body: '<ChangeResourceRecordSetsResponse/>' };
});

beforeEach(() => {
  changed.length = 0;
  missing = '';
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'test');
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('BASE_URL', 'https://api.example.com');
  vi.stubEnv('PAY_URL', 'https://pay.example.com');
});
afterEach(() => vi.unstubAllEnvs());

it.each([
  ['a stage without a console', ['api', 'pay']],
  ['a stage with a console', ['api', 'pay', 'console']],
])('of %s, all names become aliases of the domains of this Region, in one change', async (_, hosts) => {
  if (hosts.includes('console')) vi.stubEnv('CONSOLE_URL', 'https://console.example.com');
  expect(await pointHostNames('Z1')).toEqual({
    pointed: hosts.map((name) => `${name}.example.com: d-${name}.execute-api.eu-west-1.amazonaws.com`),
  });
  expect(changed.map(({ path, scope }) => [path, scope])).toEqual([
    ['/2013-04-01/hostedzone/Z1/rrset/', 'us-east-1/route53'],
  ]);
  const names = [...(changed[0]?.body ?? '').matchAll(/<Action>UPSERT<\/Action>.*?<Name>(.*?)<\/Name>/g)];
  expect(names.map(([, name]) => name)).toEqual(hosts.map((host) => `${host}.example.com`));
  expect(changed[0]?.body).toContain('<DNSName>d-pay.execute-api.eu-west-1.amazonaws.com</DNSName>');
});

it('without the domain of a name in this Region nothing is pointed there', async () => {
  missing = 'pay.example.com';
  await expect(pointHostNames('Z1')).rejects.toThrow('GET /domainnames/pay.example.com: 404');
  expect(changed).toEqual([]);
});
