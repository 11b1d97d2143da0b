// What every embedded service of the local house looks like to the one HTTP server in front of them.
import type { IncomingHttpHeaders } from 'node:http';

export type LocalRequest = {
  method: string;
  /** Path below the service's mount point, query included: `/`, `/schedules/abc?groupName=x`. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The caller's address. */
  address: string;
};
export type LocalAnswer = {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  /** No answer at all: the connection is torn down, and the caller must wonder what became of its request. */
  destroy?: true;
};
export type LocalService = (request: LocalRequest) => Promise<LocalAnswer>;
