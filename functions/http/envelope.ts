// The envelope of every JSON answer: five keys (api.md 1), and its headers.
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Sentence } from '#contract/answer.ts';
import type { Language } from '#domain/language.ts';

export type Envelope = {
  success: boolean;
  message: string;
  data: Record<string, unknown> | null;
  errorCode: string | null;
  /** ISO 8601 UTC. */
  timestamp: string;
};

export type Rendering = { language: Language; requestId: string };

/**
 * Turkish unless the caller prefers English by the weights of RFC 9110; of equal weights, the first wins.
 * `otherwise`: for a caller who names languages, but neither of both.
 */
export function preferredLanguage(acceptLanguage = '', otherwise: Language = 'tr'): Language {
  let best = /[a-z]/i.test(acceptLanguage) ? otherwise : 'tr';
  let bestWeight = 0;
  for (const part of acceptLanguage.toLowerCase().split(',')) {
    const [, language, weight = '1'] = WEIGHED_LANGUAGE.exec(part) ?? [];
    if (language === undefined || Number(weight) <= bestWeight) continue;
    best = language as Language;
    bestWeight = Number(weight);
  }
  return best;
}
const WEIGHED_LANGUAGE = /^\s*(tr|en)(?:-[a-z0-9-]+)?\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/;

/** The response for a serialized envelope: a new answer, or one that is replayed byte for byte. */
export function jsonResponse(
  status: number,
  body: string,
  { language, requestId }: Rendering,
  headers: Record<string, string> = {},
): APIGatewayProxyResult {
  return {
    statusCode: status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Language': language,
      'X-Request-Id': requestId,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
    body,
  };
}

export function successBody(message: Sentence, data: Envelope['data'], at: Date, language: Language): string {
  return JSON.stringify({
    success: true,
    message: message[language],
    data,
    errorCode: null,
    timestamp: at.toISOString(),
  } satisfies Envelope);
}
