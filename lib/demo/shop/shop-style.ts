// The demo shop's style. It differs clearly from the payment page.
import { raw } from '#page/html.ts';

export const SHOP_STYLE = raw`
:root {
  color-scheme: light dark;
  --ground: #faf6f0; --card: #fffdfa; --art: #f3e8d9; --line: #e5d8c6; --ink: #2b1d15; --soft: #6d5a4b;
  --accent: #9a4a1c; --accent-ink: #fff; --accent-over: #7d3a13; --good: #1b6b45; --bad: #ab2a1f;
  --code: #2b1d15; --code-ink: #f6ebdd; --ribbon: #f6dfae; --ribbon-ink: #5f4300;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #17120e; --card: #201914; --art: #2c231c; --line: #3b2f26; --ink: #f5ece2; --soft: #c0ae9d;
    --accent: #f0a36b; --accent-ink: #2a1204; --accent-over: #f7b988; --good: #7bdcac; --bad: #ff9d92;
    --code: #0f0b08; --code-ink: #f0e3d3; --ribbon: #3d300f; --ribbon-ink: #ffd98a;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere;
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif;
}
h1, h2, p, ul, dl, dd { margin: 0; padding: 0; }
ul { list-style: none; }
h1, h2, .name { font-family: "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Noto Serif", serif; }
h1, h2 { line-height: 1.2; letter-spacing: -.012em; text-wrap: balance; }
a { color: var(--accent); text-underline-offset: .18em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 6px; }
.money { font-variant-numeric: tabular-nums; white-space: nowrap; }

.ribbon {
  padding: .45rem 1rem; background: var(--ribbon); color: var(--ribbon-ink);
  font-size: .875rem; font-weight: 600; text-align: center; text-wrap: balance;
}
.bar, main { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
.bar { display: flex; align-items: center; justify-content: space-between; gap: 1rem; min-height: 4.5rem; }
.name {
  display: inline-flex; align-items: center; gap: .5rem; min-height: 2.75rem;
  color: var(--ink); font-size: 1.25rem; font-weight: 700; text-decoration: none;
}
.mark { width: 2rem; height: 2rem; color: var(--accent); }
.switch { display: inline-flex; align-items: center; min-height: 2.75rem; }
main { padding-bottom: 4rem; }
.hero { padding: 1.5rem 0 2rem; max-width: 40rem; }
.hero h1 { font-size: clamp(2rem, 1.3rem + 3.4vw, 3.25rem); }
.hero p { margin-top: .75rem; color: var(--soft); font-size: 1.0625rem; text-wrap: pretty; }

.goods {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14.5rem, 100%), 1fr)); gap: 1.25rem;
}
.goods li {
  display: flex; flex-direction: column; overflow: hidden;
  border: 1px solid var(--line); border-radius: 1.125rem; background: var(--card);
}
.art { padding: 1.5rem 1.25rem .5rem; background: var(--art); }
.art svg { display: block; width: 100%; max-width: 18rem; height: auto; margin: 0 auto; }
.about { flex: 1; display: flex; flex-direction: column; gap: .4rem; padding: 1.25rem; }
.about h2 { font-size: 1.1875rem; }
.about p { color: var(--soft); font-size: .9375rem; }
.about form {
  display: flex; align-items: center; justify-content: space-between; gap: .75rem; flex-wrap: wrap;
  margin-top: auto; padding-top: .9rem;
}
.about form .button { flex: 1; }
.price { font-size: 1.1875rem; font-weight: 700; }
.button {
  display: inline-flex; align-items: center; justify-content: center;
  min-height: 2.75rem; padding: .4rem 1.5rem;
  border: 1px solid transparent; border-radius: 99rem; background: var(--accent); color: var(--accent-ink);
  font: inherit; font-weight: 650; text-decoration: none; cursor: pointer;
}
.button:hover { background: var(--accent-over); }
.button.second { border-color: var(--line); background: transparent; color: var(--accent); }

.cards { margin-top: 3rem; }
.cards h2, .ask h2 { font-size: 1.5rem; }
.cards > p { margin-top: .4rem; color: var(--soft); }
table { width: 100%; margin-top: 1rem; border-collapse: collapse; }
th, td {
  padding: .6rem .75rem .6rem 0; border-bottom: 1px solid var(--line);
  text-align: start; vertical-align: middle;
}
th { color: var(--soft); font-size: .875rem; font-weight: 600; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
td code {
  display: inline-block; min-width: 19ch; user-select: all; white-space: nowrap; font-size: .9375rem;
}
th:first-child, td:first-child { width: 20rem; white-space: nowrap; }

.bar nav { display: flex; gap: .25rem 1.25rem; flex-wrap: wrap; justify-content: end; }
.bar nav a, .button { white-space: nowrap; overflow-wrap: normal; }
.inframe {
  flex-basis: 100%; min-height: 2rem; padding: 0; border: 0; background: none; color: var(--soft);
  font: inherit; font-size: .875rem; text-align: center; text-decoration: underline; cursor: pointer;
}
.copy {
  min-height: 2rem; margin-inline-start: .5rem; padding: 0 .7rem; border: 1px solid var(--line);
  border-radius: 99rem; background: transparent; color: var(--accent); font: inherit; font-size: .8125rem;
  cursor: pointer;
}
.heard { position: absolute; clip-path: inset(50%); }
.docs { margin-top: .75rem; display: grid; gap: .4rem; }
.small { min-height: 2.25rem; padding: .2rem 1.1rem; font-size: .9375rem; }
.account, .framed { max-width: 48rem; }
.account h1, .framed h1 { margin-top: 1rem; font-size: clamp(1.75rem, 1.3rem + 2vw, 2.5rem); }
.said { margin-top: 1rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .75rem; }
.own { margin-top: 2rem; }
.own h2 { font-size: 1.3125rem; }
.own > p, .lever p { margin-top: .4rem; color: var(--soft); }
.own ul { margin-top: .75rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); }
.own li, .lever {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem;
}
.own li { padding: .85rem 1.1rem; }
.own li > div:first-child { flex: 1 1 16rem; min-width: 0; }
.own li + li { border-top: 1px solid var(--line); }
.own li span { display: block; color: var(--soft); font-size: .9375rem; }
.lever { margin-top: .75rem; }
.own + form { margin-top: .75rem; }
.pair { display: flex; flex-wrap: wrap; gap: .5rem; }
.framed p { margin-top: .4rem; color: var(--soft); }
.framed iframe { width: 100%; margin-top: 1rem; border: 1px solid var(--line); border-radius: 1rem; }
.lead { margin-top: .75rem; color: var(--soft); text-wrap: pretty; }
.events { margin-top: 1.25rem; }
.events ul { border: 1px solid var(--line); border-radius: 1rem; background: var(--card); }
.events ul:empty, .events ul:not(:empty) + .none { display: none; }
.none { padding: 1.1rem; border: 1px dashed var(--line); border-radius: 1rem; color: var(--soft); }
.events li { padding: .85rem 1.1rem .4rem; }
.events li + li { border-top: 1px solid var(--line); }
.event { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 1rem; }
.event code { font-weight: 700; }
.event time, .events li p:not(.good) { color: var(--soft); font-size: .9375rem; }
.event time { font-variant-numeric: tabular-nums; }
.events .good { font-size: .9375rem; }
.events pre { margin: .4rem 0 .6rem; }
summary { width: fit-content; padding: .4rem 0; color: var(--accent); font-size: .9375rem; cursor: pointer; }

.result { max-width: 38rem; margin: 0 auto; padding-top: 1.5rem; }
.result h1 {
  display: flex; gap: .6rem; align-items: center; font-size: clamp(1.75rem, 1.3rem + 2vw, 2.5rem);
}
.result > p { margin-top: .75rem; color: var(--soft); }
.facts {
  display: grid; gap: .7rem; margin-top: 1.75rem; padding: 1.25rem;
  border: 1px solid var(--line); border-radius: 1rem; background: var(--card);
}
.facts div {
  display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .1rem 1.5rem;
}
.facts dt { color: var(--soft); }
.facts dd { font-size: .875rem; font-weight: 600; min-width: 0; text-align: end; margin-inline-start: auto; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.wait { color: var(--accent); }
.tick { flex: none; width: 1.1em; height: 1.1em; vertical-align: -.2em; }
.ask { margin-top: 2rem; }
pre {
  margin: .75rem 0 0; padding: 1rem; border-radius: .75rem; background: var(--code); color: var(--code-ink);
  font-size: .8125rem; line-height: 1.6; white-space: pre-wrap; user-select: all;
}
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.75rem; }
@media (max-width: 30rem) {
  .bar { gap: .5rem; }
  .bar nav { flex-wrap: nowrap; gap: .75rem; font-size: .9375rem; }
  .name { gap: .35rem; font-size: 1rem; }
  th:first-child, td:first-child { width: auto; }
  thead { position: absolute; clip-path: inset(50%); }
  tr, td { display: block; }
  tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
  td { padding: 0; border: 0; }
  .actions { flex-direction: column; }
  .actions .button { width: 100%; }
}
`;
