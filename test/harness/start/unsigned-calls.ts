// Calls of the table without a signature.
import { table } from '#store/table/table.ts';

const UNCHECKED_SIGNATURE = {
  'x-amz-date': '20261120T090000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20261120/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};
type SignedRequest = { headers: Record<string, string> };
const sign = async (request: SignedRequest) =>
  Object.assign(request, {
    headers: { ...request.headers, ...UNCHECKED_SIGNATURE },
  });

/**
 * The embedded DynamoDB reads a signature and does not check it, and no test reads the client's log and user
 * agent: they are a fifth of the cost of a call in tests. The commands that tests start, the chaos test, release
 * test and rehearsal sign their calls, as Lambda does.
 */
export function sendCallsUnsigned(): void {
  Object.assign(table.config, { signer: async () => ({ sign }) });
  for (const unread of ['loggerMiddleware', 'getUserAgentMiddleware']) table.middlewareStack.remove(unread);
}
