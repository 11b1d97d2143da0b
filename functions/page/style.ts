// The one style of the buyer's pages, inlined so that a page is a single answer. System fonts, two colour
// schemes, one column up to 60 rem; contrast of text is 4.5 or better in both schemes.
import { raw } from './html.ts';

export const PAGE_STYLE = raw`
:root{color-scheme:light dark;--ground:#fff;--panel:#f4f5f9;--line:#d9dde6;--edge:#868fa1;--ink:#151a26;
--soft:#566073;--accent:#3446c8;--accent-ink:#fff;--accent-over:#2a39a8;--ring:#3446c84d;--bad:#b3261e;--bad-ground:#fdf1f0;
--bad-line:#f0c4c0;--good:#13744b;--good-ground:#e3f5ec;--wait-ground:#e9ecfb;--warn:#7a4d00;--warn-ground:#fff2cf;
--shadow:0 1px 2px #151a260f,0 8px 28px #151a2612}
@media (prefers-color-scheme:dark){:root{--ground:#12151c;--panel:#191d26;--line:#2e3441;--edge:#727c90;--ink:#eef1f7;
--soft:#a9b2c3;--accent:#98a7ff;--accent-ink:#0d1230;--accent-over:#b4bfff;--ring:#98a7ff59;--bad:#ff9c93;--bad-ground:#351a1a;
--bad-line:#6b302d;--good:#6fdba8;--good-ground:#14352a;--wait-ground:#20274a;--warn:#ffd57a;--warn-ground:#3a2d0c;
--shadow:0 1px 2px #0006,0 8px 28px #0005}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--ground);color:var(--ink);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif;
overflow-wrap:anywhere;-webkit-font-smoothing:antialiased}
h1,h2,p,ul,dl,dd,fieldset{margin:0;padding:0;border:0}
ul{list-style:none}
h1,h2{line-height:1.25;letter-spacing:-.011em;text-wrap:balance}
a{color:var(--accent);text-underline-offset:.18em}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:6px}
.icon{width:1.2em;height:1.2em;flex:none;vertical-align:-.22em}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.money,.left{font-variant-numeric:tabular-nums;white-space:nowrap}
[hidden]{display:none!important}

.ribbon{display:flex;gap:.5rem;justify-content:center;align-items:center;padding:.45rem 1rem;background:var(--warn-ground);
color:var(--warn);font-size:.875rem;font-weight:600;text-align:center}
main{flex:1;display:grid;grid-template-columns:minmax(0,1fr)}
.pane{padding:1.5rem 1.25rem;display:flex;justify-content:center}
.pane>*{width:100%;max-width:27rem;min-width:0}
.order{background:var(--panel);border-bottom:1px solid var(--line)}
@media (min-width:60rem){main.pair{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.pair .pane{padding:4.5rem 3.5rem}.pair .order{justify-content:flex-end;border:0;border-inline-end:1px solid var(--line)}
.pair .form{justify-content:flex-start}}

.merchant{display:flex;align-items:center;gap:.75rem;font-size:1.0625rem;font-weight:600;letter-spacing:-.011em}
.merchant bdi{min-width:0}
.initial{flex:none;display:grid;place-items:center;width:2.5rem;height:2.5rem;border-radius:.7rem;background:var(--accent);
color:var(--accent-ink);font-size:1.125rem;font-weight:700;overflow:hidden}
.due{margin-top:1.25rem;color:var(--soft);font-size:.9375rem}
.amount{font-size:clamp(1.75rem,1.2rem + 4vw,2.5rem);font-weight:700;line-height:1.15;letter-spacing:-.025em}
.lines{margin-top:1.25rem;display:grid;gap:.75rem;font-size:.9375rem}
.lines li,.facts>div{display:flex;justify-content:space-between;gap:1.25rem}
.lines li>:first-child{min-width:0}
.lines+details{margin-top:.75rem}
summary{display:flex;align-items:center;gap:.5rem;min-height:2.75rem;color:var(--accent);font-size:.9375rem;font-weight:600;
cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::before{content:"";width:.5em;height:.5em;border:solid currentColor;border-width:0 2px 2px 0;
transform:translateY(-15%) rotate(45deg);transition:transform .15s}
details[open]>summary::before{transform:translateY(15%) rotate(225deg)}
details .lines{margin-top:.25rem}
.facts{margin-top:1.25rem;padding-top:1.25rem;border-top:1px solid var(--line);display:grid;gap:.6rem;font-size:.9375rem}
.facts dt{color:var(--soft);flex:none;max-width:55%}
.facts dd{min-width:0;text-align:end}
.facts .total{font-weight:650}.facts .total dt{color:inherit}

.form h2{font-size:1.25rem}
.head{display:flex;flex-wrap:wrap;gap:.5rem 1rem;justify-content:space-between;align-items:center;margin-bottom:1.25rem}
.fields{display:grid;gap:1.125rem}
.row{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:1.125rem}
label,legend{display:block;padding:0;margin-bottom:.35rem;font-size:.9375rem;font-weight:600}
input{width:100%;height:3rem;padding:0 .875rem;border:1px solid var(--edge);border-radius:.625rem;background:var(--ground);
color:inherit;font:inherit;font-variant-numeric:tabular-nums;transition:border-color .15s,box-shadow .15s}
input:hover{border-color:var(--soft)}
input:focus{outline:2px solid transparent;border-color:var(--accent);box-shadow:0 0 0 3px var(--ring),inset 0 0 0 1px var(--accent)}
input[aria-invalid=true]{border-color:var(--bad);box-shadow:inset 0 0 0 1px var(--bad)}
input[aria-invalid=true]:focus{box-shadow:0 0 0 3px var(--ring),inset 0 0 0 1px var(--bad)}
.expiry{display:grid;grid-template-columns:1fr auto 1fr;align-items:center;gap:.5rem}
.expiry input{text-align:center;padding:0 .25rem}
.expiry span{color:var(--soft)}
.help{margin-top:.35rem;color:var(--soft);font-size:.8125rem}
.field-error{display:flex;gap:.4rem;margin-top:.4rem;color:var(--bad);font-size:.875rem;font-weight:500}
.field-error .icon{margin-top:.12em}
.brands{display:inline-flex;gap:.3rem}
.brands svg{width:2.125rem;height:auto;transition:opacity .2s}
[data-brand-known] .brands svg{opacity:.22}
[data-brand-known=VISA] [data-brand=VISA],[data-brand-known=MASTERCARD] [data-brand=MASTERCARD],
[data-brand-known=AMEX] [data-brand=AMEX],[data-brand-known=TROY] [data-brand=TROY]{opacity:1!important}

.notice{display:flex;gap:.75rem;margin-bottom:1.25rem;padding:1rem;border:1px solid var(--bad-line);border-radius:.75rem;
background:var(--bad-ground);font-size:.9375rem}
.notice>.icon{color:var(--bad);margin-top:.15em}
.notice>div{min-width:0;display:grid;gap:.25rem}
.notice h3{margin:0;font-size:1rem;line-height:1.4;color:var(--bad)}
.notice ul{display:grid}
.notice li a{display:inline-block;padding:.2rem 0;color:inherit}

.button{display:flex;align-items:center;justify-content:center;gap:.6rem;width:100%;min-height:3.25rem;padding:.5rem 1.25rem;
border:1px solid transparent;border-radius:.75rem;background:var(--accent);color:var(--accent-ink);
font:inherit;font-size:1.0625rem;font-weight:650;text-align:center;text-decoration:none;cursor:pointer;
box-shadow:var(--shadow);transition:background-color .15s}
.button:hover{background:var(--accent-over)}
.button[aria-disabled=true]{opacity:.75;cursor:progress}
.button[aria-disabled=true] .icon{animation:pulse 1s ease-in-out infinite alternate}
.small{display:flex;gap:.45rem;justify-content:center;margin-top:1rem;color:var(--soft);font-size:.8125rem;text-align:center}
.links{display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem 1.5rem;margin-top:.75rem}
.links a{display:inline-flex;align-items:center;min-height:2.75rem;font-size:.9375rem}
.clock{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2rem .5rem;margin-top:1.25rem;color:var(--soft);font-size:.875rem}
.clock.soon{color:var(--bad);font-weight:600}

.outcome{align-items:center;padding-block:2.5rem}
.outcome>div{max-width:29rem;text-align:center}
.outcome .merchant{justify-content:center;margin-bottom:2.5rem}
.outcome h1{font-size:clamp(1.375rem,1.1rem + 1.6vw,1.75rem);margin-top:1.5rem}
.outcome .says{margin-top:.6rem;color:var(--soft);text-wrap:pretty}
.outcome .warns{margin-top:1.25rem;padding:.875rem 1rem;border-radius:.75rem;background:var(--warn-ground);color:var(--warn);
font-weight:600;text-wrap:pretty}
.outcome .facts{margin-top:1.75rem;padding:1.125rem 1.25rem;border:1px solid var(--line);border-radius:.875rem;
background:var(--panel);text-align:start}
.outcome .button{margin-top:1.75rem}
.sign{width:4.5rem;height:4.5rem}
.sign *{fill:none;stroke-linecap:round;stroke-linejoin:round}
.sign .stroke{stroke:currentColor;stroke-width:4.5}
.success{color:var(--good)}.success .disc{fill:var(--good-ground)}
.failure{color:var(--bad)}.failure .disc{fill:var(--bad-ground)}
.neutral,.waiting{color:var(--accent)}.neutral .disc{fill:var(--wait-ground)}
.waiting .track{stroke:var(--line);stroke-width:5}.waiting .turning{stroke:currentColor;stroke-width:5;
transform-origin:50% 50%;animation:turn 1.1s linear infinite}
.success .stroke{stroke-dasharray:48;animation:draw .5s .1s ease-out backwards}
@keyframes turn{to{transform:rotate(1turn)}}
@keyframes draw{from{stroke-dashoffset:48}}
@keyframes pulse{from{opacity:.3}}
@media (prefers-reduced-motion:reduce){*,*::before,*::after{animation:none!important;transition:none!important}}
@media (forced-colors:active){.button,.notice,input{border:1px solid}.initial{border:1px solid}}
`;
