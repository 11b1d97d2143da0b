// Client tokens: a change that comes again with the token of one already made (the SDK retries by itself
// when an answer is lost) gets that answer and changes nothing.
import { AwsError, type JsonObject } from '../aws-json.ts';
import type { LocalRequest } from '../local-server.ts';

const tokensRemembered = 10_000;

export function createReplays() {
  const made = new Map<string, { asked: string; answer: JsonObject }>();

  return {
    /** Does the work unless its token has been seen; only what succeeded is remembered. */
    once(
      request: LocalRequest,
      input: JsonObject,
      query: URLSearchParams,
      work: () => JsonObject,
    ): JsonObject {
      const token = input['ClientToken'] ?? query.get('clientToken');
      if (typeof token !== 'string' || request.method === 'GET') return work();
      const asked = JSON.stringify([request.method, request.url, input]);
      const known = made.get(token);
      if (known !== undefined) {
        if (known.asked === asked) return known.answer;
        throw new AwsError('ConflictException', 'This ClientToken was used for another request.', 409);
      }
      const answer = work();
      made.set(token, { asked, answer });
      const oldest = made.keys().next().value;
      if (made.size > tokensRemembered && oldest !== undefined) made.delete(oldest);
      return answer;
    },
  };
}
