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
f10-\uff19]/g,t=>t.charCodeAt(0)%16),y=e=>S(e).replace(/\D/g,""),G=e=>e.split(";").flatMap(t=>{const
[n,...o]=t.split(" ");return o.map(s=>[n,...s.split("-")])}).sort(([,t],[,n])=>n.length-t.length),be
=G(a.prefixes),ye=G(a.refused),K=(e,t)=>(e.find(([,n,o=n])=>{const s=t.slice(0,n.length);return s.le
ngth===n.length&&s>=n&&s<=o})||["OTHER"])[0].replace("OTHER","").replace("_"," "),C=e=>K(be,e),we=e=
>e.length<8||C(e)?"":K(ye,e),N=e=>{const t=C(e);return t==="AMEX"?[15,15]:t==="VISA"?[16,19]:t?[16,1
6]:[15,19]},V=e=>[...e].reverse().reduce((t,n,o)=>t+(o%2?[0,2,4,6,8,1,3,5,7,9][n]:+n),0)%10===0,Ee=e
=>e.length<N(e)[0]?"incomplete":V(e)?"":"wrong",xe=e=>C(e)==="AMEX"?e.replace(/^(.{4})(.{1,6})(.*)$/
,(t,n,o,s)=>(n+" "+o+" "+s).trim()):e.replace(/.{4}(?=.)/g,"$& ");let b="";const z=()=>{const e=r.qu
erySelector("[name=savedCard]:checked[data-of]"),t=e?e.dataset.of.replace("OTHER",""):C(y(d.value));
e||d.value?r.dataset.brandKnown=t:delete r.dataset.brandKnown;for(const n of l("cvv-help").children)
n.hidden=(n.dataset.of||"")!==(t==="AMEX"?t:t&&"three");t!==b&&(b=t,e||p(b&&a.brandPrefix+": "+b))};
let A="";const M=e=>{let t=y(d.value),n=y(d.value.slice(0,d.selectionStart)).length;const o=N(t)[1];
t.length===o+1&&A.length===o&&n<t.length&&(t=A,n-=1),t=t.slice(0,o);const s=/^deleteContent(Back|For
)ward$/.exec(e&&e.inputType);s&&t===A&&(s[1]==="Back"&&(n-=1),t=t.slice(0,n)+t.slice(n+1)),A=t;const
 c=xe(t);if(c!==d.value){let i=0;for(;n>0&&i<c.length;)c[i++]!==" "&&n--;d.value=c,document.activeEl
ement===d&&d.setSelectionRange(i,i)}z()},Se=a.spellings.split(" ").map(e=>new RegExp(e)),D=e=>{const
 t=S(e).replace(/^\D+|\D+$/g,""),n=Se.find(i=>i.test(t));if(!n)return"";const{month:o,year:s}=n.exec
(t).groups,c=o.padStart(2,"0");return/^(0[1-9]|1[0-2])$/.test(c)?c+"/"+s.slice(-2):"badMonth"},Le=e=
>{let[,t,n,o]=/^\D*(\d{0,2})(\D*)(\d*)/.exec(S(e));const s=/^([2-9]|1(?=[3-9]))(\d?)$/.exec(t);retur
n s&&([t,o]=["0"+s[1],s[2]+o]),n&&/^[1-9]$/.test(t)&&(t="0"+t),t.length<2?t:t+"/"+o.slice(0,o.starts
With("20")?4:2)},O=e=>e.getClientRects().length>0,Y=(e,t)=>/^insert(Composition)?Text$/.test(e.input
Type)&&t.selectionStart===t.value.length,J=e=>{!e.value&&O(e)&&e.focus()},Q=e=>"20"+e.slice(3)+e.sli
ce(0,2)<a.month;d.addEventListener("input",e=>{const t=Y(e,d);M(e);const n=y(d.value),[o,s]=N(n),c=b
&&(n.length===o||n.length===s);t&&c&&V(n)&&J(u)}),u.addEventListener("input",e=>{const t=D(u.value),
n=t&&t!=="badMonth",o=Y(e,u);!o&&/^(delete|insert(Composition)?Text)/.test(e.inputType)||(n?u.value=
t:o&&!t&&(u.value=Le(u.value)),o&&n&&!Q(t)&&!t.endsWith("/20")&&J(h))}),u.addEventListener("change",
()=>{const e=D(u.value);e&&e!=="badMonth"&&(u.value=e)}),h.addEventListener("input",()=>{const e=y(h
.value).slice(0,b&&b!=="AMEX"?3:4);e!==h.value&&(h.value=e)});for(const e of[d,u,h])e.removeAttribut
e("maxlength");for(const[e,t]of[[u,d],[h,u]])e.addEventListener("keydown",n=>{n.key!=="Backspace"||e
.value||!O(t)||(n.preventDefault(),t.focus())});const R=[d,u,h,w];r.addEventListener("keydown",e=>{i
f(e.key!=="Enter"||e.isComposing||!R.includes(e.target))return;const n=R.slice(R.indexOf(e.target)+1
).find(o=>O(o)&&!o.value.trim());n&&(e.preventDefault(),n.focus())});const Z=l("saved-new"),ee=()=>!
!(Z&&!Z.checked),te=()=>ee()&&!!r.querySelector("[data-of]:checked:not([data-needs-cvv])"),I=()=>{fo
r(const e of r.querySelectorAll(".of-cardNumber, .of-expiry, .of-ownerName, .of-saveCard"))e.hidden=
ee();r.querySelector(".of-cvv").hidden=te(),r.querySelector(".row").hidden=te(),z()};r.addEventListe
ner("change",({target:e})=>{e.name==="savedCard"&&(h.value="",I())}),r.addEventListener("change",({t
arget:e})=>{const t=!v.hasAttribute("aria-disabled");e.dataset.pay&&t&&(g.textContent=e.dataset.pay)
}),M(),I();const L=(e,t)=>{const n=l(e.id+"-error");n.hidden=!t,n.querySelector("span").textContent=
t,e.dataset.hinted=t,t?e.setAttribute("aria-invalid","true"):e.removeAttribute("aria-invalid")},Te=(
)=>{const e=y(d.value),t=we(e),n=Ee(e);return t?a.brandRefused.replace("{}",t):n&&(n==="wrong"?a.num
berWrong:a.numberShort)},Ce=()=>{const e=D(u.value);return e?e==="badMonth"?a.monthWrong:Q(e)?a.card
Expired:"":a.expiryWrong},Ae=()=>{const[e,t]=b==="AMEX"?[/^\d{4}$/,a.cvvAmex]:b?[/^\d{3}$/,a.cvvThre
e]:[/^\d{3,4}$/,a.cvvWrong];return e.test(h.value)?"":t},Oe=()=>y(w.value).length>12?a.nameWrong:"",
P=[[d,Te,a.numberMissing],[u,Ce,a.expiryMissing],[h,Ae,a.cvvMissing],[w,Oe,a.nameMissing]];let ne=!1
;const oe=()=>P.map(([e,t,n])=>O(e)?e.value.trim()?[e,t()]:[e,ne?n:""]:[e,""]);let ae=!1;for(const e
 of["pointerdown","pointerup","pointercancel"])addEventListener(e,()=>{ae=e==="pointerdown"},!0);con
