// Parameters that a call takes only with `preview: true` in its body (api.md 7.10).
import { invalidFields } from './failure.ts';

const PURPOSE = { tr: 'yalnızca `preview: true` ile kullanılır', en: 'it is for `preview: true`' };

/** Throws VALIDATION_ERROR if the call does not preview and has a parameter. */
export function requirePreview(isPreview: boolean, query: Readonly<Record<string, unknown>>): void {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (isPreview || given.length === 0) return;
  throw invalidFields(
    given.map(([field]) => ({ field, code: 'NOT_APPLICABLE' as const, hint: { purpose: PURPOSE } })),
  );
}
