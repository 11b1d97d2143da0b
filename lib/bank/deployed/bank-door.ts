// The simulated bank as one function behind an API of its own, for sandboxes in the cloud: a request is
// decided on the rows as they were read, and decided anew where they have changed meanwhile.
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { decodeXmlBytes } from '#acquirer/nestpay/latin5.ts';
import { serve } from '../bank-server.ts';
import type { BankCall, BankReply } from '../exchange.ts';
import { readRow, writeDown } from './book-table.ts';
import { type Draft, type KeptRow, openDraft, RowNotRead } from './draft.ts';

export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  return toResult(await answerCall(callOf(event), Date.now()));
}

/** Requests for one order meet rarely, and each time one of them gets through. */
const MOST_TRIES = 8;

async function answerCall(call: BankCall, nowMs: number): Promise<BankReply> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { reply, draft, read } = await decide(call, nowMs);
    if (await writeDown(draft, read, nowMs)) return reply;
  }
  throw new Error('The books have changed under every try.');
}

type Decision = { reply: BankReply; draft: Draft; read: Map<string, KeptRow | undefined> };

async function decide(call: BankCall, nowMs: number): Promise<Decision> {
  const read: Decision['read'] = new Map();
  for (;;) {
    const draft = openDraft(read);
    try {
      return { reply: serve(draft.house, call, nowMs, (execute) => execute(nowMs)), draft, read };
    } catch (error) {
      if (!(error instanceof RowNotRead)) throw error;
      read.set(error.rowName, await readRow(error.rowName));
    }
  }
}

function callOf({ httpMethod, path, headers, body, isBase64Encoded, requestContext }: APIGatewayProxyEvent) {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method: httpMethod,
    url: path,
    headers: Object.fromEntries(named) as BankCall['headers'],
    body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
    address: requestContext.identity.sourceIp,
  };
}

function toResult({ status, headers = {}, body = '' }: BankReply): APIGatewayProxyResult {
  return { statusCode: status, headers, body: typeof body === 'string' ? body : toAsciiXml(body) };
}

/**
 * The gateway takes an answer as UTF-8 text. Letters beyond ASCII become character references, so that the
 * same bytes are right in ISO-8859-9 as well.
 */
function toAsciiXml(bytes: Buffer): string {
  return decodeXmlBytes(bytes, undefined).replace(/[^\x20-\x7e\s]/gu, (character) => {
    return `&#x${character.codePointAt(0)?.toString(16)};`;
  });
}
