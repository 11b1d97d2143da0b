// The JSON protocol of the embedded AWS services: JSON input and output, errors in the format from which the
// SDK builds its exceptions, and ARNs of an account that exists on this machine only.
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { HttpResponse } from '../http-handler.ts';

const localAccount = '000000000000';
const localRegion = process.env['AWS_REGION'] ?? 'eu-central-1';

export function localArn(service: string, resource: string): string {
  return `arn:aws:${service}:${localRegion}:${localAccount}:${resource}`;
}

/** An AWS error. `type` is the name of the SDK's exception. Some errors have no message. */
export class AwsError extends Error {
  readonly type: string;
  readonly status: number;

  constructor(type: string, message: string | undefined, status = 400) {
    super(message);
    this.type = type;
    this.status = status;
  }
}

export type JsonObject = Record<string, unknown>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns {} for an empty body: SDK operations without input send {} or nothing. */
export function readJsonObject(body: Buffer): JsonObject {
  if (body.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    value = undefined;
  }
  if (!isObject(value)) throw new AwsError('SerializationException', 'The body is not a JSON object');
  return value;
}

/** Throws a ValidationException that names each field that is missing, invalid or not emulated. */
export function readInput<Shape extends z.ZodMiniType>(shape: Shape, input: JsonObject): z.output<Shape> {
  const { data, error } = shape.safeParse(input);
  if (error === undefined) return data;
  const fields = error.issues.map((issue) =>
    [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.'),
  );
  throw new AwsError('ValidationException', `Invalid or not emulated: ${fields.join(', ')}`);
}

export type JsonProtocol = {
  contentType: string;
  /** The key of an error's message; its first letter differs between services. */
  messageKey: 'message' | 'Message';
};

export function jsonResponse(protocol: JsonProtocol, output: JsonObject): HttpResponse {
  return { status: 200, headers: responseHeaders(protocol), body: JSON.stringify(output) };
}

/** The AWS error response. An error that is not an AwsError is a fault of the emulator: a 500. */
export function errorResponse(protocol: JsonProtocol, error: unknown): HttpResponse {
  const { type, status, message } = error instanceof AwsError ? error : internalFailure(error);
  return {
    status,
    headers: { ...responseHeaders(protocol), 'x-amzn-errortype': type },
    body: JSON.stringify({ __type: type, ...(message === '' ? {} : { [protocol.messageKey]: message }) }),
  };
}

function internalFailure(error: unknown): AwsError {
  console.error('an embedded AWS service failed:', error);
  return new AwsError('InternalServerException', String(error), 500);
}

function responseHeaders(protocol: JsonProtocol): Record<string, string> {
  return { 'content-type': protocol.contentType, 'x-amzn-requestid': randomUUID() };
}
