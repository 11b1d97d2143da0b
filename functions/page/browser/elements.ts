// The elements of a page by their ids, with the data that the page gives them.
import type * as page from '../script/contract.ts';

type With<Data, Kind extends HTMLElement = HTMLElement> = Kind & { dataset: Data };

/** A field or choice. `hinted` is the error that the script shows at it. */
export type FormField = With<
  page.ChoiceData & Partial<page.ConsentData> & { hinted?: string },
  HTMLInputElement
>;

/** `brandKnown` is for the style, which shows the brand's logo. */
type Form = With<page.FormWords & { brandKnown?: string }, HTMLFormElement> & {
  elements: { formNonce: HTMLInputElement };
};

type Elements = Record<Exclude<page.PageId, page.CardField>, HTMLElement> &
  Record<page.CardField, FormField> & {
    payment: Form;
    'saved-new': FormField | null;
    extend: HTMLElement | null;
    offers: With<page.OffersData, HTMLFieldSetElement>;
    challenge: With<page.ChallengeData, HTMLFormElement>;
    return: HTMLAnchorElement;
    copy: With<page.CopyData>;
  };

export const byId = <Id extends page.PageId>(id: Id) => document.getElementById(id) as Elements[Id];

/** For an element that each page has on which the script runs. */
export const find = <Found = HTMLElement>(selector: string) => document.querySelector(selector) as Found;

/** Sets an attribute to `true`, or removes it. */
export const setAria = (element: Element, name: string, isSet: unknown) => {
  if (isSet) element.setAttribute(name, 'true');
  else element.removeAttribute(name);
};

export const isInLayer = parent !== self && self.name === ('payment-layer' satisfies page.LayerName);

export const main = document.querySelector('main') as With<page.MainData>;
export const body = document.body as With<page.BodyData>;

/** The service's own page that shows this page in a frame, if any. */
export let keeper: Window | undefined;
try {
  if (parent !== self && parent.document.body.dataset['runs']) keeper = parent;
} catch {
  // The page of a shop, which a browser does not let the script see.
}
