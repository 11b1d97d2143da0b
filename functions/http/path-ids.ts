// UUIDs, payment references and ids of pages in paths are read in any case, UUIDs in any form (api.md 2.5).
// The case of tokens of pages and of ids of events counts.
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { isPageId, isPaymentReference, readUuid } from '#domain/id.ts';

function inItsCase(text: string): string {
  const upper = text.toUpperCase();
  if (isPaymentReference(upper)) return upper;
  const lower = text.toLowerCase();
  if (isPageId(lower)) return lower;
  return readUuid(text.replace(/^%7b/i, '{').replace(/%7d$/i, '}')) ?? text;
}

/** The same event with the ids of its path as they are written in answers, for all that reads them. */
export function withPathIds(event: APIGatewayProxyEvent): APIGatewayProxyEvent {
  const { path, pathParameters } = event;
  if (!pathParameters) return event;
  const ids = Object.entries(pathParameters).map(([name, text = '']) => [name, inItsCase(text)] as const);
  const segments = path.split('/').map(inItsCase);
  return { ...event, path: segments.join('/'), pathParameters: Object.fromEntries(ids) };
}
