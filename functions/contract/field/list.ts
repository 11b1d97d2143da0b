// The query parameters of every list: `limit`, `page` and `cursor` (api.md 5.5 to 5.7).
import { MOST_CSV_ROWS } from '#domain/limits.ts';
import { alsoNamed, integer, optional, problem, rawField, text, withDefault } from './field.ts';

const NEXT_PAGE = {
  tr: 'ilk sayfayı `page=1` ile alın, sonraki için yanıttaki `nextCursor` değerini `cursor` ile gönderin',
  en: 'get the first page with `page=1`; for the next one send the `nextCursor` of the answer as `cursor`',
};
/** Only the first page has a number. */
const firstPage = () =>
  rawField({ kind: 'integer', min: 1, max: 1, optional: true }, (value, context): undefined =>
    value === undefined || value === '1'
      ? undefined
      : problem(context, 'NOT_APPLICABLE', { purpose: NEXT_PAGE }),
  );

/** `asCsv`: a table has as many rows as it may, unless the caller says. */
export const listQuery = (asCsv = false) => ({
  limit: alsoNamed(
    'pageSize',
    asCsv ? withDefault(integer(1, MOST_CSV_ROWS), MOST_CSV_ROWS) : withDefault(integer(1, 100), 20),
  ),
  page: firstPage(),
  cursor: optional(text(1, 2048)),
});
