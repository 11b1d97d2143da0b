// `npm run release` against a Lambda in the documented shapes. No account was there to record.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeRelease, releaseIn } from '../../../lib/cloud/release-name.ts';
import { moveTo, neighbourOf, readStates, releasesOf } from '../../../lib/release/release.ts';

type Fn = { live: string; versions: (string | undefined)[]; weights?: Record<string, number> };
const OLD = '1.0.0 aaaaaaaa';
const GOOD = '1.1.0 bbbbbbbb';
const BAD = '1.2.0 cccccccc+';
const PAGE = 2;

let functions: Record<string, Fn> = {};
let refused = '';
beforeEach(() => {
  refused = '';
  functions = {
    charge: { live: '4', versions: [undefined, OLD, GOOD, BAD] },
    sweep: { live: '3', versions: [OLD, GOOD, BAD] },
    'pay-new': { live: '1', versions: [BAD] },
  };
});

async function receive(request: IncomingMessage): Promise<{ status: number; body: object }> {
  const sent = await text(request);
  const url = new URL(request.url ?? '', 'http://localhost');
  const [, name = '', part = ''] = /^\/2015-03-31\/functions\/([\w-]+)\/(.+)$/.exec(url.pathname) ?? [];
  const fn = functions[name];
  if (fn === undefined) return { status: 404, body: { Type: 'User', Message: 'Function not found' } };
  if (part === 'versions') {
    const from = Number(url.searchParams.get('Marker') ?? 0);
    const all = [undefined, ...fn.versions].map((release, at) => ({
      Version: at === 0 ? '$LATEST' : String(at),
      Description:
        release === undefined ? 'Nothing is charged.' : describeRelease(release, 'Nothing is charged.'),
      LastModified: `2026-11-0${1 + [undefined, OLD, GOOD, BAD].indexOf(release)}T00:00:00.000+0000`,
    }));
    const next = from + PAGE;
    const more = next < all.length ? { NextMarker: String(next) } : {};
    return { status: 200, body: { Versions: all.slice(from, next), ...more } };
  }
  if (request.method === 'PUT') {
    if (name === refused) return { status: 429, body: { Message: 'Rate exceeded' } };
    const { FunctionVersion, RoutingConfig } = JSON.parse(sent);
    Object.assign(fn, { live: FunctionVersion, weights: RoutingConfig.AdditionalVersionWeights });
  }
  return {
    status: 200,
    body: {
      Name: 'live',
      FunctionVersion: fn.live,
      RoutingConfig: { AdditionalVersionWeights: fn.weights ?? {} },
    },
  };
}
const server = createServer((request, response) => {
  receive(request).then(
    ({ status, body }) => void response.writeHead(status).end(JSON.stringify(body)),
    () => response.destroy(),
  );
});
beforeAll(async () => {
  await new Promise<void>((listening) => void server.listen(0, listening));
  process.env['AWS_ENDPOINT_URL_LAMBDA'] = `http://localhost:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.close();
  delete process.env['AWS_ENDPOINT_URL_LAMBDA'];
});

const signer = { credentials: { accessKeyId: 'a', secretAccessKey: 's' }, region: 'eu-central-1' };
const read = () => readStates(signer, ['charge', 'sweep', 'pay-new', 'never-deployed']);
const live = () => Object.values(functions).map((fn) => fn.live);
async function move(direction: 'back' | 'forward') {
  const states = await read();
  return moveTo(signer, states, neighbourOf(releasesOf(states), direction));
}

it.each([OLD, GOOD, BAD, '1.1.0'])('the description of a version carries release %s', (release) => {
  expect(releaseIn(describeRelease(release, 'Charges: none.'))).toBe(release);
});
it('descriptions of before carry none', () => expect(releaseIn('Nothing is charged.')).toBeUndefined());

describe('releases of a stage', () => {
  it('the list has each release with its functions, newest first, over all pages', async () => {
    expect(releasesOf(await read()).map((one) => [one.release, one.functions, one.live])).toEqual([
      [BAD, 3, 3],
      [GOOD, 2, 0],
      [OLD, 2, 0],
    ]);
  });

  it('back moves every function that has the release before, and names those that have not', async () => {
    expect(await move('back')).toEqual({
      from: BAD,
      to: GOOD,
      moved: expect.arrayContaining(['charge: 4 to 3', 'sweep: 3 to 2']),
      kept: ['pay-new'],
      failed: [],
    });
    expect(live()).toEqual(['3', '2', '1']);
  });

  it('back again leads one further, forward returns, and at both ends nothing moves', async () => {
    await move('back');
    expect((await move('back')).to).toBe(OLD);
    await expect(move('back')).rejects.toThrow(`No version of a release before ${OLD} is kept.`);
    await move('forward');
    expect((await move('forward')).to).toBe(BAD);
    expect(live()).toEqual(['4', '3', '1']);
    await expect(move('forward')).rejects.toThrow(`No version of a release after ${BAD} is kept.`);
  });

  it('a function that AWS refused is named, and the same command moves it', async () => {
    refused = 'sweep';
    expect(await move('back')).toMatchObject({
      moved: ['charge: 4 to 3'],
      failed: ['sweep: PUT ' + '/2015-03-31/functions/sweep/aliases/live: 429'],
    });
    refused = '';
    expect(await moveTo(signer, await read(), GOOD)).toMatchObject({ moved: ['sweep: 3 to 2'], failed: [] });
  });

  it('nothing moves while a deployment moves calls, nor to a release without a version', async () => {
    await expect(moveTo(signer, await read(), '9.9.9')).rejects.toThrow(
      'No version of release 9.9.9 is kept.',
    );
    (functions['charge'] as Fn).weights = { 5: 0.1 };
    await expect(move('back')).rejects.toThrow('A deployment is moving the calls of charge.');
    expect(live()).toEqual(['4', '3', '1']);
  });
});
