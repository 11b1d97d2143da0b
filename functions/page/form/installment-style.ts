// The style of the installments, for the forms that have them.
import { style } from '../html.ts';

export const INSTALLMENT_STYLE = style`
.months { margin-inline-start: auto; text-align: end; }
:is(.months, .top) small { display: block; color: var(--soft); }
`;

/** Of offers that depend on the card. */
export const FAMILY_STYLE = style`
.family { padding: .5rem .75rem 0; border-top: 1px solid var(--line); font-weight: 600; }
.mark {
  display: inline-block; width: 1.6rem; border: solid var(--accent); border-width: 1px 1px .3rem;
  border-radius: .25rem; font-size: .75rem; text-align: center;
}
`;

/** Beside the form nothing is chosen. */
export const CARD_INSTALLMENTS_STYLE = style`
main > div { display: grid; align-content: start; gap: 1.25rem; }
h1 { font-size: 1.25rem; }
input { display: none; }
.saved { display: flex; padding: .5rem 0; border-top: 1px solid var(--line); }
.saved > span { flex: 1; display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: center; }
summary { list-style: none; pointer-events: none; }
`;
