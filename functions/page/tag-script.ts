// The script of shops, which opens a page in a layer (hosted-page.md 9.4).
import { FILE_HEADERS } from './headers.ts';
import script from './script/pay-1.json' with { type: 'json' };

export const TAG_SCRIPT = script;
/** A page that includes the script with its digest must be permitted to read it. */
export const TAG_HEADERS = {
  ...FILE_HEADERS,
  'Content-Type': 'text/javascript; charset=utf-8',
  'Access-Control-Allow-Origin': '*',
};