st se=e=>setTimeout(()=>ae?se(e):e(),60),re=e=>{for(const[n,o]of e)L(n,o);const t=e.map(([,n])=>n).f
ilter(Boolean).join(" ");t&&p(t)},ke=()=>re(oe().filter(([e,t])=>t!==(e.dataset.hinted||"")&&!(t&&e=
==document.activeElement)));for(const e of["change","focusout"])r.addEventListener(e,()=>se(ke));for
(const e of r.querySelectorAll("input[id]"))e.addEventListener("input",()=>{e.hasAttribute("aria-inv
alid")&&L(e,"")});const m=l("notice"),$=r.elements.formNonce;let ie=g.textContent;const ce=()=>{cons
t{dataset:e}=r.querySelector("[data-pay]:checked")||{dataset:{pay:ie}};g.textContent=e.pay},Ne=1e4,M
e=45e3,De=4e3;let T=!1,le="",de;const Re=()=>{ne=!0;const e=oe().filter(([,n])=>n),t=e.map(([n])=>n.
id+"="+n.value).join();return t===le||(le=t,!t)?!1:(re(e),e[0][0].focus(),!0)},k=e=>{clearTimeout(de
),e?(v.setAttribute("aria-disabled","true"),r.setAttribute("aria-busy","true"),g.textContent=e,p(e))
:T&&(v.removeAttribute("aria-disabled"),r.removeAttribute("aria-busy"),ce()),T=!!e},q=({title:e,line
s:t,isCalm:n=!1})=>{const o=l("notice-title");o.textContent=e,o.parentNode.replaceChildren(o,...t.ma
p(s=>Object.assign(document.createElement("p"),{textContent:s}))),m.classList.toggle("calm",n),m.hid
den=!1,p([e,...t].join(" "))},ue=async e=>{const t=await fetch(r.action,{method:e?"POST":"GET",body:
e,headers:{Accept:"application/json"},signal:AbortSignal.timeout(Me),cache:"no-store"});if(t.status>
=500)throw t;return t.json()},Ie=({to:e,result:t})=>{if(top===self){location.href=e;return}Object.as
sign(document.querySelector("main").dataset,{state:"returning",result:t}),dispatchEvent(new Event("l
eaving")),setTimeout(()=>{try{navigator.userActivation?.hasBeenActive!==!1&&(top.location.href=e)}ca
tch{}setTimeout(()=>location.replace(r.action),3e3)})},Pe=({notice:e,errors:t,empty:n,title:o})=>{do
cument.title=o;for(const i of n)for(const f of r.querySelectorAll("input[id^="+i+"]"))f.value="";m.h
idden=!0;for(const[i]of P)L(i,"");e&&q(e);const s=t.map(({field:i,text:f})=>[l(i),f]).filter(([i])=>
i?.getClientRects().length);for(const[i,f]of s)L(i,f);const[c]=s.map(([i])=>i).sort((i,f)=>i.compare
DocumentPosition(f)&Node.DOCUMENT_POSITION_FOLLOWING?-1:1);(c||m).focus()},fe=(e,t)=>{const{step:n,f
ormNonce:o}=e;if(n==="leave")return Ie(e);if(n==="wait")return pe(a.asking,c=>{c.src=r.action});if(n
==="challenge")return pe(a.bankTitle,c=>{r.target=c.name,r.submit(),r.removeAttribute("target")});if
(n!=="form")return location.replace(r.action);const s=!t||o!==$.value;if($.value=o,k(""),s&&(e.notic
e||e.errors[0]))return Pe(e);q({title:a.notSent,lines:[a.notSentText]}),m.focus()},he=async()=>{k(a.
asking);for(let e=!1;;e=!0){let t;try{t=await ue()}catch{}if(t)return fe(t,!0);e||q({title:a.offline
,lines:[a.offlineText]}),await new Promise(n=>{addEventListener("online",n,{once:!0}),setTimeout(n,D
e)})}},pe=(e,t)=>{const n=document.createElement("dialog"),o=document.createElement("iframe");n.clas
sName="bank",n.setAttribute("aria-label",e),Object.assign(o,{name:"step",title:e}),n.append(o),docum
ent.body.append(n),n.addEventListener("cancel",i=>i.preventDefault()),n.addEventListener("close",()=
>{n.isConnected&&n.showModal()});const s=()=>{n.isConnected&&(removeEventListener("message",c),n.rem
ove(),he())},c=({origin:i,source:f,data:E})=>{i===location.origin&&f===o.contentWindow&&E==="challen
ge-over"&&s()};addEventListener("message",c),o.addEventListener("load",()=>{const i=o.contentDocumen
t;i&&i.URL==="about:blank"||/challenge|checking/.test(i?.body.dataset.runs)||s()}),n.showModal(),n.s
crollIntoView({block:"nearest"}),t(o)};r.addEventListener("submit",async e=>{if(e.preventDefault(),T
||Re())return;const t=new URLSearchParams(new FormData(r));k(a.sending),de=setTimeout(()=>{g.textCon
tent=a.slow,p(a.slow)},Ne);let n;try{n=await ue(t)}catch{}n?fe(n):he()}),r.addEventListener("formdat
a",e=>e.formData.set("cardNumber",y(d.value))),addEventListener("pageshow",e=>{e.persisted&&(d.value
=h.value="",M(),k(""))});const $e=/^(data-|aria-label|title$|(href)?lang$|href$|action$)/,me=e=>[...
e.childNodes].filter(({nodeType:t})=>t===Node.TEXT_NODE),ve=(e,t,n)=>{if(/^(SCRIPT|NOSCRIPT|svg)$/.t
est(e.tagName)||e===m)return;const[o,s]=[me(e),me(t)],c=e.children.length===0;if(!(e.tagName===t.tag
Name&&e.id===t.id&&e.children.length===t.children.length&&(c||o.length===s.length)))throw new Error(
"another page");n.push(()=>{for(const{name:f,value:E}of t.attributes)$e.test(f)&&e.setAttribute(f,E)
;c?e.textContent=t.textContent:o.forEach((f,E)=>{f.data=s[E].data})}),[...e.children].forEach((f,E)=
>ve(f,t.children[E],n))},qe=e=>new Promise((t,n)=>{const o=new XMLHttpRequest;o.open("GET",e),o.resp
onseType="document",o.onload=()=>t(o.response),o.onerror=n,o.send()}),B=document.querySelector(".lin
ks [hreflang]");B&&B.addEventListener("click",async e=>{if(e.preventDefault(),T)return;const t=B.hre
f,n=[];try{const o=await qe(t);ve(document.body,o.body,n);for(const[c]of P)L(c,"");for(const c of n)
c();const s=o.getElementById("notice");m.className=s.className,m.hidden=s.hidden,m.replaceChildren(.
..s.childNodes),$.value=o.getElementById("payment").elements.formNonce.value,document.title=o.title,
document.documentElement.lang=o.documentElement.lang,ie=g.textContent,ce(),I(),history.replaceState(
null,"",r.action),p(o.title)}catch{location.href=t}});let ge=Date.now()+Number(a.leftMs),_=1/0,W=!1,
H="";const j=l("clock"),X=l("left"),x=l("extend"),F=()=>{const e=Math.max(0,Math.ceil((ge-Date.now()
)/1e3));j.hidden=e>300,l("until").hidden=!0,X.hidden=!1;const t=s=>String(s).padStart(2,"0"),n=t(Mat
h.floor(e/60))+":"+t(e%60);X.textContent=a.timeLeft+": "+n+H,x&&(x.hidden=!("canExtend"in a));const 
o=[30,60,300].find(s=>e<=s);o<_&&e>0&&(_=o,p(a["left"+o])),!(e>0||T)&&(clearInterval(Be),W=!0,j.clas
sList.add("over"),X.textContent=a.timeOverText,x&&(x.hidden=!0),v.setAttribute("aria-disabled","true
"),g.textContent=a.timeOver,p(a.timeOverText))};r.addEventListener("submit",e=>{W&&(e.preventDefault
(),e.stopImmediatePropagation(),p(a.timeOverText))},!0),x&&x.addEventListener("click",async()=>{try{
const e=new URLSearchParams({extend:"yes"}),t=await fetch(r.action,{method:"POST",body:e,cache:"no-s
tore"}),n=await t.text(),o=/data-left-ms="(\d+)"/.exec(n);if(!o&&t.status<500)return location.replac
e(r.action);if(!o||W)throw 0;ge=Date.now()+Number(o[1]),/ data-can-extend\s/.test(n)||delete a.canEx
tend,_=1/0,H="",F(),p(a.extended),j.hidden&&v.focus()}catch{H=" \xB7 "+a.notExtended,p(a.notExtended
)}});const Be=setInterval(F,1e3);F();const U=r.querySelector("[aria-invalid=true]");(U||!m.hidden)&&
(U||m).focus(),U&&setTimeout(()=>p(m.textContent.trim()),300)})(),runs.includes("frame")&&(()=>{if(t
op===self||keeper)return;const{body:l}=document,r=l.dataset.frameOrigins.split(" "),a=location.ances
torOrigins&&location.ancestorOrigins[0],d=a?r.filter(v=>v===a):r,{dataset:u}=document.querySelector(
"main");let h="";const w=()=>{const v=Math.ceil(l.getBoundingClientRect().height),{state:g="form",re
sult:p}=u;if(h!==v+g){h=v+g;for(const S of d)parent.postMessage({type:"payment-page",state:g,result:
p,height:v},S)}};l.classList.add("framed"),new ResizeObserver(w).observe(l),addEventListener("leavin
g",w),w()})();
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
