// The languages of the API's messages and of the buyer's pages.
export type Language = 'tr' | 'en';
