// The wrapper of public documents: anyone may keep one for a while, and asks then whether it has changed.
import { createHash } from 'node:crypto';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { inBothLanguages, type Language } from '#domain/language.ts';
import { COMMON_HEADERS } from '#page/headers.ts';
import { preferredLanguage } from './envelope.ts';
import { type Handle, handling, headerOf } from './request-log.ts';

/** A deployment changes the document; until a copy is this old, nobody asks again. */
const KEPT_SECONDS = 300;

/** Everything of a page is a file beside it, and nothing comes from elsewhere or goes there. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export type PublicFile = {
  /** Of an archive in base64. */
  text: string;
  type: 'text/html' | 'text/css' | 'text/javascript' | 'text/plain' | 'application/json' | ArchiveType;
  language: Language;
};
type ArchiveType = 'application/gzip' | 'application/zip';
/** What is asked for; `language` is that of the reader. */
type DocumentRequest = { path: string; language: Language };
type FoundDocument = PublicFile | { to: string } | undefined;

export const publicDocument = (find: (asked: DocumentRequest) => FoundDocument): Handle =>
  handling(async (event) => {
    const language = preferredLanguage(headerOf(event, 'accept-language'), 'en');
    const found = find({ path: event.path, language });
    if (found === undefined) return unknown();
    return 'to' in found ? movedTo(found.to) : answered(found, headerOf(event, 'if-none-match'));
  });

const unknown = () => ({
  statusCode: 404,
  headers: { ...COMMON_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
  body: inBothLanguages({ tr: 'Böyle bir sayfa yok.', en: 'There is no such page.' }),
});

const movedTo = (address: string) => ({
  statusCode: 302,
  headers: { ...COMMON_HEADERS, Vary: 'Accept-Language', Location: address },
  body: '',
});

function answered({ text, type, language }: PublicFile, known = ''): APIGatewayProxyResult {
  const isArchive = type === 'application/gzip' || type === 'application/zip';
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  const headers = {
    ...COMMON_HEADERS,
    'Cache-Control': `public, max-age=${KEPT_SECONDS}`,
    'Content-Language': language,
    'Content-Type': isArchive ? type : `${type}; charset=utf-8`,
    ...(type === 'text/html' && { 'Content-Security-Policy': POLICY }),
    ETag: etag,
  };
  return known.includes(etag)
    ? { statusCode: 304, headers, body: '' }
    : { statusCode: 200, headers, body: text, isBase64Encoded: isArchive };
}
