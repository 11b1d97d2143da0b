// The sentences beside a field of the form.
import type { Language } from '#domain/language.ts';
import { FIELD_ERRORS } from './texts.ts';

export type FieldErrorName = keyof (typeof FIELD_ERRORS)[Language];

/** `about`: what the sentence names, such as the brand that is not accepted. */
export function fieldErrorText(language: Language, error: { name: FieldErrorName; about?: string }): string {
  return FIELD_ERRORS[language][error.name].replace('{}', () => error.about ?? '');
}
