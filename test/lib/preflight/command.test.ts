// `npm run preflight` as a command: what it prints, notes and exits with.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import {
  ACCOUNT,
  chargeAt,
  json,
  REGION,
  runPreflight,
  startAccount,
  throttled,
} from './documented-account.ts';

const account = startAccount();
const FACT = `payment:concurrency:account=${ACCOUNT}:region=${REGION}`;
const EXECUTIONS = 'GET /2016-08-19/account-settings/';
let folder = '';
beforeEach(() => {
  account.differs = {};
  folder = mkdtempSync(join(tmpdir(), 'preflight-'));
});

const run = (...args: string[]) => runPreflight(folder, ...args);
const noted = () => JSON.parse(readFileSync(join(folder, 'cdk.context.json'), 'utf8')) as object;

it('without a lack it ends with 0 and notes the executions beside other facts', async () => {
  writeFileSync(join(folder, 'cdk.context.json'), '{ "ami:one": 1 }');
  const { code, text } = await run();
  expect(text).toContain(`Account ${ACCOUNT}, ${REGION}, as arn:aws:sts::${ACCOUNT}:assumed-role/deploy/me`);
  expect(text).toMatch(/^ok {7}CDK is bootstrapped +version 28$/m);
  expect([code, noted()]).toEqual([0, { 'ami:one': 1, [FACT]: 1000 }]);
});

it('a lack ends it with 1, and options come from cdk.json and the command line', async () => {
  account.differs = { [EXECUTIONS]: json({ AccountLimit: { UnreservedConcurrentExecutions: 10 } }) };
  writeFileSync(join(folder, 'cdk.json'), '{ "context": { "stage": "dev", "alarmTo": "a@example.com" } }');
  const { code, text } = await run('-c', 'profile=small', '-c', 'apiDomain=api.example.com');
  expect([code, text]).toEqual([1, expect.stringContaining('apiDomain and payDomain')]);
  const certificate = `certificateArn=arn:aws:acm:${REGION}:${ACCOUNT}:certificate/both`;
  const options = ['profile=small', 'apiDomain=api.example.com', 'payDomain=pay.example.com', certificate];
  const lacking = await run(...options.flatMap((option) => ['-c', option]));
  expect(lacking).toEqual({ code: 1, text: expect.stringMatching(/^LACK {5}Lambda has executions +10: /m) });
  expect(noted()).toEqual({ [FACT]: 10 });
});

it('notes the release that comes after a move, and takes the note away when nothing is moved', async () => {
  const notedWith = async (chargeVersion: '1' | '2') => {
    account.differs = chargeAt(chargeVersion, 'sandbox');
    const { text } = await run('-c', 'gradual=true', '-c', 'payment:digest=bbbbbbbb');
    expect(text).toMatch(/^ok {7}New versions follow the live ones/m);
    return noted();
  };
  const moved = { 'payment:moved:sandbox': expect.stringMatching(/ bbbbbbbb$/) };
  expect(await notedWith('1')).toEqual({ [FACT]: 1000, ...moved });
  expect(await notedWith('2')).toEqual({ [FACT]: 1000 });
});

it('aliases that Lambda refuses to tell are not "not moved": the note stays', async () => {
  const note = { 'payment:moved:sandbox': '1.1.0 bbbbbbbb' };
  writeFileSync(join(folder, 'cdk.context.json'), JSON.stringify(note));
  account.differs = { 'GET /2015-03-31/functions/payment-sandbox-charge/aliases/live': throttled };
  const { code, text } = await run('-c', 'gradual=true', '-c', 'payment:digest=bbbbbbbb');
  expect(text).toMatch(
    /^unread {3}New versions follow the live ones +GET .*: TooManyRequestsException: Rate exc/m,
  );
  expect([code, noted()]).toEqual([1, { [FACT]: 1000, ...note }]);
});

it('--help shows what it needs, and an unknown option the same behind the reason', async () => {
  expect(await run('--help')).toEqual({ code: 0, text: expect.stringMatching(/^Usage: npm run preflight/) });
  expect(await run('--stage', 'x')).toEqual({
    code: 1,
    text: expect.stringContaining('Usage: npm run preflight'),
  });
});
