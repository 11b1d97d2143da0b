// The scripts of the buyer's pages, of which each has at most one; their hashes are published. Made by
// `npm run integrity` from lib/page-script, where they can be read.
import { wrapped } from '../html.ts';

export type ScriptPart = 'form' | 'frame' | 'challenge' | 'checking' | 'return';

export const PAGE_SCRIPTS = {
  form: wrapped`
"use strict";const runs=document.body.dataset.runs.split(" ");let keeper=null;try{parent!==self&&par
ent.document.body.dataset.runs&&(keeper=parent)}catch{}runs.includes("form")&&(()=>{const l=e=>docum
ent.getElementById(e),r=l("payment"),a=r.dataset,d=l("cardNumber"),u=l("expiry"),h=l("cvv"),w=l("own
erName");location.href.split("#")[0]!==r.action&&history.replaceState(null,"",r.action);const v=l("p
ay"),g=l("pay-text"),p=e=>{l("status").textContent=e},S=e=>e.replace(/[\u0660-\u0669\u06f0-\u06f9\uf
f10-\uff19]/g,t=>t.charCodeAt(0)%16),y=e=>S(e).replace(/\D/g,""),K=e=>e.split(";").flatMap(t=>{const
[n,...o]=t.split(" ");return o.map(s=>[n,...s.split("-")])}).sort(([,t],[,n])=>n.length-t.length),be
=K(a.prefixes),ye=K(a.refused),V=(e,t)=>(e.find(([,n,o=n])=>{const s=t.slice(0,n.length);return s.le
ngth===n.length&&s>=n&&s<=o})||["OTHER"])[0].replace("OTHER","").replace("_"," "),C=e=>V(be,e),we=e=
>e.length<8||C(e)?"":V(ye,e),N=e=>{const t=C(e);return t==="AMEX"?[15,15]:t==="VISA"?[16,19]:t?[16,1
6]:[15,19]},z=e=>[...e].reverse().reduce((t,n,o)=>t+(o%2?[0,2,4,6,8,1,3,5,7,9][n]:+n),0)%10===0,Ee=e
=>e.length<N(e)[0]?"incomplete":z(e)?"":"wrong",xe=e=>C(e)==="AMEX"?e.replace(/^(.{4})(.{1,6})(.*)$/
,(t,n,o,s)=>(n+" "+o+" "+s).trim()):e.replace(/.{4}(?=.)/g,"$& ");let b="";const Y=()=>{const e=r.qu
erySelector("[name=savedCard]:checked[data-of]"),t=e?e.dataset.of.replace("OTHER",""):C(y(d.value));
e||d.value?r.dataset.brandKnown=t:delete r.dataset.brandKnown;for(const n of l("cvv-help").children)
n.hidden=(n.dataset.of||"")!==(t==="AMEX"?t:t&&"three");t!==b&&(b=t,e||p(b&&a.brandPrefix+": "+b))};
let A="";const M=e=>{let t=y(d.value),n=y(d.value.slice(0,d.selectionStart)).length;const o=N(t)[1];
t.length===o+1&&A.length===o&&n<t.length&&(t=A,n-=1),t=t.slice(0,o);const s=/^deleteContent(Back|For
)ward$/.exec(e&&e.inputType);s&&t===A&&(s[1]==="Back"&&(n-=1),t=t.slice(0,n)+t.slice(n+1)),A=t;const
 c=xe(t);if(c!==d.value){let i=0;for(;n>0&&i<c.length;)c[i++]!==" "&&n--;d.value=c,document.activeEl
ement===d&&d.setSelectionRange(i,i)}Y()},Se=a.spellings.split(" ").map(e=>new RegExp(e)),D=e=>{const
 t=S(e).replace(/^\D+|\D+$/g,""),n=Se.find(i=>i.test(t));if(!n)return"";const{month:o,year:s}=n.exec
(t).groups,c=o.padStart(2,"0");return/^(0[1-9]|1[0-2])$/.test(c)?c+"/"+s.slice(-2):"badMonth"},Le=e=
>{let[,t,n,o]=/^\D*(\d{0,2})(\D*)(\d*)/.exec(S(e));const s=/^([2-9]|1(?=[3-9]))(\d?)$/.exec(t);retur
n s&&([t,o]=["0"+s[1],s[2]+o]),n&&/^[1-9]$/.test(t)&&(t="0"+t),t.length<2?t:t+"/"+o.slice(0,o.starts
With("20")?4:2)},O=e=>e.getClientRects().length>0,J=(e,t)=>/^insert(Composition)?Text$/.test(e.input
Type)&&t.selectionStart===t.value.length,Q=e=>{!e.value&&O(e)&&e.focus()},Z=e=>"20"+e.slice(3)+e.sli
ce(0,2)<a.month;d.addEventListener("input",e=>{const t=J(e,d);M(e);const n=y(d.value),[o,s]=N(n),c=b
&&(n.length===o||n.length===s);t&&c&&z(n)&&Q(u)}),u.addEventListener("input",e=>{const t=D(u.value),
n=t&&t!=="badMonth",o=J(e,u);!o&&/^(delete|insert(Composition)?Text)/.test(e.inputType)||(n?u.value=
t:o&&!t&&(u.value=Le(u.value)),o&&n&&!Z(t)&&!t.endsWith("/20")&&Q(h))}),u.addEventListener("change",
()=>{const e=D(u.value);e&&e!=="badMonth"&&(u.value=e)}),h.addEventListener("input",()=>{const e=y(h
.value).slice(0,b&&b!=="AMEX"?3:4);e!==h.value&&(h.value=e)});for(const e of[d,u,h])e.removeAttribut
e("maxlength");for(const[e,t]of[[u,d],[h,u]])e.addEventListener("keydown",n=>{n.key!=="Backspace"||e
.value||!O(t)||(n.preventDefault(),t.focus())});const R=[d,u,h,w];r.addEventListener("keydown",e=>{i
f(e.key!=="Enter"||e.isComposing||!R.includes(e.target))return;const n=R.slice(R.indexOf(e.target)+1
).find(o=>O(o)&&!o.value.trim());n&&(e.preventDefault(),n.focus())});const ee=l("saved-new"),te=()=>
!!(ee&&!ee.checked),ne=()=>te()&&!!r.querySelector("[data-of]:checked:not([data-needs-cvv])"),I=()=>
{for(const e of r.querySelectorAll(".of-cardNumber, .of-expiry, .of-ownerName, .of-saveCard"))e.hidd
en=te();r.querySelector(".of-cvv").hidden=ne(),r.querySelector(".row").hidden=ne(),Y()};r.addEventLi
stener("change",({target:e})=>{e.name==="savedCard"&&(h.value="",I())}),r.addEventListener("change",
({target:e})=>{const t=!v.hasAttribute("aria-disabled");e.dataset.pay&&t&&(g.textContent=e.dataset.p
ay)}),M(),I();const L=(e,t)=>{const n=l(e.id+"-error");n.hidden=!t,n.querySelector("span").textConte
nt=t,e.dataset.hinted=t,t?e.setAttribute("aria-invalid","true"):e.removeAttribute("aria-invalid")},T
e=()=>{const e=y(d.value),t=we(e),n=Ee(e);return t?a.brandRefused.replace("{}",t):n&&(n==="wrong"?a.
numberWrong:a.numberShort)},Ce=()=>{const e=D(u.value);return e?e==="badMonth"?a.monthWrong:Z(e)?a.c
ardExpired:"":a.expiryWrong},Ae=()=>{const[e,t]=b==="AMEX"?[/^\d{4}$/,a.cvvAmex]:b?[/^\d{3}$/,a.cvvT
hree]:[/^\d{3,4}$/,a.cvvWrong];return e.test(h.value)?"":t},Oe=()=>y(w.value).length>12?a.nameWrong:
"",P=[[d,Te,a.numberMissing],[u,Ce,a.expiryMissing],[h,Ae,a.cvvMissing],[w,Oe,a.nameMissing]];let $=
!1;const oe=()=>P.map(([e,t,n])=>O(e)?e.value.trim()?[e,t()]:[e,$?n:e.dataset.hinted||""]:[e,""]);le
t ae=!1;for(const e of["pointerdown","pointerup","pointercancel"])addEventListener(e,()=>{ae=e==="po
interdown"},!0);const se=e=>setTimeout(()=>ae?se(e):e(),60),re=e=>{for(const[n,o]of e)L(n,o);const t
=e.map(([,n])=>n).filter(Boolean).join(" ");t&&p(t)},ke=()=>re(oe().filter(([e,t])=>t!==(e.dataset.h
inted||"")&&!(t&&e===document.activeElement)));for(const e of["change","focusout"])r.addEventListene
r(e,()=>se(ke));for(const e of r.querySelectorAll("input[id]"))e.addEventListener("input",()=>{e.has
Attribute("aria-invalid")&&L(e,"")});const m=l("notice"),q=r.elements.formNonce;let ie=g.textContent
;const ce=()=>{const{dataset:e}=r.querySelector("[data-pay]:checked")||{dataset:{pay:ie}};g.textCont
ent=e.pay},Ne=1e4,Me=45e3,De=4e3;let T=!1,le="",de;const Re=()=>{$=!0;const e=oe().filter(([,n])=>n)
,t=e.map(([n])=>n.id+"="+n.value).join();return t===le||(le=t,!t)?!1:(re(e),e[0][0].focus(),!0)},k=e
=>{clearTimeout(de),e?(v.setAttribute("aria-disabled","true"),r.setAttribute("aria-busy","true"),g.t
extContent=e,p(e)):T&&(v.removeAttribute("aria-disabled"),r.removeAttribute("aria-busy"),ce()),T=!!e
},B=({title:e,lines:t,isCalm:n=!1})=>{const o=l("notice-title");o.textContent=e,o.parentNode.replace
Children(o,...t.map(s=>Object.assign(document.createElement("p"),{textContent:s}))),m.classList.togg
le("calm",n),m.hidden=!1,p([e,...t].join(" "))},ue=async e=>{const t=await fetch(r.action,{method:e?
"POST":"GET",body:e,headers:{Accept:"application/json"},signal:AbortSignal.timeout(Me),cache:"no-sto
re"});if(t.status>=500)throw t;return t.json()},Ie=({to:e,result:t})=>{if(top===self){location.href=
e;return}Object.assign(document.querySelector("main").dataset,{state:"returning",result:t}),dispatch
Event(new Event("leaving")),setTimeout(()=>{try{navigator.userActivation?.hasBeenActive!==!1&&(top.l
ocation.href=e)}catch{}setTimeout(()=>location.replace(r.action),3e3)})},Pe=({notice:e,errors:t,empt
y:n,title:o})=>{document.title=o;for(const i of n)for(const f of r.querySelectorAll("input[id^="+i+"
]"))f.value="";m.hidden=!0,$=!1;for(const[i]of P)L(i,"");e&&B(e);const s=t.map(({field:i,text:f})=>[
l(i),f]).filter(([i])=>i?.getClientRects().length);for(const[i,f]of s)L(i,f);const[c]=s.map(([i])=>i
).sort((i,f)=>i.compareDocumentPosition(f)&Node.DOCUMENT_POSITION_FOLLOWING?-1:1);(c||m).focus()},fe
=(e,t)=>{const{step:n,formNonce:o}=e;if(n==="leave")return Ie(e);if(n==="wait")return pe(a.asking,c=
>{c.src=r.action});if(n==="challenge")return pe(a.bankTitle,c=>{r.target=c.name,r.submit(),r.removeA
ttribute("target")});if(n!=="form")return location.replace(r.action);const s=!t||o!==q.value;if(q.va
lue=o,k(""),s&&(e.notice||e.errors[0]))return Pe(e);B({title:a.notSent,lines:[a.notSentText]}),m.foc
us()},he=async()=>{k(a.asking);for(let e=!1;;e=!0){let t;try{t=await ue()}catch{}if(t)return fe(t,!0
);e||B({title:a.offline,lines:[a.offlineText]}),await new Promise(n=>{addEventListener("online",n,{o
nce:!0}),setTimeout(n,De)})}},pe=(e,t)=>{const n=document.createElement("dialog"),o=document.createE
lement("iframe");n.className="bank",n.setAttribute("aria-label",e),Object.assign(o,{name:"step",titl
e:e}),n.append(o),document.body.append(n),n.addEventListener("cancel",i=>i.preventDefault()),n.addEv
entListener("close",()=>{n.isConnected&&n.showModal()});const s=()=>{n.isConnected&&(removeEventList
ener("message",c),n.remove(),he())},c=({origin:i,source:f,data:E})=>{i===location.origin&&f===o.cont
entWindow&&E==="challenge-over"&&s()};addEventListener("message",c),o.addEventListener("load",()=>{c
onst i=o.contentDocument;i&&i.URL==="about:blank"||/challenge|checking/.test(i?.body.dataset.runs)||
s()}),n.showModal(),n.scrollIntoView({block:"nearest"}),t(o)};r.addEventListener("submit",async e=>{
if(e.preventDefault(),T||Re())return;const t=new URLSearchParams(new FormData(r));k(a.sending),de=se
tTimeout(()=>{g.textContent=a.slow,p(a.slow)},Ne);let n;try{n=await ue(t)}catch{}n?fe(n):he()}),r.ad
dEventListener("formdata",e=>e.formData.set("cardNumber",y(d.value))),addEventListener("pageshow",e=
>{e.persisted&&(d.value=h.value="",M(),k(""))});const $e=/^(data-|aria-label|title$|(href)?lang$|hre
f$|action$)/,me=e=>[...e.childNodes].filter(({nodeType:t})=>t===Node.TEXT_NODE),ve=(e,t,n)=>{if(/^(S
CRIPT|NOSCRIPT|svg)$/.test(e.tagName)||e===m)return;const[o,s]=[me(e),me(t)],c=e.children.length===0
;if(!(e.tagName===t.tagName&&e.id===t.id&&e.children.length===t.children.length&&(c||o.length===s.le
ngth)))throw new Error("another page");n.push(()=>{for(const{name:f,value:E}of t.attributes)$e.test(
f)&&e.setAttribute(f,E);c?e.textContent=t.textContent:o.forEach((f,E)=>{f.data=s[E].data})}),[...e.c
hildren].forEach((f,E)=>ve(f,t.children[E],n))},qe=e=>new Promise((t,n)=>{const o=new XMLHttpRequest
;o.open("GET",e),o.responseType="document",o.onload=()=>t(o.response),o.onerror=n,o.send()}),_=docum
ent.querySelector(".links [hreflang]");_&&_.addEventListener("click",async e=>{if(e.preventDefault()
,T)return;const t=_.href,n=[];try{const o=await qe(t);ve(document.body,o.body,n);for(const[c]of P)L(
c,"");for(const c of n)c();const s=o.getElementById("notice");m.className=s.className,m.hidden=s.hid
den,m.replaceChildren(...s.childNodes),q.value=o.getElementById("payment").elements.formNonce.value,
document.title=o.title,document.documentElement.lang=o.documentElement.lang,ie=g.textContent,ce(),I(
),history.replaceState(null,"",r.action),p(o.title)}catch{location.href=t}});let ge=Date.now()+Numbe
r(a.leftMs),W=1/0,H=!1,j="";const X=l("clock"),F=l("left"),x=l("extend"),U=()=>{const e=Math.max(0,M
ath.ceil((ge-Date.now())/1e3));X.hidden=e>300,l("until").hidden=!0,F.hidden=!1;const t=s=>String(s).
padStart(2,"0"),n=t(Math.floor(e/60))+":"+t(e%60);F.textContent=a.timeLeft+": "+n+j,x&&(x.hidden=!("
canExtend"in a));const o=[30,60,300].find(s=>e<=s);o<W&&e>0&&(W=o,p(a["left"+o])),!(e>0||T)&&(clearI
nterval(Be),H=!0,X.classList.add("over"),F.textContent=a.timeOverText,x&&(x.hidden=!0),v.setAttribut
e("aria-disabled","true"),g.textContent=a.timeOver,p(a.timeOverText))};r.addEventListener("submit",e
=>{H&&(e.preventDefault(),e.stopImmediatePropagation(),p(a.timeOverText))},!0),x&&x.addEventListener
("click",async()=>{try{const e=new URLSearchParams({extend:"yes"}),t=await fetch(r.action,{method:"P
OST",body:e,cache:"no-store"}),n=await t.text(),o=/data-left-ms="(\d+)"/.exec(n);if(!o&&t.status<500
)return location.replace(r.action);if(!o||H)throw 0;ge=Date.now()+Number(o[1]),/ data-can-extend\s/.
test(n)||delete a.canExtend,W=1/0,j="",U(),p(a.extended),X.hidden&&v.focus()}catch{j=" \xB7 "+a.notE
xtended,p(a.notExtended)}});const Be=setInterval(U,1e3);U();const G=r.querySelector("[aria-invalid=t
rue]");(G||!m.hidden)&&(G||m).focus(),G&&setTimeout(()=>p(m.textContent.trim()),300)})(),runs.includ
es("frame")&&(()=>{if(top===self||keeper)return;const{body:l}=document,r=l.dataset.frameOrigins.spli
t(" "),a=location.ancestorOrigins&&location.ancestorOrigins[0],d=a?r.filter(v=>v===a):r,{dataset:u}=
document.querySelector("main");let h="";const w=()=>{const v=Math.ceil(l.getBoundingClientRect().hei
ght),{state:g="form",result:p}=u;if(h!==v+g){h=v+g;for(const S of d)parent.postMessage({type:"paymen
t-page",state:g,result:p,height:v},S)}};l.classList.add("framed"),new ResizeObserver(w).observe(l),a
ddEventListener("leaving",w),w()})();
`,
  outcome: wrapped`
"use strict";const runs=document.body.dataset.runs.split(" ");let keeper=null;try{parent!==self&&par
ent.document.body.dataset.runs&&(keeper=parent)}catch{}runs.includes("frame")&&(()=>{if(top===self||
keeper)return;const{body:e}=document,n=e.dataset.frameOrigins.split(" "),t=location.ancestorOrigins&
&location.ancestorOrigins[0],o=t?n.filter(s=>s===t):n,{dataset:r}=document.querySelector("main");let
 a="";const i=()=>{const s=Math.ceil(e.getBoundingClientRect().height),{state:c="form",result:l}=r;i
f(a!==s+c){a=s+c;for(const d of o)parent.postMessage({type:"payment-page",state:c,result:l,height:s}
,d)}};e.classList.add("framed"),new ResizeObserver(i).observe(e),addEventListener("leaving",i),i()})
(),runs.includes("challenge")&&(()=>{const e=document.getElementById("challenge");if(addEventListene
r("pagehide",()=>e.remove()),addEventListener("pageshow",({persisted:n})=>{n&&location.replace(locat
ion.href)}),keeper){const n=[...new FormData(e)],t=document.createElement("iframe");for(const a of e
.querySelectorAll("input"))a.remove();e.addEventListener("formdata",({formData:a})=>{for(const[i,s]o
f n)a.append(i,s)}),t.name="bank",t.title=e.dataset.title,e.before(t),t.addEventListener("load",()=>
{let a="";try{a=t.contentWindow.location.pathname}catch{}a.startsWith(location.pathname)&&keeper.pos
tMessage("challenge-over",location.origin)});const o=document.getElementById("give-up"),r=e.querySel
ector("button");t.before(o),o.hidden=!1,r.textContent=e.dataset.whole,document.body.classList.add("h
olding"),e.target=t.name,e.submit(),e.target="_top"}else top===self?e.submit():e.target="_top"})(),r
uns.includes("checking")&&(()=>{const{state:e,address:n}=document.querySelector("main").dataset;n&&h
istory.replaceState(null,"",n);const t=async()=>{try{const o=await fetch(location.href,{redirect:"ma
nual",cache:"no-store"});if(!(o.status===200&&(await o.text()).includes('data-state="'+e+'"'))&&o.st
atus<500)return location.replace(location.href)}catch{}setTimeout(t,5e3)};setTimeout(t,5e3)})(),runs
.includes("return")&&(()=>{if(keeper)return;const e=document.getElementById("return").href;(top===se
lf||navigator.userActivation?.hasBeenActive!==!1)&&setTimeout(()=>{try{top.location.replace(e)}catch
{}})})();
`,
};
