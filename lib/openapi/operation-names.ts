// Names of an operation, from the file of its endpoint.
import type { Route } from '#routes.ts';

/** The noun, which groups calls: `hosted-page`. */
export const nounOf = ({ file }: Pick<Route, 'file'>): string => file.split('/')[0] ?? '';

export const operationId = ({ file }: Pick<Route, 'file'>): string =>
  file.replaceAll(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase());
