// The one shape of every JSON answer: five keys, always (specification 1), and the headers that go with it.
import type { APIGatewayProxyResult } from 'aws-lambda';

export type Language = 'tr' | 'en';
export type Sentence = Record<Language, string>;

export type Envelope = {
  success: boolean;
  message: string;
  data: Record<string, unknown> | null;
  errorCode: string | null;
  /** ISO 8601 UTC. */
  timestamp: string;
};

export type Rendering = { language: Language; requestId: string };

/** Turkish unless the caller prefers English. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  for (const part of (acceptLanguage ?? '').toLowerCase().split(',')) {
    const tag = part.split(';')[0]?.trim() ?? '';
    if (tag === 'tr' || tag.startsWith('tr-')) return 'tr';
    if (tag === 'en' || tag.startsWith('en-')) return 'en';
  }
  return 'tr';
}

/** The response of an already written envelope: a fresh answer, or one that is replayed byte for byte. */
export function jsonResponse(
  status: number,
  body: string,
  { language, requestId }: Rendering,
  more: Record<string, string> = {},
): APIGatewayProxyResult {
  return {
    statusCode: status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Language': language,
      'X-Request-Id': requestId,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...more,
    },
    body,
  };
}

export function successBody(says: Sentence, data: Envelope['data'], at: Date, language: Language): string {
  return JSON.stringify({
    success: true,
    message: says[language],
    data,
    errorCode: null,
    timestamp: at.toISOString(),
  } satisfies Envelope);
}
