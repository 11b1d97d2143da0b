// Calls of AWS services by commands of operators: never faster than AWS takes them, and made again after a
// refusal for their number, or after a lost answer if a second call does no harm. What remains is an error
// with AWS's own code.
import { setTimeout as pause } from 'node:timers/promises';
import { AwsRefusal, NoAnswer, TOO_MANY } from './aws-refusal.ts';
import {
  type AddressedService,
  type AwsAnswer,
  type AwsRequest,
  addressOf,
  callAws,
  type Signer,
} from './aws-request.ts';

export type Answer = Record<string, unknown>;
/** What a refusal says. */
type JsonRefusal = {
  code?: string | undefined;
  message?: string | undefined;
  requestId?: string | undefined;
};

/** Calls a service that reads the operation from a header. */
export const targeted =
  (signer: Signer, service: AddressedService, prefix: string) =>
  async (operation: string, body: object): Promise<Answer> => {
    const request = { service, url: addressOf(service, signer.region), body };
    return jsonOf(await call({ ...request, target: `${prefix}.${operation}` }, operation, signer));
  };

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** Calls a service that has a path for each operation. */
export const rest =
  (signer: Signer, service: AddressedService, saidBy?: (text: string) => JsonRefusal) =>
  async (method: Method, path: string, body?: object | string): Promise<string> => {
    const url = new URL(path, addressOf(service, signer.region));
    const request = { service, method, url, ...(body && { body }) };
    return await call(request, `${method} ${url.pathname}`, signer, saidBy);
  };

/** Undefined if AWS refuses with one of these codes, or HTTP statuses. */
export async function unless<T>(codes: readonly string[], called: Promise<T>): Promise<T | undefined> {
  try {
    return await called;
  } catch (error) {
    if (error instanceof AwsRefusal && codes.some((one) => [error.code, String(error.status)].includes(one)))
      return undefined;
    throw error;
  }
}

export const jsonOf = (text: string): Answer => (text === '' ? {} : (JSON.parse(text) as Answer));

/** A fifth of the calls may be refused: eight in a row are one of 400,000. */
const MOST_REFUSED = 8;
const MOST_LOST = 3;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/** The text of the answer. Throws AwsRefusal or NoAnswer. */
export async function call(
  request: AwsRequest,
  operation: string,
  signer: Signer,
  saidBy: (text: string) => JsonRefusal = saidInJson,
): Promise<string> {
  const { host } = request.url;
  for (let attempt = 1; ; attempt += 1) {
    await signer.turn?.(request.service);
    const answer = await callAws(request, signer).catch(
      (error: unknown) => new NoAnswer(operation, host, error),
    );
    if (!(answer instanceof NoAnswer) && answer.status >= 200 && answer.status < 300) return answer.text;
    const error = answer instanceof NoAnswer ? answer : refusalOf(operation, host, answer, saidBy);
    if (attempt >= attemptsAfter(error, request)) throw error;
    await pause(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
  }
}

function refusalOf(
  operation: string,
  host: string,
  { status, text, errorType, requestId }: AwsAnswer,
  saidBy: (text: string) => JsonRefusal,
): AwsRefusal {
  const said = saidBy(text);
  // `com.amazonaws.dynamodb.v20120810#ResourceNotFoundException`, `NotFoundException:http://...`
  const code = (errorType ?? said.code)?.split('#').at(-1)?.split(':')[0];
  const place = { host, requestId: requestId ?? said.requestId };
  return new AwsRefusal(operation, { status, code, message: said.message }, place);
}

const isForNumber = ({ status, code }: AwsRefusal) => status === 429 || TOO_MANY.test(code);

/** A POST to a path makes or starts something: after a lost answer nobody knows whether it has. */
function attemptsAfter(error: AwsRefusal | NoAnswer, { method = 'POST', url, target }: AwsRequest): number {
  if (error instanceof AwsRefusal && isForNumber(error)) return MOST_REFUSED;
  if (error instanceof AwsRefusal && error.status < 500) return 1;
  return method === 'POST' && target === undefined && url.pathname !== '/' ? 1 : MOST_LOST;
}

function saidInJson(text: string): JsonRefusal {
  try {
    const { __type, code, Code, message, Message } = JSON.parse(text) as Record<string, string | undefined>;
    return { code: __type ?? code ?? Code, message: message ?? Message };
  } catch {
    return { message: text.slice(0, 200) };
  }
}
