// The wrapper of a public document: anyone may keep it for a while, and asks then whether it has changed.
import { createHash } from 'node:crypto';
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Language } from '#domain/language.ts';
import { COMMON_HEADERS } from '#page/headers.ts';
import { headerOf, perRequest, requestLog } from './request-log.ts';

/** A deployment changes the document; until a copy is this old, nobody asks again. */
const KEPT_SECONDS = 300;

type Handle = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

/** `make` is called once for each language; a path that ends in `.tr.json` is the Turkish one. */
export function publicDocument(make: (language: Language) => unknown): Handle {
  const made = new Map<Language, { body: string; etag: string }>();
  const documentIn = (language: Language) => {
    const body = JSON.stringify(make(language));
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    made.set(language, { body, etag });
    return { body, etag };
  };
  const handle = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(requestLog())
    .handler(async (event) => {
      const language = event.path.endsWith('.tr.json') ? 'tr' : 'en';
      const { body, etag } = made.get(language) ?? documentIn(language);
      const headers = {
        ...COMMON_HEADERS,
        'Cache-Control': `public, max-age=${KEPT_SECONDS}`,
        'Content-Language': language,
        'Content-Type': 'application/json; charset=utf-8',
        ETag: etag,
      };
      const isKnown = headerOf(event, 'if-none-match')?.includes(etag) ?? false;
      return isKnown ? { statusCode: 304, headers, body: '' } : { statusCode: 200, headers, body };
    }) as unknown as Handle;
  return perRequest(handle);
}
