// `npm run release` against a Lambda in the documented shapes and with its documented limit.
import { beforeEach, describe, expect, it } from 'vitest';
import { functionsOf, TABLE_WITH_CONSOLE } from '../../../lib/cloud/function/deployed-function.ts';
import { hasAlias } from '../../../lib/cloud/function/traffic.ts';
import { describeRelease, releaseIn } from '../../../lib/cloud/release-name.ts';
import { openPace, type Signer } from '../../../lib/operator/aws/aws-request.ts';
import { moveTo, readStates, releasesOf, targetOf } from '../../../lib/release/release.ts';
import { runCommandIn } from '../../bin/driver/command.ts';
import { type Fn, startLambda } from './limited-lambda.ts';

const OLD = '1.0.0 aaaaaaaa';
const GOOD = '1.1.0 bbbbbbbb';
const BAD = '1.2.0 cccccccc';

const lambda = startLambda();
beforeEach(() => {
  Object.assign(lambda, { deployed: [OLD, GOOD, BAD], denied: [], isLimited: false, calls: 0, refused: 0 });
  lambda.functions = {
    charge: { live: '4', versions: [undefined, OLD, GOOD, BAD] },
    sweep: { live: '3', versions: [OLD, GOOD, BAD] },
    'pay-new': { live: '1', versions: [BAD] },
  };
});

const caller = { credentials: { accessKeyId: 'a', secretAccessKey: 's' }, region: 'eu-central-1' };
const read = (signer: Signer) => readStates(signer, [...Object.keys(lambda.functions), 'never-deployed']);
const live = () => Object.values(lambda.functions).map((fn) => fn.live);
async function move(direction: 'back' | 'forward', signer: Signer = caller) {
  const states = await read(signer);
  return moveTo(signer, states, targetOf(releasesOf(states), direction));
}

it.each([OLD, GOOD, BAD, '1.1.0'])('the description of a version carries release %s', (release) => {
  expect(releaseIn(describeRelease(release, 'Charges: none.'))).toBe(release);
});
it('descriptions of before carry none', () => expect(releaseIn('Nothing is charged.')).toBeUndefined());

describe('releases of a stage', () => {
  it('the list has each release with its functions, newest first, over all pages', async () => {
    expect(releasesOf(await read(caller)).map((one) => [one.release, one.functions, one.live])).toEqual([
      [BAD, 3, 3],
      [GOOD, 2, 0],
      [OLD, 2, 0],
    ]);
  });

  it('back moves every function that has the release before, and names those that have not', async () => {
    expect(await move('back')).toEqual({
      from: [BAD],
      to: GOOD,
      moved: expect.arrayContaining(['charge: 4 to 3', 'sweep: 3 to 2']),
      kept: ['pay-new'],
      failed: [],
    });
    expect(live()).toEqual(['3', '2', '1']);
  });

  it('back ten times ends at the release before the deployed one, and forward returns', async () => {
    for (let time = 0; time < 10; time += 1) expect((await move('back')).to).toBe(GOOD);
    expect(live()).toEqual(['3', '2', '1']);
    expect((await move('forward')).to).toBe(BAD);
    expect(await move('forward')).toMatchObject({ to: BAD, moved: [] });
    expect(live()).toEqual(['4', '3', '1']);
  });

  it('a deployment of an older commit is the newest: back leads to what was deployed before it', async () => {
    lambda.deployed = [GOOD, BAD, OLD];
    lambda.functions = { sweep: { live: '3', versions: [GOOD, BAD, OLD] } };
    expect(await move('back')).toMatchObject({ to: BAD, moved: ['sweep: 3 to 2'] });
  });

  it('with one release there is no way back', async () => {
    lambda.functions = { sweep: { live: '1', versions: [BAD] } };
    await expect(move('back')).rejects.toThrow(`No version of a release before ${BAD} is kept.`);
  });

  it('nothing moves while a deployment moves calls, nor to a release without a version', async () => {
    await expect(moveTo(caller, await read(caller), '9.9.9')).rejects.toThrow(
      'No version of release 9.9.9 is kept.',
    );
    (lambda.functions['charge'] as Fn).weights = { 5: 0.1 };
    await expect(move('back')).rejects.toThrow('A deployment is moving the calls of charge.');
    expect(live()).toEqual(['4', '3', '1']);
  });
});

/** As many functions as a stage has aliases, all in the newest of three releases. */
const MANY = functionsOf(TABLE_WITH_CONSOLE)
  .filter(hasAlias)
  .map((_, at) => `function-${at}`);
const stage = () => Object.fromEntries(MANY.map((name) => [name, { live: '3', versions: [OLD, GOOD, BAD] }]));

it('the command moves the functions of the console with the others', async () => {
  lambda.functions = Object.fromEntries(
    ['charge', 'pay-console-page', 'pay-console-session'].map((name) => [
      `payment-box-${name}`,
      { live: '3', versions: [OLD, GOOD, BAD] },
    ]),
  );
  const env = { ...process.env, AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_DYNAMODB: '' };
  const key = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' };
  await runCommandIn({ ...env, ...key }, 'release', 'back', '--stage', 'box');
  expect(live()).toEqual(['2', '2', '2']);
});

describe('under AWS’s limits', () => {
  it('at 15 calls a second, a fifth refused, back moves all functions within 30 seconds', async () => {
    Object.assign(lambda, { functions: stage(), isLimited: true });
    const startedMs = performance.now();
    const { moved, failed, to } = await move('back', { ...caller, turn: openPace() });
    expect([to, moved.length, failed]).toEqual([GOOD, MANY.length, []]);
    expect(performance.now() - startedMs).toBeLessThan(30_000);
    expect(lambda.refused).toBeGreaterThan(0);
    expect(new Set(live())).toEqual(new Set(['2']));
  });

  it('after a half-done move the same command moves the rest, and nothing further', async () => {
    Object.assign(lambda, { functions: stage(), denied: MANY.slice(0, 3) });
    const first = await move('back');
    expect([first.to, first.moved.length]).toEqual([GOOD, MANY.length - 3]);
    expect(first.failed).toHaveLength(3);
    expect(first.failed.find((line) => line.startsWith('function-0:'))).toMatch(
      /AccessDeniedException: User: me is .*: lambda:UpdateAlias \(localhost:\d+, request request-1\)$/,
    );
    lambda.denied = [];
    const second = await move('back');
    expect([second.to, second.from, second.moved.length]).toEqual([GOOD, [BAD, GOOD], 3]);
    expect(new Set(live())).toEqual(new Set(['2']));
  });
});
