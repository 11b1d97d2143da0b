// How the clients, and the code of the reference, name what the OpenAPI document names.

/** `recurringPaymentChargePeriod` of the tag `recurring-payment` is `recurringPayment.chargePeriod`. */
export function callName(operationId: string, tag: string): { group: string; name: string } {
  const group = tag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return { group, name: withFirst(operationId.slice(group.length), 'toLowerCase') };
}

export const withFirst = (text: string, change: 'toUpperCase' | 'toLowerCase') =>
  `${text[0]?.[change]() ?? ''}${text.slice(1)}`;

export const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The schema to which a `$ref` leads. */
export const nameOf = (reference: string) => reference.split('/').at(-1) ?? '';
