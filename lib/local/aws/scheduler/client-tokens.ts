// Client tokens: a repeated call with the same token (the SDK retries if a response is lost) gets the first
// response and changes nothing.
import { AwsError, type JsonObject } from '../aws-json.ts';

const MAX_TOKENS = 10_000;

export function createClientTokens() {
  const calls = new Map<string, { request: string; response: JsonObject }>();

  /** Runs `work` unless the token is known. Only successful calls are stored. */
  return (token: unknown, request: string, work: () => JsonObject): JsonObject => {
    if (typeof token !== 'string') return work();
    const earlier = calls.get(token);
    if (earlier !== undefined) {
      if (earlier.request === request) return earlier.response;
      throw new AwsError('ConflictException', 'This ClientToken was used for another request.', 409);
    }
    const response = work();
    calls.set(token, { request, response });
    const oldest = calls.keys().next().value;
    if (calls.size > MAX_TOKENS && oldest !== undefined) calls.delete(oldest);
    return response;
  };
}
