// The shop's responses: a page in the visitor's language with strict headers, or plain text.
import { randomBytes } from 'node:crypto';
import type { Language } from '#domain/language.ts';
import { preferredLanguage } from '#http/envelope.ts';
import { type Html, render } from '#page/html.ts';
import type { HttpRequest, HttpResponse } from '../../local/http-handler.ts';
import type { Shop } from './shop-api.ts';
import { shopHeaders } from './shop-page.ts';

export const PLAIN = {
  'Content-Type': 'text/plain; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
};

/** The chosen language, or the browser's if none was chosen. */
export function languageOf(given: URLSearchParams, { headers }: HttpRequest): Language {
  const chosen = given.get('language');
  return chosen === 'tr' || chosen === 'en' ? chosen : preferredLanguage(headers['accept-language']);
}

type PageFrame = { language: Language; cspNonce: string };

/** A page of the shop. `change` adapts the Content-Security-Policy for a page that needs another one. */
export function page(
  language: Language,
  { baseUrl }: Shop,
  write: (frame: PageFrame) => Html,
  { status = 200, change = (policy: string) => policy } = {},
): HttpResponse {
  const cspNonce = randomBytes(16).toString('base64');
  const headers = shopHeaders({ cspNonce, language, payUrl: baseUrl });
  const policy = change(headers['Content-Security-Policy'] ?? '');
  return {
    status,
    headers: { ...headers, 'Content-Security-Policy': policy },
    body: render(write({ language, cspNonce })),
  };
}
