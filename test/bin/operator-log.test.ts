// Every command of an operator leaves a record of its caller, the AWS identity of the credentials, before it
// acts (PCI DSS 10.2).
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { orderDigest } from '#domain/payment/hosted-page.ts';
import { startHarness } from '../harness/harness.ts';
import { everyRow, tracesIn } from '../harness/traces.ts';
import { runCommand, spawnCommand } from './driver/command.ts';
import { lastAction, operator, ROLE, recordedActions, rowsByKey } from './driver/operator.ts';

const { service, merchant, payOrder } = await startHarness();
const { merchantId, apiKey } = merchant;
const { asked, operate, forgetCaller, stsUrl, outputs, posFile } = operator();

describe('the record of a command', () => {
  it('the record of a command has identity, command, subject and options, and no values', async () => {
    const issued = await operate('merchant', 'issue', '--merchant', merchantId, '--scopes', 'read');
    expect(issued.code).toBe(0);
    const { keyId, apiKey: value } = JSON.parse(issued.text) as { keyId: string; apiKey: string };
    expect(await lastAction()).toEqual({
      by: ROLE,
      command: 'merchant issue',
      merchantId,
      created: { keyId },
      options: ['merchant', 'scopes'],
    });
    const [row = ''] = (await everyRow()).filter((one) => one.includes('AUDIT#'));
    expect(row).not.toContain(value);
  });

  it('the request to STS is signed with the credentials of the caller', () => {
    const [first] = asked;
    expect(first?.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=local\/\d{8}\/[\w-]+\/sts\/aws4_request, /,
    );
    expect(first?.authorization).toMatch(
      / SignedHeaders=content-type;host;x-amz-date, Signature=[0-9a-f]{64}$/,
    );
    expect(first?.body).toBe('Action=GetCallerIdentity&Version=2011-06-15');
  });

  const CARD = '5528790000000008';
  it.each([
    ['a key', 'merchant', 'revoke', '--key', apiKey],
    ['a card number', 'merchant', 'revoke', '--key', CARD],
    ['a card number', 'merchant', 'signing-secret retire', '--secret', CARD],
    ['a card number', 'review', 'ask', '--payment', CARD],
    ['a key', 'review', 'ask', '--refund', apiKey],
  ] as const)(
    'contains nothing of %s instead of an id: %s %s %s',
    async (_, program, command, option, text) => {
      await operate(program, ...command.split(' '), '--merchant', apiKey, option, text);
      expect(await lastAction()).toEqual({
        by: ROLE,
        command: `${program} ${command}`,
        merchantId: 'malformed',
        target: 'malformed',
        options: [option.slice(2), 'merchant'].sort(),
      });
      const rows = (await everyRow()).filter((one) => one.includes('AUDIT#')).join('\n');
      const secrets = [
        { name: 'card', value: CARD },
        { name: 'key', value: apiKey },
      ];
      expect(tracesIn(rows, secrets)).toEqual([]);
    },
  );

  it('the record of a shown order names it as the log does, without its number', async () => {
    const orderNumber = 'elif@shop.example';
    await operate('review', 'show', '--merchant', merchantId, '--order', orderNumber);
    const target = orderDigest({ merchantId, orderNumber });
    const options = ['merchant', 'order'];
    expect(await lastAction()).toEqual({ by: ROLE, command: 'review show', merchantId, target, options });
  });

  it('the record of a merchant whose id is a card number has no number', async () => {
    await operate('merchant', 'show', '--merchant', CARD);
    expect(await lastAction()).toEqual({
      by: ROLE,
      command: 'merchant show',
      merchantId: 'malformed',
      options: ['merchant'],
    });
  });

  it.each([
    [[], []],
    [['--confirm'], ['confirm']],
    [['--no-confirm'], ['no-confirm']],
    [['--expired-months', '18'], ['expired-months']],
  ])('the record of a purge with the options %j names these and no defaults', async (given, options) => {
    expect((await operate('merchant', 'purge', ...given)).code).toBe(0);
    expect(await lastAction()).toEqual({ by: ROLE, command: 'merchant purge', options });
  });

  it('the record of a command has the ids of the objects that the command creates', async () => {
    const create = await operate('merchant', 'issue', '--merchant', merchantId);
    const { keyId } = JSON.parse(create.text) as { keyId: string };
    const rotated = await operate('merchant', 'rotate', '--merchant', merchantId, '--key', keyId);
    expect(await lastAction()).toMatchObject({
      target: keyId,
      created: { keyId: (JSON.parse(rotated.text) as { keyId: string }).keyId },
    });
    const added = await operate('merchant', 'signing-secret', 'add', '--merchant', merchantId);
    const { kid } = JSON.parse(added.text) as { kid: string };
    expect(await lastAction()).toMatchObject({ merchantId, created: { kid } });
    await operate('merchant', 'signing-secret', 'retire', '--merchant', merchantId, '--secret', kid);
    expect(await lastAction()).toMatchObject({ merchantId, target: kid });
  });

  it('a command that fails has been recorded too', async () => {
    const payment = await payOrder();
    const failed = await operate('review', 'ask', '--merchant', merchantId, '--payment', payment);
    expect(failed).toEqual({ code: 1, text: expect.stringContaining('does not wait for a person') });
    expect(await lastAction()).toEqual({
      by: ROLE,
      command: 'review ask',
      merchantId,
      target: payment,
      options: ['merchant', 'payment'],
    });
  });

  it('a caller unknown to STS runs no command', async () => {
    const before = await rowsByKey();
    const remember = forgetCaller();
    const refused = await operate('merchant', 'issue', '--merchant', merchantId);
    remember();
    expect(refused).toEqual({
      code: 1,
      text: expect.stringMatching(
        /^Nothing was done, .* not be recorded: GetCallerIdentity: 403 \(localhost:\d+\)\n$/,
      ),
    });
    expect(await rowsByKey()).toEqual(before);
  });

  it('the local service records its commands in the same way', async () => {
    const { text } = await runCommand('merchant', 'log', '--month', '2026-11', '--local', service.baseUrl);
    expect(text).toContain('arn:aws:iam::000000000000:user/local');
    await runCommand('merchant', 'create', '--name', 'Çiçekçi', '--local', service.baseUrl);
    // The local service itself makes the ids of a merchant at its own bank.
    expect(await lastAction()).toEqual({
      by: 'arn:aws:iam::000000000000:user/local',
      command: 'merchant create',
      options: ['name'],
    });
  });
});

