// Client tokens: a call that comes again with the token of an earlier one (the SDK retries if an answer is
// lost) gets the earlier answer and changes nothing.
import { AwsError, type JsonObject } from '../aws-json.ts';

const TOKENS_REMEMBERED = 10_000;

export function createReplays() {
  const made = new Map<string, { asked: string; answer: JsonObject }>();

  /** Does the work unless the token is known; only successful work is remembered. */
  return (token: unknown, asked: string, work: () => JsonObject): JsonObject => {
    if (typeof token !== 'string') return work();
    const known = made.get(token);
    if (known !== undefined) {
      if (known.asked === asked) return known.answer;
      throw new AwsError('ConflictException', 'This ClientToken was used for another request.', 409);
    }
    const answer = work();
    made.set(token, { asked, answer });
    const oldest = made.keys().next().value;
    if (made.size > TOKENS_REMEMBERED && oldest !== undefined) made.delete(oldest);
    return answer;
  };
}
