// Compresses buyers' pages like the deployed gateway, for a browser that accepts it.
import { gzipSync } from 'node:zlib';
import { COMPRESSED_FROM_BYTES } from '#page/headers.ts';
import type { HttpRequest, HttpResponse } from '../http-handler.ts';

export function compressed({ headers }: HttpRequest, response: HttpResponse): HttpResponse {
  const { body } = response;
  const isAccepted = /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));
  if (!isAccepted || body === undefined || Buffer.byteLength(body) < COMPRESSED_FROM_BYTES) return response;
  return {
    ...response,
    headers: { ...response.headers, 'Content-Encoding': 'gzip' },
    body: gzipSync(body),
  };
}
