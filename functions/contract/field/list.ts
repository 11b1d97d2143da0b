// The query parameters of every list: `limit` and `cursor` (api.md 5.5 to 5.7).
import { optional, queryInteger, text, withDefault } from './field.ts';

export const listQuery = () => ({
  limit: withDefault(queryInteger(1, 100), 20),
  cursor: optional(text(1, 2048)),
});
