// The bank's server tells the shop's server what it also gives to the browser, in case the browser gets
// lost. It comes at the same moment, so that a shop that would sell twice does so in a test.
import { request } from 'node:http';

/** Only to this very machine: a simulated bank has nothing to say to anybody else. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Posts the fields and forgets about it, as the bank does. */
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