describe('an operator who names another STS', () => {
  const given = ['bin/merchant.ts', 'issue', '--merchant', merchantId];
  it.each([
    ['AWS_ENDPOINT_URL_STS', {}],
    ['AWS_ENDPOINT_URL_STS', { AWS_ENDPOINT_URL_DYNAMODB: 'https://dynamodb.eu-central-1.amazonaws.com' }],
    ['AWS_ENDPOINT_URL', { AWS_ENDPOINT_URL_DYNAMODB: 'https://dynamodb.eu-central-1.amazonaws.com' }],
    [
      'AWS_ENDPOINT_URL_STS',
      { AWS_ENDPOINT_URL_DYNAMODB: 'http://localhost:1', AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true' },
    ],
  ])('an STS given by %s beside %j is not asked, and no command runs', async (name, more) => {
    const { AWS_ENDPOINT_URL_DYNAMODB: _, ...inherited } = process.env;
    const before = asked.length;
    const env = { ...inherited, [name]: stsUrl(), ...more };
    const run = promisify(execFile)(process.execPath, [...given, '--outputs', outputs()], { env });
    const { stderr } = await run.then(
      () => ({ stderr: 'It ran.' }),
      (failed: { stderr: string }) => failed,
    );
    expect(stderr).toBe(
      'Nothing was done, because the command could not be recorded: the address of STS was replaced ' +
        '(AWS_ENDPOINT_URL_STS or AWS_ENDPOINT_URL) while DynamoDB is that of AWS\n',
    );
    expect(asked).toHaveLength(before);
  });

  it.each(['https://dynamodb.eu-central-1.amazonaws.com', 'https://dynamodb.eu-central-1.amazonaws.com.'])(
    'an STS given by a pretended local service beside %s runs no command',
    async (dynamodb) => {
      const before = asked.length;
      const environment = { AWS_ENDPOINT_URL_STS: stsUrl(), AWS_ENDPOINT_URL_DYNAMODB: dynamodb };
      const pretended = createServer(({ url }, response) => {
        const answer = url === '/local/clock' ? { now: new Date().toISOString() } : environment;
        response.end(JSON.stringify(answer));
      });
      await new Promise<void>((listening) => void pretended.listen(0, listening));
      const local = `http://localhost:${(pretended.address() as AddressInfo).port}`;
      const { text } = await spawnCommand('merchant', 'list', '--merchant', merchantId, '--local', local);
      pretended.close();
      expect(text).toContain('Nothing was done');
      expect(text).toContain('the address of STS was replaced');
      expect(asked).toHaveLength(before);
    },
  );
});

describe('the log', () => {
  const listed = async (...options: string[]) =>
    JSON.parse((await operate('merchant', 'log', ...options)).text) as { command: string }[];

  it('the log lists the commands of a month, its own first', async () => {
    const commands = (await listed()).map(({ command }) => command);
    const recorded = (await recordedActions()).map(({ command }) => command);
    expect(commands).toEqual(recorded.reverse());
    for (const month of ['11', '2026-13', '2026-1']) {
      const refused = await operate('merchant', 'log', '--month', month);
      expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('a month in UTC')]);
    }
    expect(await listed('--month', '2001-01')).toEqual([]);
  });

  it('the log lists the commands of one merchant, its creation included', async () => {
    const created = await operate('merchant', 'create', '--name', 'Çiçekçi', '--pos', posFile, '--unchecked');
    const { merchantId: id } = JSON.parse(created.text) as { merchantId: string };
    await operate('merchant', 'show', '--merchant', id);
    const commands = (await listed('--merchant', id)).map(({ command }) => command);
    expect(commands).toEqual(['merchant log', 'merchant show', 'merchant create']);
  });
});
