// What every list takes and gives: `limit`, `cursor`, a period; `items` and `nextCursor` (api.md 5.5 to 5.7).
import { optional, queryInteger, text, withDefault } from './field.ts';

export const listQuery = () => ({
  limit: withDefault(queryInteger(1, 100), 20),
  cursor: optional(text(1, 2048)),
});
