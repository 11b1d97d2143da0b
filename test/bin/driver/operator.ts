// Runs commands as an operator of a service that looks deployed: with its stack outputs, and with an STS that
// names the caller.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { SETTINGS } from '#setting.ts';
import type { OperatorAction } from '#store/operator-action.ts';
import { everyRow } from '../../harness/traces.ts';
import { type CommandResult, runCommandIn } from './command.ts';

/** The identity that STS names. */
export const ROLE = 'arn:aws:sts::111111111111:assumed-role/payment-operator/ayse';
const KNOWN = {
  status: 200,
  body: `<GetCallerIdentityResponse><Arn>${ROLE}</Arn></GetCallerIdentityResponse>`,
};

const POS = {
  kind: 'nestpay',
  apiUrl: 'https://pos.bank.example/api',
  gateUrl: 'https://pos.bank.example/gate',
  clientId: '1',
  userName: 'api',
  password: 'geheim123',
  storeKey: 'key',
};

export const outputName = (name: string) =>
  name.toLowerCase().replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** Must be called after the service has started. STS runs until the test file ends. */
export function operator() {
  const folder = mkdtempSync(join(tmpdir(), 'operator-'));
  const posFile = join(folder, 'pos.json');
  writeFileSync(posFile, JSON.stringify(POS));
  const otherPosFile = join(folder, 'other.json');
  const other = 'https://test.bank.example';
  writeFileSync(otherPosFile, JSON.stringify({ ...POS, apiUrl: `${other}/api`, gateUrl: `${other}/gate` }));
  const asked: { authorization: string; body: string }[] = [];
  const state = { answer: KNOWN };
  const sts = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      asked.push({ authorization: request.headers.authorization ?? '', body });
      // Every command opens a new connection, so that none uses one that is being closed.
      response.writeHead(state.answer.status, { Connection: 'close' }).end(state.answer.body);
    });
  });
  beforeAll(async () => {
    await new Promise<void>((listening) => void sts.listen(0, listening));
  });
  afterAll(() => {
    sts.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const stsUrl = () => `http://localhost:${(sts.address() as AddressInfo).port}/`;
  const outputs = () => {
    const file = join(folder, 'outputs.json');
    const stack = Object.fromEntries(SETTINGS.map((name) => [outputName(name), process.env[name]]));
    writeFileSync(file, JSON.stringify({ stack: { ...stack, BankUrl: 'https://bank.example/sandbox' } }));
    return file;
  };
  return {
    asked,
    stsUrl,
    outputs,
    posFile,
    otherPosFile,
    /** Makes STS refuse the caller of the next commands until the returned function is called. */
    forgetCaller: () => {
      state.answer = { status: 403, body: '<ErrorResponse/>' };
      return () => {
        state.answer = KNOWN;
      };
    },
    operate: (
      program: 'merchant' | 'review' | 'lease' | 'bins',
      ...given: string[]
    ): Promise<CommandResult> =>
      runCommandIn(
        { ...process.env, AWS_ENDPOINT_URL_STS: stsUrl() },
        program,
        ...given,
        '--outputs',
        outputs(),
      ),
  };
}

type StoredRow = Record<string, unknown> & { pk: string; sk: string };

/** Every row of the table, by key. */
export async function rowsByKey(): Promise<StoredRow[]> {
  const rows = (await everyRow()).map((text) => JSON.parse(text) as StoredRow);
  const keyOf = ({ pk, sk }: StoredRow) => `${pk} ${sk}`;
  return rows.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** Returns the records of commands without instants and keys, oldest first. */
export async function recordedActions(): Promise<Partial<OperatorAction>[]> {
  const rows = (await rowsByKey()).filter(({ pk }) => pk.startsWith('AUDIT#'));
  return rows.map(({ pk: _, sk: __, at: ___, version: ____, schema: _____, ...action }) => action);
}

export const lastAction = async () => (await recordedActions()).at(-1);
