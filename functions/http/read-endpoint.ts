// The wrapper of every GET of the API. A read takes no body and keeps no answer: its bundle contains no code
// that reads bodies or writes rows, so it starts sooner than one of endpoint().
import type { Answer } from '#contract/answer.ts';
import { jsonResponse, successBody } from './envelope.ts';
import { type Handler, jsonHandler, openCall, type ReadCall, type ReadContract } from './json-handler.ts';
import { renderingOf } from './rendering.ts';
import { kept } from './schema.ts';

export function readEndpoint<Query = undefined>(
  contract: ReadContract<Query>,
  work: (call: ReadCall<Query>) => Promise<Answer>,
): Handler<ReadContract<Query>> {
  const keeping = { ...contract, ...(contract.query && { query: kept(contract.query) }) };
  return jsonHandler(contract, async (event) => {
    const rendering = renderingOf(event);
    const table = contract.csv?.isWanted(event) ? contract.csv : undefined;
    const { readQuery, ...opened } = openCall(event, keeping, table !== undefined);
    const answer = async (query: Query) => await work({ ...rendering, ...opened, now: new Date(), query });
    if (table) {
      const { timeZone } = opened.caller;
      return await table.respond(event, { ...rendering, timeZone }, readQuery(), answer);
    }
    const { message, data } = await answer(readQuery());
    return jsonResponse(200, successBody(message, data, new Date(), rendering.language), rendering);
  });
}
