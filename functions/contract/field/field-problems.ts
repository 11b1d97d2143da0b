// Turns the issues that zod reports into problems of fields. It is separate from the fields, so that an
// endpoint without fields does not contain zod.
import type * as z from 'zod/mini';
import type { FieldCode, FieldHint, FieldProblem } from '#domain/field-problem.ts';

/** All problems, field by field, in the order of the contract. */
export function fieldProblems(error: z.core.$ZodError): FieldProblem[] {
  return error.issues.map((issue) => {
    // Only fields report: zod's own objects and lists get values of their type.
    const { params } = issue as unknown as { params: { code: FieldCode; hint: FieldHint } };
    const path = issue.path
      .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
      .join('');
    const name = path.startsWith('.') ? path.slice(1) : path;
    return { field: name, code: params.code, hint: params.hint };
  });
}
