// What a person reads when AWS refuses a command's call or cannot be reached, for every command that speaks
// to AWS: AWS's own code, the host, the request, and the way out.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../../lib/local/free-port.ts';
import { rest, targeted } from '../../../../lib/operator/aws/aws-calls.ts';
import { explained } from '../../../../lib/operator/aws/aws-refusal.ts';
import { openPace } from '../../../../lib/operator/aws/aws-request.ts';
import { query } from '../../../../lib/operator/aws/xml-calls.ts';
import { runCommandIn } from '../../../bin/driver/command.ts';
import { type Answer, answerAsAws } from '../../../harness/aws-server.ts';

let answers: Answer[] = [];
let last: Answer = { body: '' };
let calls = 0;
answerAsAws(async (request) => {
  calls += 1;
  for await (const _ of request) {
    // A request is read to its end.
  }
  return answers.shift() ?? last;
});
function answer(...given: [...Answer[], Answer]): void {
  calls = 0;
  answers = given.slice(0, -1);
  last = given.at(-1) as Answer;
}

const EXPIRED: Answer = {
  status: 400,
  headers: { 'x-amzn-requestid': 'request-7', 'x-amzn-errortype': 'ExpiredTokenException' },
  body: '{"message":"The security token included in the request is expired"}',
};
const EXPIRED_XML: Answer = {
  status: 403,
  body: `<ErrorResponse><Error><Code>ExpiredToken</Code><Message>The token is expired</Message></Error>
    <RequestId>request-7</RequestId></ErrorResponse>`,
};
const THROTTLED: Answer = { status: 400, body: '{"__type":"ThrottlingException","message":"Rate exceeded"}' };
const THROTTLED_XML: Answer = {
  status: 400,
  body: `<ErrorResponse><Error><Code>Throttling</Code><Message>Rate exceeded</Message></Error>
    <RequestId>request-8</RequestId></ErrorResponse>`,
};
const BROKEN: Answer = { status: 503, body: '' };

const environment = (more: NodeJS.ProcessEnv = {}) => ({
  ...process.env,
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'a',
  AWS_SECRET_ACCESS_KEY: 's',
  AWS_ENDPOINT_URL_STS: '',
  ...more,
});
const COMMANDS: readonly [name: string, ...args: string[]][] = [
  ['merchant', 'find', '--name', 'x', '--stage', 'live'],
  ['review', 'list', '--stage', 'live'],
  ['lease', 'show', '--stage', 'live'],
  ['bins', 'show', '454671', '--stage', 'live'],
  ['release', 'back', '--stage', 'live'],
  ['smoke', '--stage', 'live'],
  ['preflight'],
];
const SIGN_IN = 'The credentials have expired. Sign in again (aws sso login), then repeat the command.';

describe('a command that AWS refuses', () => {
  afterEach(() => void vi.restoreAllMocks());

  it.each(COMMANDS)('%s: expired credentials are named as such, with what to do', async (name, ...args) => {
    answer(name === 'release' ? EXPIRED : EXPIRED_XML);
    const { code, text } = await runCommandIn(environment(), name, ...args);
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(
        /: ExpiredToken(?:Exception)?: The .*expired \(localhost:\d+, request request-7\)/,
      ),
    ]);
    expect(text).toContain(SIGN_IN);
  });

  // `release` paces its calls: release.test.ts.
  const QUICK = COMMANDS.filter(([name]) => ['lease', 'preflight'].includes(name));
  it.each(QUICK)('%s: a refusal for the number of calls is told after eight tries', async (name, ...args) => {
    // No pause between the tries.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    answer(THROTTLED_XML);
    const { code, text } = await runCommandIn(environment(), name, ...args);
    expect(code).toBe(1);
    expect(text).toMatch(/: Throttling: Rate exceeded \(localhost:\d+, request request-8\)\n/);
    expect(text).toContain('The account makes more calls than AWS takes. Repeat the command in a minute.');
    expect(calls).toBeGreaterThanOrEqual(8);
  });

  it.each(COMMANDS)('%s: without a network it says which host does not answer', async (name, ...args) => {
    const nowhere = environment({ AWS_ENDPOINT_URL: `http://127.0.0.1:${await freePort()}/` });
    const { code, text } = await runCommandIn(nowhere, name, ...args);
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(/: 127\.0\.0\.1:\d+ does not answer \(ECONNREFUSED\)\n/),
    ]);
    expect(text).toContain('Is there a network here');
  });
});

it('a refusal of one of AWS’s own clients has the same parts, also as the cause of another error', () => {
  const cause = Object.assign(new Error('The security token is expired'), {
    name: 'ExpiredTokenException',
    $metadata: { requestId: 'request-9' },
  });
  const text = 'ExpiredTokenException: The security token is expired (request request-9)';
  expect(explained(cause)).toBe(`${text}\n${SIGN_IN}`);
  expect(explained(new Error('Nothing was done', { cause }))).toBe(`Nothing was done\n${SIGN_IN}`);
  expect(explained(new TypeError('x is no function'))).toBe('TypeError: x is no function');
});

describe('a call', () => {
  const signer = { credentials: { accessKeyId: 'a', secretAccessKey: 's' }, region: 'eu-central-1' };

  it('a call that AWS refuses for the number of calls is made again, whatever it does', async () => {
    answer(THROTTLED, THROTTLED, { body: '{"id":"k"}' });
    expect(await rest(signer, 'apigateway')('POST', 'apikeys', {})).toBe('{"id":"k"}');
    expect(calls).toBe(3);
  });

  it('a call that makes something is not made again after a lost answer, any other is', async () => {
    answer(BROKEN, { body: '{}' });
    await expect(rest(signer, 'apigateway')('POST', 'apikeys', {})).rejects.toThrow('POST /apikeys: 503');
    expect(calls).toBe(1);
    answer(BROKEN, BROKEN, { body: '{}' });
    expect(await targeted(signer, 'logs', 'Logs')('DescribeLogGroups', {})).toEqual({});
    answer(BROKEN, { body: '<A><B>1</B></A>' });
    expect(await query(signer, 'iam', '2010-05-08')('GetAccountSummary')).toEqual({ B: '1' });
  });

  it('a call that is refused for another reason is not made again', async () => {
    answer(EXPIRED);
    await expect(targeted(signer, 'logs', 'Logs')('DescribeLogGroups', {})).rejects.toThrow('request-7');
    expect(calls).toBe(1);
  });

  it('a call of one service begins a tenth of a second after the one before', async () => {
    const turn = openPace();
    const startedMs = performance.now();
    await Promise.all([1, 2, 3, 4, 5].flatMap(() => [turn('lambda'), turn('iam')]));
    expect(performance.now() - startedMs).toBeGreaterThan(395);
  });
});
