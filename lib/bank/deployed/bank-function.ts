// The simulated bank as one Lambda function with its own API, for sandboxes in the cloud. A request is
// decided on the rows that it has read, and decided again if another request has changed one of them.
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { decodeXmlBytes } from '#acquirer/latin5.ts';
import { serve } from '../bank-server.ts';
import type { BankCall, BankReply } from '../exchange.ts';
import { readRow, writeDraft } from './book-table.ts';
import { type Draft, openDraft, RowNotRead, type StoredRow } from './draft.ts';

export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  return toResult(await handleCall(toBankCall(event), Date.now()));
}

/** Requests for one order rarely collide, and in each collision one of them succeeds. */
const MAX_ATTEMPTS = 8;

async function handleCall(call: BankCall, nowMs: number): Promise<BankReply> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { reply, draft, read } = await decide(call, nowMs);
    if (await writeDraft(draft, read, nowMs)) return reply;
  }
  throw new Error('The books have changed under every try.');
}

type Decision = { reply: BankReply; draft: Draft; read: Map<string, StoredRow | undefined> };

async function decide(call: BankCall, nowMs: number): Promise<Decision> {
  const read: Decision['read'] = new Map();
  for (;;) {
    const draft = openDraft(read);
    try {
      return { reply: serve(draft.state, call, nowMs, (execute) => execute(nowMs)), draft, read };
    } catch (error) {
      if (!(error instanceof RowNotRead)) throw error;
      read.set(error.rowName, await readRow(error.rowName));
    }
  }
}

function toBankCall({
  httpMethod,
  path,
  headers,
  body,
  isBase64Encoded,
  requestContext,
}: APIGatewayProxyEvent) {
  const lowerCased = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method: httpMethod,
    url: path,
    headers: Object.fromEntries(lowerCased) as BankCall['headers'],
    body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
    address: requestContext.identity.sourceIp,
  };
}

function toResult({ status, headers = {}, body = '' }: BankReply): APIGatewayProxyResult {
  return { statusCode: status, headers, body: typeof body === 'string' ? body : toAsciiXml(body) };
}

/**
 * API Gateway expects the response as UTF-8 text. Characters beyond ASCII become character references, so the
 * bytes are also valid ISO-8859-9.
 */
function toAsciiXml(bytes: Buffer): string {
  return decodeXmlBytes(bytes, undefined).replace(/[^\x20-\x7e\s]/gu, (character) => {
    return `&#x${character.codePointAt(0)?.toString(16)};`;
  });
}
