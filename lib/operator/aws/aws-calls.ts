// Calls of AWS services in their three protocols. A refusal is an error with AWS's own code, which shows a
// missing permission or a missing resource.
import { type AddressedService, addressOf, callAws, type Signer } from './aws-request.ts';

export type Answer = Record<string, unknown>;

class AwsRefusal extends Error {
  /** AWS's code, or the HTTP status if the answer has none. */
  readonly code: string;
  constructor(operation: string, code: string) {
    super(`${operation}: ${code}`);
    this.code = code;
  }
}

/** Calls a service that reads the operation from a header. */
export const targeted =
  (signer: Signer, service: AddressedService, prefix: string) =>
  async (operation: string, body: object): Promise<Answer> => {
    const request = { service, url: addressOf(service, signer.region), body };
    return jsonOf(okOf(await callAws({ ...request, target: `${prefix}.${operation}` }, signer), operation));
  };

/** Calls a service that has a path for each operation. */
export const rest =
  (signer: Signer, service: AddressedService) =>
  async (method: 'GET' | 'PUT' | 'POST', path: string, body?: object | string): Promise<string> => {
    const url = new URL(path, addressOf(service, signer.region));
    return okOf(await callAws({ service, method, url, ...(body && { body }) }, signer), `${method} ${path}`);
  };

/** Calls a service that takes a form and answers XML. */
export const query =
  (signer: Signer, service: AddressedService, Version: string) =>
  async (Action: string, fields: Readonly<Record<string, string>> = {}): Promise<string> => {
    const body = new URLSearchParams({ Action, ...fields, Version }).toString();
    const url = addressOf(service, signer.region);
    return okOf(await callAws({ service, url, body }, signer), Action);
  };

/** Undefined if AWS refuses with one of these codes. */
export async function unless<T>(codes: readonly string[], called: Promise<T>): Promise<T | undefined> {
  try {
    return await called;
  } catch (error) {
    if (error instanceof AwsRefusal && codes.includes(error.code)) return undefined;
    throw error;
  }
}

export const jsonOf = (text: string): Answer => (text === '' ? {} : (JSON.parse(text) as Answer));

function okOf({ status, text }: { status: number; text: string }, operation: string): string {
  if (status >= 200 && status < 300) return text;
  const code = /<Code>([\w.]+)<\/Code>/.exec(text)?.[1] ?? /"__type":"(?:[^"#]*#)?(\w+)"/.exec(text)?.[1];
  throw new AwsRefusal(operation, code ?? String(status));
}
