// UUIDs and payment references in paths are read in any case (api.md 2.5). The case of tokens of pages and of
// ids of events counts.
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { isPaymentReference, isUuid } from '#domain/id.ts';

function inItsCase(text: string): string {
  const [lower, upper] = [text.toLowerCase(), text.toUpperCase()];
  if (isUuid(lower)) return lower;
  return isPaymentReference(upper) ? upper : text;
}

/** The same event with the ids of its path as they are written in answers, for all that reads them. */
export function withPathIds(event: APIGatewayProxyEvent): APIGatewayProxyEvent {
  const { path, pathParameters } = event;
  if (!pathParameters) return event;
  const ids = Object.entries(pathParameters).map(([name, text = '']) => [name, inItsCase(text)] as const);
  const segments = path.split('/').map(inItsCase);
  return { ...event, path: segments.join('/'), pathParameters: Object.fromEntries(ids) };
}
