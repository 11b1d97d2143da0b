// The bank's server also posts the result to the shop's server, in case the browser does not return. Both
// arrive at the same time, so a test shows whether a shop would sell twice.
import { request } from 'node:http';

/** Only loopback: a simulated bank must not call other hosts. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Posts the fields and ignores the response, as the bank does. */
export function callShop(callbackUrl: string, fields: [name: string, value: string][]): void {
  const url = new URL(callbackUrl);
  if (url.protocol !== 'http:' || !LOOPBACK.has(url.hostname)) return;
  const post = request(url, {
    method: 'POST',
    agent: false,
    timeout: 5_000,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  post.on('error', () => {});
  post.on('timeout', () => post.destroy());
  post.on('response', (response) => response.resume());
  post.end(new URLSearchParams(fields).toString());
}
