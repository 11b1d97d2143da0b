// The scripts of the buyer's pages, of which each has at most one; their hashes are published. Made by
// `npm run integrity` from lib/page-script, where they can be read.
import { wrapped } from '../html.ts';

export type ScriptPart = 'form' | 'frame' | 'challenge' | 'checking' | 'return';

export const PAGE_SCRIPTS = {
  form: wrapped`
"use strict";const runs=document.body.dataset.runs.split(" ");let keeper=null;try{parent!==self&&par
ent.document.body.dataset.runs&&(keeper=parent)}catch{}runs.includes("form")&&(()=>{const i=e=>docum
ent.getElementById(e),r=i("payment"),s=r.dataset,d=i("cardNumber"),u=i("expiry"),p=i("cvv"),y=i("own
erName");location.href.split("#")[0]!==r.action&&history.replaceState(null,"",r.action);const f=e=>{
i("status").textContent=e},b=e=>e.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g,t=>t.charCode
At(0)%16),v=e=>b(e).replace(/\D/g,""),T=e=>e.split(";").flatMap(t=>{const[n,...o]=t.split(" ");retur
n o.map(a=>[n,...a.split("-")])}).sort(([,t],[,n])=>n.length-t.length),ge=T(s.prefixes),ye=T(s.refus
ed),G=(e,t)=>(e.find(([,n,o=n])=>{const a=t.slice(0,n.length);return a.length===n.length&&a>=n&&a<=o
})||["OTHER"])[0].replace("OTHER","").replace("_"," "),C=e=>G(ge,e),be=e=>e.length<8||C(e)?"":G(ye,e
),N=e=>{const t=C(e);return t==="AMEX"?[15,15]:t==="VISA"?[16,19]:t?[16,16]:[15,19]},K=e=>[...e].rev
erse().reduce((t,n,o)=>t+(o%2?[0,2,4,6,8,1,3,5,7,9][n]:+n),0)%10===0,we=e=>e.length<N(e)[0]?"incompl
ete":K(e)?"":"wrong",Ee=e=>C(e)==="AMEX"?e.replace(/^(.{4})(.{1,6})(.*)$/,(t,n,o,a)=>(n+" "+o+" "+a)
.trim()):e.replace(/.{4}(?=.)/g,"$& ");let g="";const V=()=>{const e=r.querySelector("[name=savedCar
d]:checked[data-of]"),t=e?e.dataset.of.replace("OTHER",""):C(v(d.value));e||d.value?r.dataset.brandK
nown=t:delete r.dataset.brandKnown;for(const n of i("cvv-help").children)n.hidden=(n.dataset.of||"")
!==(t==="AMEX"?t:t&&"three");t!==g&&(g=t,e||f(g&&s.brandPrefix+": "+g))};let A="";const M=e=>{let t=
v(d.value),n=v(d.value.slice(0,d.selectionStart)).length;const o=N(t)[1];t.length===o+1&&A.length===
o&&n<t.length&&(t=A,n-=1),t=t.slice(0,o);const a=/^deleteContent(Back|For)ward$/.exec(e&&e.inputType
);a&&t===A&&(a[1]==="Back"&&(n-=1),t=t.slice(0,n)+t.slice(n+1)),A=t;const c=Ee(t);if(c!==d.value){le
t l=0;for(;n>0&&l<c.length;)c[l++]!==" "&&n--;d.value=c,document.activeElement===d&&d.setSelectionRa
nge(l,l)}V()},xe=s.spellings.split(" ").map(e=>new RegExp(e)),D=e=>{const t=b(e).replace(/^\D+|\D+$/
g,""),n=xe.find(l=>l.test(t));if(!n)return"";const{month:o,year:a}=n.exec(t).groups,c=o.padStart(2,"
0");return/^(0[1-9]|1[0-2])$/.test(c)?c+"/"+a.slice(-2):"badMonth"},Se=e=>{let[,t,n,o]=/^\D*(\d{0,2}
)(\D*)(\d*)/.exec(b(e));const a=/^([2-9]|1(?=[3-9]))(\d?)$/.exec(t);return a&&([t,o]=["0"+a[1],a[2]+
o]),n&&/^[1-9]$/.test(t)&&(t="0"+t),t.length<2?t:t+"/"+o.slice(0,o.startsWith("20")?4:2)},k=e=>e.get
ClientRects().length>0,z=(e,t)=>/^insert(Composition)?Text$/.test(e.inputType)&&t.selectionStart===t
.value.length,Y=e=>{!e.value&&k(e)&&e.focus()},J=e=>"20"+e.slice(3)+e.slice(0,2)<s.month;d.addEventL
istener("input",e=>{const t=z(e,d);M(e);const n=v(d.value),[o,a]=N(n),c=g&&(n.length===o||n.length==
=a);t&&c&&K(n)&&Y(u)}),u.addEventListener("input",e=>{const t=D(u.value),n=t&&t!=="badMonth",o=z(e,u
);!o&&/^(delete|insert(Composition)?Text)/.test(e.inputType)||(n?u.value=t:o&&!t&&(u.value=Se(u.valu
e)),o&&n&&!J(t)&&!t.endsWith("/20")&&Y(p))}),u.addEventListener("change",()=>{const e=D(u.value);e&&
e!=="badMonth"&&(u.value=e)}),p.addEventListener("input",()=>{const e=v(p.value).slice(0,g&&g!=="AME
X"?3:4);e!==p.value&&(p.value=e)});for(const e of[d,u,p])e.removeAttribute("maxlength");for(const[e,
t]of[[u,d],[p,u]])e.addEventListener("keydown",n=>{n.key!=="Backspace"||e.value||!k(t)||(n.preventDe
fault(),t.focus())});const R=[d,u,p,y];r.addEventListener("keydown",e=>{if(e.key!=="Enter"||e.isComp
osing||!R.includes(e.target))return;const n=R.slice(R.indexOf(e.target)+1).find(o=>k(o)&&!o.value.tr
im());n&&(e.preventDefault(),n.focus())});const Q=i("saved-new"),Z=()=>!!(Q&&!Q.checked),ee=()=>Z()&
&!!r.querySelector("[data-of]:checked:not([data-needs-cvv])"),I=()=>{for(const e of r.querySelectorA
ll(".of-cardNumber, .of-expiry, .of-ownerName, .of-saveCard"))e.hidden=Z();r.querySelector(".of-cvv"
).hidden=ee(),r.querySelector(".row").hidden=ee(),V()};r.addEventListener("change",({target:e})=>{e.
name==="savedCard"&&(p.value="",I())}),r.addEventListener("change",({target:e})=>{const t=!i("pay").
hasAttribute("aria-disabled");e.dataset.pay&&t&&(i("pay-text").textContent=e.dataset.pay)}),M(),I();
const E=(e,t)=>{const n=i(e.id+"-error");n.hidden=!t,n.querySelector("span").textContent=t,e.dataset
.hinted=t,t?e.setAttribute("aria-invalid","true"):e.removeAttribute("aria-invalid")},Le=()=>{const e
=v(d.value),t=be(e),n=we(e);return t?s.brandRefused.replace("{}",t):n&&(n==="wrong"?s.numberWrong:s.
numberShort)},Te=()=>{const e=D(u.value);return e?e==="badMonth"?s.monthWrong:J(e)?s.cardExpired:"":
s.expiryWrong},Ce=()=>{const[e,t]=g==="AMEX"?[/^\d{4}$/,s.cvvAmex]:g?[/^\d{3}$/,s.cvvThree]:[/^\d{3,
4}$/,s.cvvWrong];return e.test(p.value)?"":t},Ae=()=>v(y.value).length>12?s.nameWrong:"",P=[[d,Le,s.
numberMissing],[u,Te,s.expiryMissing],[p,Ce,s.cvvMissing],[y,Ae,s.nameMissing]];let te=!1;const ne=(
)=>P.map(([e,t,n])=>k(e)?e.value.trim()?[e,t()]:[e,te?n:""]:[e,""]);let oe=!1;for(const e of["pointe
rdown","pointerup","pointercancel"])addEventListener(e,()=>{oe=e==="pointerdown"},!0);const ae=e=>se
tTimeout(()=>oe?ae(e):e(),60),se=e=>{for(const[n,o]of e)E(n,o);const t=e.map(([,n])=>n).filter(Boole
an).join(" ");t&&f(t)},ke=()=>se(ne().filter(([e,t])=>t!==(e.dataset.hinted||"")&&!(t&&e===document.
activeElement)));for(const e of["change","focusout"])r.addEventListener(e,()=>ae(ke));for(const e of
 r.querySelectorAll("input[id]"))e.addEventListener("input",()=>{e.hasAttribute("aria-invalid")&&E(e
,"")});const re=i("pay"),x=i("pay-text"),m=i("notice"),q=r.elements.formNonce;let ie=x.textContent;c
onst ce=()=>{const{dataset:e}=r.querySelector("[data-pay]:checked")||{dataset:{pay:ie}};x.textConten
t=e.pay},Oe=1e4,Ne=45e3,Me=4e3;let S=!1,le="",de;const De=()=>{te=!0;const e=ne().filter(([,n])=>n),
t=e.map(([n])=>n.id+"="+n.value).join();return t===le||(le=t,!t)?!1:(se(e),e[0][0].focus(),!0)},O=e=
>{clearTimeout(de),e?(re.setAttribute("aria-disabled","true"),r.setAttribute("aria-busy","true"),x.t
extContent=e,f(e)):S&&(re.removeAttribute("aria-disabled"),r.removeAttribute("aria-busy"),ce()),S=!!
e},B=({title:e,lines:t,isCalm:n=!1})=>{const o=i("notice-title");o.textContent=e,o.parentNode.replac
eChildren(o,...t.map(a=>{const c=document.createElement("p");return c.textContent=a,c})),m.classList
.toggle("calm",n),m.hidden=!1,f([e,...t].join(" "))},ue=async e=>{const t=e?"POST":"GET",n=AbortSign
al.timeout(Ne),o={Accept:"application/json"},a=await fetch(r.action,{method:t,body:e,headers:o,signa
l:n,cache:"no-store"});if(a.status>=500)throw a;return await a.json()},Re=(e,t)=>{if(top===self){loc
ation.href=e;return}Object.assign(document.querySelector("main").dataset,{state:"returning",result:t
}),dispatchEvent(new Event("leaving")),setTimeout(()=>{try{navigator.userActivation?.hasBeenActive!=
=!1&&(top.location.href=e)}catch{}setTimeout(()=>location.replace(r.action),3e3)})},Ie=({notice:e,er
rors:t,empty:n,title:o})=>{document.title=o;for(const l of n)for(const h of r.querySelectorAll("inpu
t[id^="+l+"]"))h.value="";m.hidden=!0;for(const[l]of P)E(l,"");e&&B(e);const a=t.map(({field:l,text:
h})=>[i(l),h]).filter(([l])=>l?.getClientRects().length);for(const[l,h]of a)E(l,h);const[c]=a.map(([
l])=>l).sort((l,h)=>l.compareDocumentPosition(h)&Node.DOCUMENT_POSITION_FOLLOWING?-1:1);(c||m).focus
()},fe=(e,t)=>{const{step:n,to:o,result:a,formNonce:c}=e;if(n==="leave")return Re(o,a);if(n==="chall
enge")return Pe();if(n!=="form")return location.replace(r.action);const l=!t||c!==q.value;if(q.value
=c,O(""),l&&(e.notice||e.errors[0]))return Ie(e);B({title:s.notSent,lines:[s.notSentText]}),m.focus(
)},pe=async()=>{for(O(s.asking);;){let e;try{e=await ue()}catch{}if(e)return fe(e,!0);(m.hidden||i("
notice-title").textContent!==s.offline)&&B({title:s.offline,lines:[s.offlineText]}),await new Promis
e(t=>{addEventListener("online",t,{once:!0}),setTimeout(t,Me)})}},Pe=()=>{const e=document.createEle
ment("dialog"),t=document.createElement("iframe");e.className="bank",e.setAttribute("aria-label",s.b
ankTitle),t.name="bank-step",t.title=s.bankTitle,e.append(t),document.body.append(e),e.addEventListe
ner("cancel",a=>a.preventDefault()),e.addEventListener("close",()=>{e.isConnected&&e.showModal()});c
onst n=()=>{e.isConnected&&(removeEventListener("message",o),e.remove(),pe())},o=({origin:a,source:c
,data:l})=>{a===location.origin&&c===t.contentWindow&&l==="challenge-over"&&n()};addEventListener("m
essage",o),t.addEventListener("load",()=>{const a=t.contentDocument;a&&a.URL==="about:blank"||(!a||!
a.querySelector("[data-state=challenge]"))&&n()}),e.showModal(),e.scrollIntoView({block:"nearest"}),
r.target=t.name,r.submit(),r.removeAttribute("target")};r.addEventListener("submit",async e=>{if(e.p
reventDefault(),S||De())return;const t=new URLSearchParams(new FormData(r));O(s.sending),de=setTimeo
ut(()=>{x.textContent=s.slow,f(s.slow)},Oe);let n;try{n=await ue(t)}catch{}n?fe(n):pe()}),r.addEvent
Listener("formdata",e=>e.formData.set("cardNumber",v(d.value))),addEventListener("pageshow",e=>{e.pe
rsisted&&(d.value=p.value="",M(),O(""))});const qe=/^(data-|aria-label|title$|(href)?lang$|href$|act
ion$)/,he=e=>[...e.childNodes].filter(({nodeType:t})=>t===Node.TEXT_NODE),me=(e,t,n)=>{if(/^(SCRIPT|
NOSCRIPT|svg)$/.test(e.tagName)||e===m)return;const[o,a]=[he(e),he(t)],c=e.children.length===0;if(!(
e.tagName===t.tagName&&e.id===t.id&&e.children.length===t.children.length&&(c||o.length===a.length))
)throw new Error("another page");n.push(()=>{for(const{name:h,value:L}of t.attributes)qe.test(h)&&e.
setAttribute(h,L);c?e.textContent=t.textContent:o.forEach((h,L)=>{h.data=a[L].data})}),[...e.childre
n].forEach((h,L)=>me(h,t.children[L],n))},Be=e=>new Promise((t,n)=>{const o=new XMLHttpRequest;o.ope
n("GET",e),o.responseType="document",o.onload=()=>t(o.response),o.onerror=n,o.send()}),$=document.qu
erySelector(".links [hreflang]");$&&$.addEventListener("click",async e=>{if(e.preventDefault(),S)ret
urn;const t=$.href,n=[];try{const o=await Be(t);me(document.body,o.body,n);for(const[c]of P)E(c,"");
for(const c of n)c();const a=o.getElementById("notice");m.className=a.className,m.hidden=a.hidden,m.
replaceChildren(...a.childNodes),q.value=o.getElementById("payment").elements.formNonce.value,docume
nt.title=o.title,document.documentElement.lang=o.documentElement.lang,ie=x.textContent,ce(),I(),hist
ory.replaceState(null,"",r.action),f(o.title)}catch{location.href=t}});let ve=Date.now()+Number(s.le
ftMs),_=1/0,W=!1,H="";const X=i("clock"),j=i("left"),w=i("extend"),F=()=>{const e=Math.max(0,Math.ce
il((ve-Date.now())/1e3));X.hidden=e>300,i("until").hidden=!0,j.hidden=!1;const t=a=>String(a).padSta
rt(2,"0"),n=t(Math.floor(e/60))+":"+t(e%60);j.textContent=s.timeLeft+": "+n+H,w&&(w.hidden=!("canExt
end"in s));const o=[30,60,300].find(a=>e<=a);o<_&&e>0&&(_=o,f(s["left"+o])),!(e>0||S)&&(clearInterva
l($e),W=!0,X.classList.add("over"),j.textContent=s.timeOverText,w&&(w.hidden=!0),i("pay").setAttribu
te("aria-disabled","true"),i("pay-text").textContent=s.timeOver,f(s.timeOverText))};r.addEventListen
er("submit",e=>{W&&(e.preventDefault(),e.stopImmediatePropagation(),f(s.timeOverText))},!0),w&&w.add
EventListener("click",async()=>{try{const e=new URLSearchParams({extend:"yes"}),t=await fetch(r.acti
on,{method:"POST",body:e,cache:"no-store"}),n=await t.text(),o=/data-left-ms="(\d+)"/.exec(n);if(!o&
&t.status<500)return location.replace(r.action);if(!o||W)throw 0;ve=Date.now()+Number(o[1]),/ data-c
an-extend\s/.test(n)||delete s.canExtend,_=1/0,H="",F(),f(s.extended),X.hidden&&i("pay").focus()}cat
ch{H=" \xB7 "+s.notExtended,f(s.notExtended)}});const $e=setInterval(F,1e3);F();const U=r.querySelec
tor("[aria-invalid=true]");(U||!m.hidden)&&(U||m).focus(),U&&setTimeout(()=>f(m.textContent.trim()),
300)})(),runs.includes("frame")&&(()=>{if(top===self||keeper)return;const{body:i}=document,r=i.datas
et.frameOrigins.split(" "),s=location.ancestorOrigins&&location.ancestorOrigins[0],d=s?r.filter(f=>f
===s):r,{dataset:u}=document.querySelector("main");let p="";const y=()=>{const f=Math.ceil(i.getBoun
dingClientRect().height),{state:b="form",result:v}=u;if(p!==f+b){p=f+b;for(const T of d)parent.postM
essage({type:"payment-page",state:b,result:v,height:f},T)}};i.classList.add("framed"),new ResizeObse
rver(y).observe(i),addEventListener("leaving",y),y()})();
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
