// What the bank is handed and what it hands back, whoever carries it: an embedded server or API Gateway.
import type { IncomingHttpHeaders } from 'node:http';

export type BankCall = {
  method: string;
  /** Below the bank's own address: `/api`, `/est3Dgate`. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The caller's. */
  address: string;
};
export type BankReply = {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
};
