// The shop's pictures as inline SVG, so the demo loads no files.
import { raw } from '#page/html.ts';

export const CUP_MARK = raw`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"
 focusable="false"><path fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"
 stroke-linejoin="round" d="M6 13h16v6a7 7 0 0 1-7 7h-2a7 7 0 0 1-7-7zM22 14.500h2a3.2 3.2 0 0 1 0
 6.500h-2.300M11 9c-1.5-1.8 1.5-2.7 0-4.500M17 9c-1.5-1.8 1.5-2.7 0-4.5"/></svg>`;

export const TICK = raw`<svg class="tick" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><circle
 cx="10" cy="10" r="9" fill="currentColor" opacity=".16"/><path fill="none" stroke="currentColor"
 stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="m5.8 10.4 2.9 2.9 5.5-6.2"/></svg>`;

export const DRAWINGS = {
  coffee: raw`<svg viewBox="0 0 240 160" aria-hidden="true" focusable="false"><g fill="none"
 stroke="#b98d62" stroke-width="3" stroke-linecap="round" opacity=".55"><path d="M196 46c-7-8 7-13
 0-21"/><path d="M208 50c-7-8 7-13 0-21"/></g><path fill="#3b2a20" d="M84 36h64l10 14v84a8 8 0 0 1-8
 8H82a8 8 0 0 1-8-8V50z"/><path fill="#54392a" d="M84 36h64l10 14H74z"/><path fill="#2b1d15" d="M92
 26h48a4 4 0 0 1 4 4v6H88v-6a4 4 0 0 1 4-4"/><rect x="86" y="66" width="60" height="54" rx="4"
 fill="#f3e4cf"/><g fill="#6b4630"><ellipse cx="107" cy="90" rx="9" ry="13" transform="rotate(-24 107
 90)"/><ellipse cx="126" cy="95" rx="8" ry="12" transform="rotate(20 126 95)"/></g><g fill="none"
 stroke="#f3e4cf" stroke-width="2" stroke-linecap="round"><path d="M103 79c7 7-1 15 7 22"/><path d="M130
 85c-7 5 0 13-7 20"/></g><path fill="#c9744a" d="M180 60h44v18a20 20 0 0 1-20 20h-4a20 20 0 0 1-20-20z"
 transform="translate(-8 42)"/><ellipse cx="194" cy="102" rx="22" ry="4.5" fill="#4a2f20"/><path
 fill="none" stroke="#c9744a" stroke-width="5" d="M216 106h5a8 8 0 0 1 0 16h-7"/><g
 fill="#4a2f20"><ellipse cx="46" cy="136" rx="8" ry="5.5" transform="rotate(-18 46 136)"/><ellipse cx="62"
 cy="141" rx="7" ry="5" transform="rotate(24 62 141)"/><ellipse cx="30" cy="141" rx="7"
 ry="4.5"/></g></svg>`,
  cezve: raw`<svg viewBox="0 0 240 160" aria-hidden="true" focusable="false"><path fill="none"
 stroke="#7a5133" stroke-width="11" stroke-linecap="round" d="M142 62 216 34"/><path fill="none"
 stroke="#96683f" stroke-width="4" stroke-linecap="round" d="M150 57 212 33"/><path fill="#c2703d" d="M78
 52h68c3 14-6 22-6 32 0 12 16 20 16 36 0 12-9 20-22 20H90c-13 0-22-8-22-20 0-16 16-24 16-36
 0-10-9-18-6-32z"/><path fill="#d98a55" d="M88 60c2 8-3 16-3 24 0 12-12 22-10 36 1 8 5 12 9 13-2-6-3-14
 2-24 6-11 10-16 10-26 0-8-2-15 0-23z"/><ellipse cx="112" cy="52" rx="34" ry="8" fill="#e7a877"/><ellipse
 cx="112" cy="53" rx="28" ry="5.5" fill="#5b3a26"/><g fill="#b98562"><circle cx="98" cy="53"
 r="3"/><circle cx="108" cy="51" r="2.3"/><circle cx="119" cy="54" r="3.2"/><circle cx="128" cy="52"
 r="2.2"/></g><path fill="#e7a877" d="M78 52c-6 0-11-3-14-7 7 0 12 0 18 4z"/><g fill="#a95d30"
 opacity=".6"><circle cx="104" cy="102" r="3"/><circle cx="118" cy="96" r="3"/><circle cx="132" cy="104"
 r="3"/><circle cx="110" cy="116" r="3"/><circle cx="126" cy="118" r="3"/><circle cx="140" cy="120"
 r="3"/></g><g fill="none" stroke="#b98d62" stroke-width="3" stroke-linecap="round" opacity=".55"><path
 d="M100 36c-7-8 7-13 0-21"/><path d="M120 34c-7-8 7-13 0-21"/></g></svg>`,
  tea: raw`<svg viewBox="0 0 240 160" aria-hidden="true" focusable="false"><ellipse cx="120" cy="138"
 rx="58" ry="10" fill="#c43b32"/><ellipse cx="120" cy="135" rx="50" ry="7.5" fill="#fff4e8"/><ellipse
 cx="120" cy="134" rx="30" ry="4.5" fill="#c43b32" opacity=".35"/><path fill="#e9f1f5" fill-opacity=".55"
 stroke="#b9cbd6" stroke-width="2" d="M90 34h60c3 22-12 32-12 48 0 18 14 26 14 40 0 8-8 12-16 12h-32c-8
 0-16-4-16-12 0-14 14-22 14-40 0-16-15-26-12-48z"/><path fill="#a8281d" d="M93 48h54c-2 14-13 22-13 34 0
 18 14 27 14 39 0 6-6 9-13 9h-30c-7 0-13-3-13-9 0-12 14-21 14-39 0-12-11-20-13-34z"/><path fill="#c9473a"
 d="M99 54c3 10 11 17 11 28 0 15-11 25-12 36-4-2-2-10 2-17 5-9 6-12 6-19 0-10-8-17-9-28z"/><ellipse
 cx="120" cy="48" rx="27" ry="4" fill="#d9695a"/><g fill="none" stroke="#b98d62" stroke-width="3"
 stroke-linecap="round" opacity=".55"><path d="M112 26c-6-7 6-11 0-18"/><path d="M128 26c-6-7 6-11
 0-18"/></g><rect x="176" y="120" width="18" height="13" rx="2.5" fill="#fff" stroke="#e3d6c4"
 stroke-width="1.5" transform="rotate(-10 185 126)"/><rect x="194" y="123" width="17" height="12" rx="2.5"
 fill="#fff" stroke="#e3d6c4" stroke-width="1.5" transform="rotate(14 202 129)"/><path fill="none"
 stroke="#aab6bd" stroke-width="3.5" stroke-linecap="round" d="M44 132 66 116"/><ellipse cx="40" cy="135"
 rx="8" ry="4.5" fill="#aab6bd" transform="rotate(-34 40 135)"/></svg>`,
  parcel: raw`<svg viewBox="0 0 240 160" aria-hidden="true" focusable="false"><path fill="#c99a6b" d="M62 62
 120 48l58 14v66l-58 16-58-16z"/><path fill="#b98457" d="M120 78v66l58-16V62z"/><path fill="#e0b98f"
 d="M62 62l58-14 58 14-58 16z"/><path fill="#f6ead9" d="M86 56l58 15v14l-14 4V75L72 60z" opacity=".9"/><g
 fill="none" stroke="#6b4630" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><path d="M78
 96c-5 0-8 4-8 9s4 10 9 11c5 1 9-2 9-7 0-6-5-12-10-13z"/><path d="M79 97c4 5-1 12 2 18"/></g><g
 fill="none" stroke="#9a4a1c" stroke-width="5" stroke-linecap="round"><path d="M196 46a26 26 0
 0 0-44-14"/><path d="M188 60a26 26 0 0 0 8-14"/></g><path fill="#9a4a1c" d="M146 40l2-17 14 10zM203
 50l-15 2 8 13z"/></svg>`,
};
