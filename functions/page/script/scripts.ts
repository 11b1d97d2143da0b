// The scripts of the buyer's pages, of which each has at most one; their hashes are published. Made by
// `npm run integrity` from lib/page-script, where they can be read.
import { wrapped } from '../html.ts';

export type ScriptPart = 'form' | 'frame' | 'challenge' | 'checking' | 'return';

export const PAGE_SCRIPTS = {
  form: wrapped`
"use strict";const runs=document.body.dataset.runs.split(" ");let keeper=null;try{parent!==self&&par
ent.document.body.dataset.runs&&(keeper=parent)}catch{}runs.includes("form")&&(()=>{const c=e=>docum
ent.getElementById(e),s=c("payment"),a=s.dataset,d=c("cardNumber"),u=c("expiry"),h=c("cvv"),w=c("own
erName");location.href.split("#")[0]!==s.action&&history.replaceState(null,"",s.action);const v=c("p
ay"),g=c("pay-text"),p=e=>{c("status").textContent=e},x=e=>e.replace(/[\u0660-\u0669\u06f0-\u06f9\uf
f10-\uff19]/g,t=>t.charCodeAt(0)%16),y=e=>x(e).replace(/\D/g,""),V=e=>e.split(";").flatMap(t=>{const
[n,...o]=t.split(" ");return o.map(r=>[n,...r.split("-")])}).sort(([,t],[,n])=>n.length-t.length),ye
=V(a.prefixes),we=V(a.refused),z=(e,t)=>(e.find(([,n,o=n])=>{const r=t.slice(0,n.length);return r.le
ngth===n.length&&r>=n&&r<=o})||["OTHER"])[0].replace("OTHER","").replace("_"," "),A=e=>z(ye,e),Ee=e=
>e.length<8||A(e)?"":z(we,e),R=e=>{const t=A(e);return t==="AMEX"?[15,15]:t==="VISA"?[16,19]:t?[16,1
6]:[15,19]},Y=e=>[...e].reverse().reduce((t,n,o)=>t+(o%2?[0,2,4,6,8,1,3,5,7,9][n]:+n),0)%10===0,xe=e
=>e.length<R(e)[0]?"incomplete":Y(e)?"":"wrong",Se=e=>A(e)==="AMEX"?e.replace(/^(.{4})(.{1,6})(.*)$/
,(t,n,o,r)=>(n+" "+o+" "+r).trim()):e.replace(/.{4}(?=.)/g,"$& ");let b="";const J=()=>{const e=s.qu
erySelector("[name=savedCard]:checked[data-of]"),t=e?e.dataset.of.replace("OTHER",""):A(y(d.value));
e||d.value?s.dataset.brandKnown=t:delete s.dataset.brandKnown;for(const n of c("cvv-help").children)
n.hidden=(n.dataset.of||"")!==(t==="AMEX"?t:t&&"three");t!==b&&(b=t,e||p(b&&a.brandPrefix+": "+b))};
let O="";const I=e=>{let t=y(d.value),n=y(d.value.slice(0,d.selectionStart)).length;const o=R(t)[1];
t.length===o+1&&O.length===o&&n<t.length&&(t=O,n-=1),t=t.slice(0,o);const r=/^deleteContent(Back|For
)ward$/.exec(e&&e.inputType);r&&t===O&&(r[1]==="Back"&&(n-=1),t=t.slice(0,n)+t.slice(n+1)),O=t;const
 i=Se(t);if(i!==d.value){let l=0;for(;n>0&&l<i.length;)i[l++]!==" "&&n--;d.value=i,document.activeEl
ement===d&&d.setSelectionRange(l,l)}J()},Le=a.spellings.split(" ").map(e=>new RegExp(e)),q=e=>{const
 t=x(e).replace(/^\D+|\D+$/g,""),n=Le.find(l=>l.test(t));if(!n)return"";const{month:o,year:r}=n.exec
(t).groups,i=o.padStart(2,"0");return/^(0[1-9]|1[0-2])$/.test(i)?i+"/"+r.slice(-2):"badMonth"},Te=e=
>{let[,t,n,o]=/^\D*(\d{0,2})(\D*)(\d*)/.exec(x(e));const r=/^([2-9]|1(?=[3-9]))(\d?)$/.exec(t);retur
n r&&([t,o]=["0"+r[1],r[2]+o]),n&&/^[1-9]$/.test(t)&&(t="0"+t),t.length<2?t:t+"/"+o.slice(0,o.starts
With("20")?4:2)},k=e=>e.getClientRects().length>0,Q=(e,t)=>/^insert(Composition)?Text$/.test(e.input
Type)&&t.selectionStart===t.value.length,Z=e=>{!e.value&&k(e)&&e.focus()},ee=e=>"20"+e.slice(3)+e.sl
ice(0,2)<a.month;d.addEventListener("input",e=>{const t=Q(e,d);I(e);const n=y(d.value),[o,r]=R(n),i=
b&&(n.length===o||n.length===r);t&&i&&Y(n)&&Z(u)}),u.addEventListener("input",e=>{const t=q(u.value)
,n=t&&t!=="badMonth",o=Q(e,u);!o&&/^(delete|insert(Composition)?Text)/.test(e.inputType)||(n?u.value
=t:o&&!t&&(u.value=Te(u.value)),o&&n&&!ee(t)&&!t.endsWith("/20")&&Z(h))}),u.addEventListener("change
",()=>{const e=q(u.value);e&&e!=="badMonth"&&(u.value=e)}),h.addEventListener("input",()=>{const e=y
(h.value).slice(0,b&&b!=="AMEX"?3:4);e!==h.value&&(h.value=e)});for(const e of[d,u,h])e.removeAttrib
ute("maxlength");for(const[e,t]of[[u,d],[h,u]])e.addEventListener("keydown",n=>{n.key!=="Backspace"|
|e.value||!k(t)||(n.preventDefault(),t.focus())});const P=[d,u,h,w];s.addEventListener("keydown",e=>
{if(e.key!=="Enter"||e.isComposing||!P.includes(e.target))return;const n=P.slice(P.indexOf(e.target)
+1).find(o=>k(o)&&!o.value.trim());n&&(e.preventDefault(),n.focus())});const te=c("saved-new"),ne=()
=>!!(te&&!te.checked),oe=()=>ne()&&!!s.querySelector("[data-of]:checked:not([data-needs-cvv])"),$=()
=>{for(const e of s.querySelectorAll(".of-cardNumber, .of-expiry, .of-ownerName, .of-saveCard"))e.hi
dden=ne();s.querySelector(".of-cvv").hidden=oe(),s.querySelector(".row").hidden=oe(),J()};s.addEvent
Listener("change",({target:e})=>{e.name==="savedCard"&&(h.value="",$())}),s.addEventListener("change
",({target:e})=>{const t=!v.hasAttribute("aria-disabled");e.dataset.pay&&t&&(g.textContent=e.dataset
.pay)}),I(),$();const S=(e,t)=>{const n=c(e.id+"-error");n.hidden=!t,n.querySelector("span").textCon
tent=t,e.dataset.hinted=t,t?e.setAttribute("aria-invalid","true"):e.removeAttribute("aria-invalid")}
,Ce=()=>{const e=y(d.value),t=Ee(e),n=xe(e);return t?a.brandRefused.replace("{}",t):n&&(n==="wrong"?
a.numberWrong:a.numberShort)},Ae=()=>{const e=q(u.value);return e?e==="badMonth"?a.monthWrong:ee(e)?
a.cardExpired:"":a.expiryWrong},Oe=()=>{const[e,t]=b==="AMEX"?[/^\d{4}$/,a.cvvAmex]:b?[/^\d{3}$/,a.c
vvThree]:[/^\d{3,4}$/,a.cvvWrong];return e.test(h.value)?"":t},ke=()=>y(w.value).length>12?a.nameWro
ng:"",N=[[d,Ce,a.numberMissing],[u,Ae,a.expiryMissing],[h,Oe,a.cvvMissing],[w,ke,a.nameMissing]],L=s
.querySelector("[type=checkbox][required]"),Ne=()=>L.checked?"":M?L.dataset.missing:L.dataset.hinted
||"";L&&N.push([L,Ne]);let M=!1;const ae=()=>N.map(([e,t,n])=>k(e)?e.value.trim()?[e,t()]:[e,M?n:e.d
ataset.hinted||""]:[e,""]);let se=!1;for(const e of["pointerdown","pointerup","pointercancel"])addEv
entListener(e,()=>{se=e==="pointerdown"},!0);const re=e=>setTimeout(()=>se?re(e):e(),60),ie=e=>{for(
const[n,o]of e)S(n,o);const t=e.map(([,n])=>n).filter(Boolean).join(" ");t&&p(t)},Me=()=>ie(ae().fil
ter(([e,t])=>t!==(e.dataset.hinted||"")&&!(t&&e===document.activeElement)));for(const e of["change",
"focusout"])s.addEventListener(e,()=>re(Me));for(const e of s.querySelectorAll("input[id]"))e.addEve
ntListener("input",()=>{e.hasAttribute("aria-invalid")&&S(e,"")});const m=c("notice"),B=s.elements.f
ormNonce;let ce=g.textContent;const le=()=>{const{dataset:e}=s.querySelector("[data-pay]:checked")||
{dataset:{pay:ce}};g.textContent=e.pay},De=1e4,Re=45e3,Ie=4e3;let T=!1,de="",ue;const qe=()=>{M=!0;c
onst e=ae().filter(([,n])=>n),t=e.map(([n])=>n.id+"="+n.value).join();return t===de||(de=t,!t)?!1:(i
e(e),e[0][0].focus(),!0)},D=e=>{clearTimeout(ue),e?(v.setAttribute("aria-disabled","true"),s.setAttr
ibute("aria-busy","true"),g.textContent=e,p(e)):T&&(v.removeAttribute("aria-disabled"),s.removeAttri
bute("aria-busy"),le()),T=!!e},_=({title:e,lines:t,isCalm:n=!1})=>{const o=c("notice-title");o.textC
ontent=e,o.parentNode.replaceChildren(o,...t.map(r=>Object.assign(document.createElement("p"),{textC
ontent:r}))),m.classList.toggle("calm",n),m.hidden=!1,p([e,...t].join(" "))},fe=async e=>{const t=aw
ait fetch(s.action,{method:e?"POST":"GET",body:e,headers:{Accept:"application/json"},signal:AbortSig
nal.timeout(Re),cache:"no-store"});if(t.status>=500)throw t;return t.json()},Pe=({to:e,result:t})=>{
if(top===self){location.href=e;return}Object.assign(document.querySelector("main").dataset,{state:"r
eturning",result:t}),dispatchEvent(new Event("leaving")),setTimeout(()=>{try{navigator.userActivatio
n?.hasBeenActive!==!1&&(top.location.href=e)}catch{}setTimeout(()=>location.replace(s.action),3e3)})
},$e=({notice:e,errors:t,empty:n,title:o})=>{document.title=o;for(const l of n)for(const f of s.quer
ySelectorAll("input[id^="+l+"]"))f.value="";m.hidden=!0,M=!1;for(const[l]of N)S(l,"");e&&_(e);const 
r=t.map(({field:l,text:f})=>[c(l),f]).filter(([l])=>l?.getClientRects().length);for(const[l,f]of r)S
(l,f);const[i]=r.map(([l])=>l).sort((l,f)=>l.compareDocumentPosition(f)&Node.DOCUMENT_POSITION_FOLLO
WING?-1:1);(i||m).focus()},he=(e,t)=>{const{step:n,formNonce:o}=e;if(n==="leave")return Pe(e);if(n==
="wait")return me(a.asking,i=>{i.src=s.action});if(n==="challenge")return me(a.bankTitle,i=>{s.targe
t=i.name,s.submit(),s.removeAttribute("target")});if(n!=="form")return location.replace(s.action);co
nst r=!t||o!==B.value;if(B.value=o,D(""),r&&(e.notice||e.errors[0]))return $e(e);_({title:a.notSent,
lines:[a.notSentText]}),m.focus()},pe=async()=>{D(a.asking);for(let e=!1;;e=!0){let t;try{t=await fe
()}catch{}if(t)return he(t,!0);e||_({title:a.offline,lines:[a.offlineText]}),await new Promise(n=>{a
ddEventListener("online",n,{once:!0}),setTimeout(n,Ie)})}},me=(e,t)=>{const n=document.createElement
("dialog"),o=document.createElement("iframe");n.className="bank",n.setAttribute("aria-label",e),Obje
ct.assign(o,{name:"step",title:e}),n.append(o),document.body.append(n),n.addEventListener("cancel",i
=>i.preventDefault()),n.addEventListener("close",()=>{n.isConnected&&n.showModal()});const r=()=>{n.
isConnected&&(n.remove(),pe())};addEventListener("message",({origin:i,source:l,data:f})=>{i===locati
on.origin&&l===o.contentWindow&&f==="challenge-over"&&r()}),o.addEventListener("load",()=>{const i=o
.contentDocument;i&&i.URL==="about:blank"||/challenge|checking/.test(i?.body.dataset.runs)||r()}),n.
showModal(),n.scrollIntoView(),t(o)};s.addEventListener("submit",async e=>{if(e.preventDefault(),T||
qe())return;const t=new URLSearchParams(new FormData(s));D(a.sending),ue=setTimeout(()=>{g.textConte
nt=a.slow,p(a.slow)},De);let n;try{n=await fe(t)}catch{}n?he(n):pe()}),s.addEventListener("formdata"
,e=>e.formData.set("cardNumber",y(d.value))),addEventListener("pageshow",e=>{e.persisted&&(d.value=h
.value="",I(),D(""))});const Be=/^(data-|aria-label|title$|(href)?lang$|href$|action$)/,ve=e=>[...e.
childNodes].filter(({nodeType:t})=>t===Node.TEXT_NODE),ge=(e,t,n)=>{if(/^(SCRIPT|NOSCRIPT|svg)$/.tes
t(e.tagName)||e===m)return;const[o,r]=[ve(e),ve(t)],i=e.children.length===0;if(!(e.tagName===t.tagNa
me&&e.id===t.id&&e.children.length===t.children.length&&(i||o.length===r.length)))throw new Error("a
nother page");n.push(()=>{for(const{name:f,value:C}of t.attributes)Be.test(f)&&e.setAttribute(f,C);i
?e.textContent=t.textContent:o.forEach((f,C)=>{f.data=r[C].data})}),[...e.children].forEach((f,C)=>g
e(f,t.children[C],n))},_e=e=>new Promise((t,n)=>{const o=new XMLHttpRequest;o.open("GET",e),o.respon
seType="document",o.onload=()=>t(o.response),o.onerror=n,o.send()}),W=document.querySelector(".links
 [hreflang]");W&&W.addEventListener("click",async e=>{if(e.preventDefault(),T)return;const t=W.href,
n=[];try{const o=await _e(t);ge(document.body,o.body,n);for(const[i]of N)S(i,"");for(const i of n)i(
);const r=o.getElementById("notice");m.className=r.className,m.hidden=r.hidden,m.replaceChildren(...
r.childNodes),B.value=o.getElementById("payment").elements.formNonce.value,document.title=o.title,do
cument.documentElement.lang=o.documentElement.lang,ce=g.textContent,le(),$(),history.replaceState(nu
ll,"",s.action),p(o.title)}catch{location.href=t}});let be=Date.now()+Number(a.leftMs),H=1/0,j=!1,X=
"";const F=c("clock"),U=c("left"),E=c("extend"),G=()=>{const e=Math.max(0,Math.ceil((be-Date.now())/
1e3));F.hidden=e>300,c("until").hidden=!0,U.hidden=!1;const t=r=>String(r).padStart(2,"0"),n=t(Math.
floor(e/60))+":"+t(e%60);U.textContent=a.timeLeft+": "+n+X,E&&(E.hidden=!("canExtend"in a));const o=
[30,60,300].find(r=>e<=r);o<H&&e>0&&(H=o,p(a["left"+o])),!(e>0||T)&&(clearInterval(We),j=!0,F.classL
ist.add("over"),U.textContent=a.timeOverText,E&&(E.hidden=!0),v.setAttribute("aria-disabled","true")
,g.textContent=a.timeOver,p(a.timeOverText))};s.addEventListener("submit",e=>{j&&(e.preventDefault()
,e.stopImmediatePropagation(),p(a.timeOverText))},!0),E&&E.addEventListener("click",async()=>{try{co
nst e=new URLSearchParams({extend:"yes"}),t=await fetch(s.action,{method:"POST",body:e,cache:"no-sto
re"}),n=await t.text(),o=/data-left-ms="(\d+)"/.exec(n);if(!o&&t.status<500)return location.replace(
s.action);if(!o||j)throw 0;be=Date.now()+Number(o[1]),/ data-can-extend\s/.test(n)||delete a.canExte
nd,H=1/0,X="",G(),p(a.extended),F.hidden&&v.focus()}catch{X=" \xB7 "+a.notExtended,p(a.notExtended)}
});const We=setInterval(G,1e3);G();const K=s.querySelector("[aria-invalid=true]");(K||!m.hidden)&&(K
||m).focus(),K&&setTimeout(()=>p(m.textContent.trim()),300)})(),runs.includes("frame")&&(()=>{if(top
===self||keeper)return;const{body:c}=document,s=c.dataset.frameOrigins.split(" "),a=location.ancesto
rOrigins&&location.ancestorOrigins[0],d=a?s.filter(v=>v===a):s,{dataset:u}=document.querySelector("m
ain");let h="";const w=()=>{const v=Math.ceil(c.getBoundingClientRect().height),{state:g="form",resu
lt:p}=u;if(h!==v+g){h=v+g;for(const x of d)parent.postMessage({type:"payment-page",state:g,result:p,
height:v},x)}};c.classList.add("framed"),new ResizeObserver(w).observe(c),addEventListener("leaving"
,w),w()})();
`,
  outcome: wrapped`
"use strict";const runs=document.body.dataset.runs.split(" ");let keeper=null;try{parent!==self&&par
ent.document.body.dataset.runs&&(keeper=parent)}catch{}runs.includes("frame")&&(()=>{if(top===self||
keeper)return;const{body:e}=document,a=e.dataset.frameOrigins.split(" "),t=location.ancestorOrigins&
&location.ancestorOrigins[0],o=t?a.filter(s=>s===t):a,{dataset:c}=document.querySelector("main");let
 r="";const i=()=>{const s=Math.ceil(e.getBoundingClientRect().height),{state:l="form",result:d}=c;i
f(r!==s+l){r=s+l;for(const n of o)parent.postMessage({type:"payment-page",state:l,result:d,height:s}
,n)}};e.classList.add("framed"),new ResizeObserver(i).observe(e),addEventListener("leaving",i),i()})
(),runs.includes("challenge")&&(()=>{const e=document.getElementById("challenge");if(addEventListene
r("pagehide",()=>e.remove()),addEventListener("pageshow",({persisted:a})=>{a&&location.replace(locat
ion.href)}),keeper){const a=[...new FormData(e)],t=document.createElement("iframe"),{body:o}=documen
t,c=document.getElementById("give-up"),r=e.querySelector("button"),i=o.querySelector("h1"),s=()=>kee
per.postMessage("challenge-over",location.origin);for(const n of e.querySelectorAll("input"))n.remov
e();e.addEventListener("formdata",({formData:n})=>{for(const[u,f]of a)n.append(u,f)}),t.name="bank",
t.title=i.textContent,e.before(t),t.addEventListener("load",()=>{let n="";try{n=t.contentWindow.loca
tion.pathname}catch{}n.startsWith(location.pathname)?s():n!=="blank"&&o.classList.add("at-bank")}),t
.before(c),c.hidden=!1,r.textContent=e.dataset.whole,o.classList.add("holding"),e.target=t.name,e.su
bmit(),e.target="_top";const l=Date.now()+Number(e.dataset.leftMs),d=setInterval(()=>{Date.now()<l||
(clearInterval(d),o.className="over",i.textContent=e.dataset.over,r.textContent=e.dataset.startOver,
e.addEventListener("submit",n=>{n.preventDefault(),s()}),r.focus())},1e3)}else top===self?e.submit()
:e.target="_top"})(),runs.includes("checking")&&(()=>{const{state:e,address:a}=document.querySelecto
r("main").dataset;a&&history.replaceState(null,"",a);const t=async()=>{try{const o=await fetch(locat
ion.href,{redirect:"manual",cache:"no-store"});if(!(o.status===200&&(await o.text()).includes('data-
state="'+e+'"'))&&o.status<500)return location.replace(location.href)}catch{}setTimeout(t,5e3)};setT
imeout(t,5e3)})(),runs.includes("return")&&(()=>{if(keeper)return;const e=document.getElementById("r
eturn").href;(top===self||navigator.userActivation?.hasBeenActive!==!1)&&setTimeout(()=>{try{top.loc
ation.replace(e)}catch{}})})();
`,
};
