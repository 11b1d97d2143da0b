// The interface between the local HTTP server and the embedded services.
import type { IncomingHttpHeaders } from 'node:http';

export type HttpRequest = {
  method: string;
  /** Path below the service's mount point, query included: `/`, `/schedules/abc?groupName=x`. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The caller's IP address. */
  address: string;
};
export type HttpResponse = {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  /** Closes the connection without a response, so the caller does not know the outcome. */
  destroy?: true;
};
export type HttpHandler = (request: HttpRequest) => Promise<HttpResponse>;
