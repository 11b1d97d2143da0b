// The languages of the API's messages and of the buyer's pages.
export type Language = 'tr' | 'en';

/** For whoever answers without knowing the language of the reader, such as API Gateway. */
export const inBothLanguages = ({ tr, en }: Record<Language, string>): string => `${tr} / ${en}`;
