// The sentences beside a field of the form.
import type { Language } from '#domain/language.ts';
import { FIELD_ERRORS } from './texts.ts';

export type FieldErrorName = keyof (typeof FIELD_ERRORS)[Language];

/** `brand`: the brand that is not accepted. */
export function fieldErrorText(language: Language, error: { name: FieldErrorName; brand?: string }): string {
  return FIELD_ERRORS[language][error.name].replace('{}', error.brand ?? '');
}
