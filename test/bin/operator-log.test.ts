// Every command of an operator leaves a record of who ran it, by the AWS identity of the credentials, before
// it acts (PCI DSS 10.2).

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SETTINGS } from '#setting.ts';
import { listOperatorActions } from '#store/operator-action.ts';
import { startHarness } from '../harness/harness.ts';
import { everyRow } from '../harness/traces.ts';
import { runCommand, runCommandIn } from './command.ts';

const { service, merchant, payOrder } = await startHarness();
const { merchantId } = merchant;
const folder = mkdtempSync(join(tmpdir(), 'operator-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** STS, as far as the commands see it. */
const ROLE = 'arn:aws:sts::111111111111:assumed-role/payment-operator/ayse';
let answer = {
  status: 200,
  body: `<GetCallerIdentityResponse><Arn>${ROLE}</Arn></GetCallerIdentityResponse>`,
};
const asked: { authorization: string; body: string }[] = [];
const sts = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += String(part)));
  request.on('end', () => {
    asked.push({ authorization: request.headers.authorization ?? '', body });
    response.writeHead(answer.status).end(answer.body);
  });
});
beforeAll(async () => {
  await new Promise<void>((listening) => void sts.listen(0, listening));
});
afterAll(() => void sts.close());

/** Runs a command as an operator of a deployed service. */
async function operate(command: 'merchant' | 'review', ...given: string[]) {
  const outputName = (name: string) =>
    name.toLowerCase().replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const outputs = Object.fromEntries(SETTINGS.map((name) => [outputName(name), process.env[name]]));
  const file = join(folder, 'outputs.json');
  writeFileSync(file, JSON.stringify({ stack: outputs }));
  const environment = {
    ...process.env,
    AWS_ENDPOINT_URL_STS: `http://localhost:${(sts.address() as AddressInfo).port}/`,
  };
  return await runCommandIn(environment, command, ...given, '--outputs', file);
}

const actions = async () => (await listOperatorActions(new Date().toISOString().slice(0, 7))) ?? [];

describe('the record of a command', () => {
  it('names the identity, the command, its subject and its options, and no value of them', async () => {
    const issued = await operate('merchant', 'issue', '--merchant', merchantId, '--scopes', 'read');
    expect(issued.code).toBe(0);
    const [{ at, ...action } = { at: '' }] = await actions();
    expect(Date.parse(at)).not.toBeNaN();
    expect(action).toEqual({
      by: ROLE,
      command: 'merchant issue',
      merchantId,
      options: expect.arrayContaining(['merchant', 'scopes']),
    });
    const [row = ''] = (await everyRow()).filter((one) => one.includes('AUDIT#'));
    expect(row).not.toContain(JSON.parse(issued.text)['apiKey']);
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

  it('a command that fails has been recorded too', async () => {
    const payment = await payOrder();
    const failed = await operate('review', 'ask', '--merchant', merchantId, '--payment', payment);
    expect(failed.code).toBe(1);
    expect((await actions())[0]).toMatchObject({ command: 'review ask', target: payment, by: ROLE });
  });

  it('a caller whom STS does not know runs no command', async () => {
    answer = { status: 403, body: '<ErrorResponse/>' };
    const before = await actions();
    const refused = await operate('merchant', 'issue', '--merchant', merchantId);
    expect([refused.code, refused.text]).toEqual([
      1,
      expect.stringContaining('STS does not know the caller'),
    ]);
    expect(await actions()).toEqual(before);
    answer = { status: 200, body: `<Arn>${ROLE}</Arn>` };
  });

  it('log lists the commands of a month, its own last one first', async () => {
    const { text } = await operate('merchant', 'log');
    const commands = (JSON.parse(text) as { command: string }[]).map(({ command }) => command);
    expect(commands).toEqual(['merchant log', 'review ask', 'merchant issue']);
    expect((await operate('merchant', 'log', '--month', '11')).code).toBe(1);
  });

  it('the local service records its commands in the same way', async () => {
    const { text } = await runCommand('merchant', 'log', '--month', '2026-11', '--local', service.baseUrl);
    expect(text).toContain('arn:aws:iam::000000000000:user/local');
  });
});
