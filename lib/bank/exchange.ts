// Request and response of the bank, independent of the transport (embedded server or API Gateway).
import type { IncomingHttpHeaders } from 'node:http';

export type BankCall = {
  method: string;
  /** Path below the bank's base URL: `/api`, `/est3Dgate`. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The caller's IP address. */
  address: string;
};
export type BankReply = {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
};
