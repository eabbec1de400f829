"use strict";
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// cjs/emulator-serve-page-7JQDLA5K.js
var emulator_serve_page_7JQDLA5K_exports = {};
__export(emulator_serve_page_7JQDLA5K_exports, {
  servePage: () => servePage
});
module.exports = __toCommonJS(emulator_serve_page_7JQDLA5K_exports);
var import_emulator_chunk_6NKXQFA5 = require("./emulator-chunk-6NKXQFA5.js");
var import_emulator_chunk_JVISCSEB = require("./emulator-chunk-JVISCSEB.js");
var html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Emulator \xB7 cloud-compute-sdk</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/_emulator/page.css" />
    <script type="module" src="/_emulator/page.js"></script>
  </head>
  <body>
    <header>
      <h1>Emulator <small>cloud-compute-sdk</small></h1>
      <nav aria-label="Views">
        <a href="#live">Live</a>
        <a href="#reference">REST reference</a>
        <a href="#graphql">GraphQL</a>
      </nav>
      <p class="state">
        <time id="clock" title="The emulator's clock"></time>
        <span id="connection" class="off" role="status">connecting</span>
      </p>
    </header>

    <main id="live">
      <section class="wide" aria-labelledby="jobs-title">
        <div class="title">
          <h2 id="jobs-title">
            Jobs <span id="job-count" class="count">0</span>
          </h2>
          <label
            >Period
            <select id="span">
              <option value="10">10 s</option>
              <option value="30" selected>30 s</option>
              <option value="300">5 min</option>
              <option value="3600">1 h</option>
              <option value="86400">1 day</option>
            </select></label
          >
        </div>
        <div id="axis" aria-hidden="true" hidden>
          <span><b id="since"></b><b>now</b></span>
        </div>
        <ol id="jobs"></ol>
        <p id="no-jobs" class="quiet">
          No jobs yet. Submit a job here, or with
          <code>POST /v2/{slug}/run</code>.
        </p>
        <form id="run" class="line">
          <label
            >Model
            <input
              name="slug"
              list="models"
              value="flux-schnell"
              required
              spellcheck="false"
          /></label>
          <label class="grow"
            >Prompt <input name="prompt" value="a lighthouse" required
          /></label>
          <button>Run a job</button>
        </form>
        <datalist id="models"></datalist>
      </section>

      <section aria-labelledby="clock-title">
        <h2 id="clock-title">Clock</h2>
        <div class="line">
          <button type="button" data-ms="1000">+1 s</button>
          <button type="button" data-ms="60000">+1 min</button>
          <button type="button" data-ms="3600000">+1 h</button>
          <button type="button" data-ms="86400000">+1 day</button>
        </div>
        <form id="advance" class="line">
          <label
            >Seconds
            <input
              name="seconds"
              type="number"
              min="0.001"
              step="any"
              value="10"
              required
          /></label>
          <button>Advance</button>
        </form>
      </section>

      <section aria-labelledby="fault-rule-title">
        <h2 id="fault-rule-title">Add a fault rule</h2>
        <form id="fault-rule" class="line">
          <label class="full"
            >Route
            <select id="route" name="route" required></select
          ></label>
          <label
            >Status
            <input name="status" type="number" min="200" max="599" value="503"
          /></label>
          <label
            >Delay, ms
            <input name="delay" type="number" min="0" placeholder="0"
          /></label>
          <label
            >Times <input name="times" type="number" min="1" value="1" required
          /></label>
          <button>Add rule</button>
        </form>
      </section>

      <section class="wide" aria-labelledby="requests-title">
        <h2 id="requests-title">
          Requests <span id="request-count" class="count">0</span>
        </h2>
        <p id="no-requests" class="quiet">No requests yet.</p>
        <div
          class="scroll tall"
          tabindex="0"
          role="region"
          aria-labelledby="requests-title"
        >
          <table class="requests">
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Method</th>
                <th scope="col">Path</th>
                <th scope="col">Status</th>
                <th scope="col">Duration</th>
              </tr>
            </thead>
            <tbody id="requests"></tbody>
          </table>
        </div>
      </section>

      <section class="wide" aria-labelledby="resources-title">
        <h2 id="resources-title">Resources</h2>
        <div id="tables"></div>
      </section>
    </main>

    <main id="reference" hidden>
      <section class="wide">
        <div class="title">
          <h2>REST reference</h2>
          <label>Search <input id="search" type="search" /></label>
        </div>
        <div id="operations"></div>
      </section>
    </main>

    <main id="graphql" hidden>
      <section class="wide">
        <form id="explorer">
          <div class="title">
            <h2>GraphQL</h2>
            <label
              >Document
              <select id="sample"></select
            ></label>
          </div>
          <div class="split">
            <div>
              <label
                >Query
                <textarea id="query" rows="18" spellcheck="false"></textarea>
              </label>
              <label
                >Variables, JSON
                <textarea id="variables" rows="6" spellcheck="false"></textarea>
              </label>
              <button>Run</button>
              <span class="quiet">or Ctrl+Enter</span>
            </div>
            <div>
              <p class="label" id="result-title">Response</p>
              <pre
                id="result"
                tabindex="0"
                role="region"
                aria-labelledby="result-title"
              ></pre>
            </div>
          </div>
        </form>
      </section>
    </main>

    <footer><p id="note" role="status" aria-live="polite"></p></footer>
  </body>
</html>
`;
var script = 'function s(e,t={},...n){let o=Object.assign(document.createElement(e),t);return o.append(...n),o}function c(e,t){let n=document.getElementById(e);if(!(n instanceof t))throw new TypeError(`the page has no #${e}`);return n}function L(e){return e.split("`").map((t,n)=>n%2===1?s("code",{textContent:t}):t)}function m(e,t){e.textContent!==t&&(e.textContent=t)}function E(e,t,{key:n,create:o,update:r}){let a=new Map;for(let l of e.children)l instanceof HTMLElement&&a.set(l.dataset.key??"",l);let i=e.firstElementChild;for(let l of t){let u=n(l),f=a.get(u)??o(l);a.delete(u),f.dataset.key=u,r(f,l),f===i?i=i.nextElementSibling:e.insertBefore(f,i)}for(let l of a.values())l.remove()}async function g(e,t){let n=await fetch(`/_emulator/${e}`,{method:"POST",headers:{"content-type":"application/json"},body:JSON.stringify(t)}),o=await n.json();if(!n.ok)throw new Error(o.error??`HTTP ${n.status}`);return o}function d(e,t,n){return g("send",{method:e,path:t,body:n})}var V=8e3,R;async function h(e){let t=c("note",HTMLElement);clearTimeout(R);try{m(t,await e()),t.className=""}catch(n){m(t,n instanceof Error?n.message:String(n)),t.className="bad"}R=setTimeout(()=>m(t,""),V)}function v({status:e,text:t}){if(e>=400)throw new Error(`${e}: ${t.slice(0,200)}`)}function b(e){try{return JSON.stringify(JSON.parse(e),void 0,2)}catch{return e}}var B=["COMPLETED","FAILED","CANCELLED","TIMED_OUT"],G=100,p,N=0;function $(e){p=e,N=performance.now(),x()}function C(){c("span",HTMLSelectElement).addEventListener("change",x),setInterval(()=>{document.hidden||!p||p.speed>0&&p.jobs.length>0&&x()},G)}function x(){if(!p)return;let{jobs:e,jobCount:t,speed:n}=p,o=c("span",HTMLSelectElement),r={now:p.now+n*(performance.now()-N),durationMs:Number(o.value)*1e3};E(c("jobs",HTMLElement),e,{key:({id:l})=>l,create:U,update:(l,u)=>W(l,u,r)});let a=t>e.length?`, the last ${e.length} shown`:"";m(c("job-count",HTMLElement),`${t}${a}`),c("no-jobs",HTMLElement).hidden=e.length>0,c("axis",HTMLElement).hidden=e.length===0;let i=o.selectedOptions[0]?.text??"";m(c("since",HTMLElement),`${i} ago`)}function U({slug:e,id:t}){let n=s("button",{type:"button",textContent:"Cancel",className:"cancel"});n.setAttribute("aria-label",`Cancel job ${t}`),n.addEventListener("click",()=>{h(()=>K(e,t))});let o=s("div",{className:"track"},s("i",{className:"queued"}),s("i",{className:"ran"}));return o.setAttribute("aria-hidden","true"),s("li",{},s("span",{className:"slug",textContent:e,title:e}),s("code",{textContent:t,title:t}),o,s("span",{className:"status"}),s("span",{className:"duration"}),n)}async function K(e,t){let n=`/v2/${encodeURIComponent(e)}/cancel/${encodeURIComponent(t)}`;return v(await d("POST",n)),`Job ${t} was cancelled.`}function W(e,t,n){let o=t.endedAt??n.now,r=t.startedAt??o;e.dataset.status=t.status,H(e,".queued",t.submittedAt,r,n),H(e,".ran",r,o,n),q(e,".status",t.status.replace("_"," ").toLowerCase());let a=T(Math.max(0,o-t.submittedAt));q(e,".duration",a);let i=e.querySelector("button");i&&(i.disabled=B.includes(t.status))}function H(e,t,n,o,{now:r,durationMs:a}){let i=e.querySelector(t);if(!i)return;let l=Math.max(0,1-(r-n)/a),u=Math.min(1,Math.max(0,1-(r-o)/a));i.style.left=`${(l*100).toFixed(2)}%`,i.style.width=`${(Math.max(0,u-l)*100).toFixed(2)}%`}function q(e,t,n){let o=e.querySelector(t);o&&m(o,n)}function T(e){return e<10?`${Number(e.toFixed(1))} ms`:e<1e3?`${Math.round(e)} ms`:e<6e4?`${(e/1e3).toFixed(1)} s`:e<36e5?`${(e/6e4).toFixed(1)} min`:`${(e/36e5).toFixed(1)} h`}function I(){for(let e of document.querySelectorAll("[data-ms]"))e.addEventListener("click",()=>{let t=Number(e.dataset.ms);h(()=>A(t))});M("advance",e=>A(Number(y(e,"seconds"))*1e3)),M("run",z),M("fault-rule",Q)}function k(e){let t=new Map;for(let{resource:o,route:r}of e){let a=t.get(o)??s("optgroup",{label:o});a.append(new Option(r)),t.set(o,a)}c("route",HTMLSelectElement).replaceChildren(...t.values(),new Option("POST /graphql"))}function M(e,t){let n=c(e,HTMLFormElement);n.addEventListener("submit",o=>{o.preventDefault(),h(()=>t(new FormData(n)))})}function y(e,t){let n=e.get(t);return typeof n=="string"?n:""}async function A(e){return await g("advance",{ms:e}),`The clock was advanced by ${T(e)}.`}async function z(e){let t=`/v2/${encodeURIComponent(y(e,"slug"))}/run`,n={prompt:y(e,"prompt")},o=await d("POST",t,{input:n});v(o);let{id:r}=JSON.parse(o.text);return`Job ${r} was submitted.`}async function Q(e){let t=y(e,"route"),n=Number(y(e,"times")),o={times:n};for(let a of["status","delay"]){let i=y(e,a);i!==""&&(o[a]=Number(i))}return await g("fault-rule",{route:t,rule:o}),`The fault rule applies to the next ${n===1?"request":`${n} requests`} of ${t}.`}function D(e){let t=c("sample",HTMLSelectElement),n=c("query",HTMLTextAreaElement),o=c("variables",HTMLTextAreaElement),r=c("explorer",HTMLFormElement);t.replaceChildren(...e.map(({name:i})=>new Option(i)));let a=()=>{let i=e.find(({name:l})=>l===t.value);n.value=i?.query??"",o.value=JSON.stringify(i?.variables??{},void 0,2)};t.addEventListener("change",a),a(),r.addEventListener("submit",i=>{i.preventDefault(),X(n.value,o.value)}),r.addEventListener("keydown",i=>{i.key==="Enter"&&(i.ctrlKey||i.metaKey)&&r.requestSubmit()})}async function X(e,t){let n=c("result",HTMLElement);try{let o=t.trim()===""?{}:JSON.parse(t),r={query:e,variables:o},{text:a}=await d("POST","/graphql",r);m(n,b(a))}catch(o){m(n,String(o))}}function P(e){let n=[...new Set(e.map(({resource:r})=>r))].map(r=>s("section",{},s("h3",{textContent:r}),...e.filter(({resource:a})=>a===r).map(Z)));c("operations",HTMLElement).replaceChildren(...n);let o=c("search",HTMLInputElement);o.addEventListener("input",()=>Y(o.value))}function Y(e){let t=e.toLowerCase().split(/\\s+/),n=c("operations",HTMLElement);for(let o of n.querySelectorAll("details")){let r=o.textContent.toLowerCase();o.hidden=!t.every(a=>r.includes(a))}for(let o of n.querySelectorAll("section"))o.hidden=!o.querySelector("details:not([hidden])")}function Z(e){let[t="",n=""]=e.route.split(" "),o=s("summary",{},s("span",{className:`verb ${t}`,textContent:t}),s("code",{textContent:e.prefix+n}),s("span",{className:"summary",textContent:e.summary})),r=e.fields.map(({name:u})=>u).join(" "),a=s("div",{textContent:`${e.description} ${r}`}),i=s("details",{className:"operation"},o,a),l=()=>a.replaceChildren(...ee(e,t,n));return i.addEventListener("toggle",l,{once:!0}),i}function ee(e,t,n){let{description:o,fields:r}=e,a=[s("p",{},...L(o)),s("p",{className:"quiet",textContent:te(e)})];return r.length>0&&a.push(ne(r)),a.push(oe(t,e.prefix+n,r)),a}function te(e){let{answer:t,synonym:n,name:o,resource:r}=e,a=[`Returns ${t===""?"no body":t}.`];return n!==void 0&&a.push(`Also available as ${n}.`),r!=="jobs"&&a.push(`In the client: ${r}.${o}.`),a.join(" ")}function ne(e){let t=e.map(n=>{let o=n.required?", required":"",r=s("span",{className:"quiet",textContent:` ${n.in}, ${n.type}${o}`}),a=s("code",{textContent:n.name});return s("div",{},s("dt",{},a,r),s("dd",{},...L(n.description)))});return s("dl",{},...t)}function oe(e,t,n){let o=s("input",{value:t,spellcheck:!1});o.setAttribute("aria-label","Path");let r=s("textarea",{value:"{}",rows:4,spellcheck:!1});r.setAttribute("aria-label","Body, JSON");let a=s("pre",{hidden:!0,tabIndex:0}),i=s("button",{},"Send"),l=s("div",{className:"line"},o,i),u=s("form",{className:"request-form"},l),f=n.some(w=>w.in==="body");return f&&u.append(r),u.append(a),u.addEventListener("submit",w=>{w.preventDefault();let j=f?r.value:"";re(e,o.value,j,a)}),u}async function re(e,t,n,o){try{let r=n===""?void 0:JSON.parse(n),{status:a,text:i}=await d(e,t,r);m(o,`${a}\n${b(i)}`)}catch(r){m(o,String(r))}o.hidden=!1}function O({tables:e}){E(c("tables",HTMLElement),e,{key:({title:t})=>t,create:se,update:ie})}function se({title:e,columns:t}){let n=t.map(a=>s("th",{textContent:a,scope:"col"})),o=s("table",{},s("thead",{},s("tr",{},...n)),s("tbody")),r=s("span",{className:"count"});return s("details",{},s("summary",{},e," ",r),ae(o,e))}function ae(e,t){let n=s("div",{className:"scroll",tabIndex:0},e);return n.setAttribute("role","region"),n.setAttribute("aria-label",t),n}function ie(e,t){let n=e.querySelector(".count"),o=e.querySelector("tbody");if(!n||!o||!(e instanceof HTMLDetailsElement))return;let r=(n.textContent||"0")==="0",a=t.count===0;r!==a&&(e.open=!a);let{length:i}=t.rows,l=t.count>i?`, the last ${i} shown`:"";m(n,`${t.count}${l}`),E(o,t.rows,ce)}var ce={key:([e=""])=>e,create:e=>{let t=e.map((n,o)=>s("td",{className:o===0?"id":""}));return s("tr",{},...t)},update:(e,t)=>t.forEach((n,o)=>{let r=e.children[o];r&&m(r,n)})};function F({requests:e,requestCount:t}){m(c("request-count",HTMLElement),String(t)),c("no-requests",HTMLElement).hidden=e.length>0,E(c("requests",HTMLElement),e,{key:({number:n})=>String(n),create:le,update:me})}function le({at:e,method:t,path:n}){return s("tr",{},s("td",{className:"at",textContent:S(e)}),s("td",{className:"verb",textContent:t}),s("td",{className:"path",textContent:n,title:n}),s("td",{className:"code"}),s("td",{className:"duration"}))}function me(e,{status:t,durationMs:n}){let o=e.querySelector(".code"),r=e.querySelector(".duration");if(!o||!r)return;m(o,t===void 0?"\u2026":String(t));let a=n===void 0?"":T(n);m(r,a),e.dataset.class=String(t??0).charAt(0)}function S(e){return new Date(e).toLocaleTimeString([],{hour12:!1})}var J=["live","reference","graphql"];I();C();_();addEventListener("hashchange",_);ue();await de();function ue(){let e=c("connection",HTMLElement),t=new EventSource("/_emulator/events");t.addEventListener("open",()=>{e.className="on",m(e,"live")}),t.addEventListener("error",()=>{e.className="off",m(e,"not connected")}),t.addEventListener("message",({data:n})=>{let o=JSON.parse(String(n));m(c("clock",HTMLElement),S(o.now)),$(o),O(o),F(o)})}async function de(){let e=await fetch("/_emulator/reference"),{reference:t,samples:n,models:o}=await e.json();c("models",HTMLDataListElement).replaceChildren(...o.map(a=>new Option(a))),k(t),P(t),D(n)}function _(){let e=location.hash.slice(1),t=J.includes(e)?e:"live";for(let n of J){c(n,HTMLElement).hidden=n!==t;let o=document.querySelector(`nav a[href="#${n}"]`);n===t?o?.setAttribute("aria-current","page"):o?.removeAttribute("aria-current")}scrollTo(0,0)}\n';
var style = `:root{color-scheme:light dark;--ground: #f6f7f9;--card: #ffffff;--line: #dfe3e8;--text: #1b2430;--quiet: #5b6675;--accent: #2456d6;--on-accent: #ffffff;--field: #ffffff;--queue: #b9c2cf;--run: #2f6bea;--good: #15803d;--bad: #c2262e;--warn: #a35200;--track: #eef1f5;--mono: ui-monospace, "SF Mono", Menlo, Consolas, monospace}@media(prefers-color-scheme:dark){:root{--ground: #0f141b;--card: #171e27;--line: #2b3542;--text: #e6ebf2;--quiet: #98a5b5;--accent: #7aa5ff;--on-accent: #0b1220;--field: #10161e;--queue: #4a5768;--run: #5f95ff;--good: #4cc27a;--bad: #ff7b81;--warn: #f0a24b;--track: #10161e}}*{box-sizing:border-box}[hidden]{display:none!important}body{margin:0;background:var(--ground);color:var(--text);font:15px/1.45 system-ui,sans-serif}:focus-visible{outline:2px solid var(--accent);outline-offset:1px}label,.label{margin:0;color:var(--quiet);font-size:.85rem}input,select,textarea,button{font:inherit;font-size:.93rem;color:var(--text);background:var(--field);border:1px solid var(--line);border-radius:6px;padding:6px 9px;min-height:34px;max-width:100%}textarea,.request-form input{font-family:var(--mono);font-size:.82rem}.title label>input,.title label>select{display:inline-block;width:auto}button{cursor:pointer;font-weight:550}button:not([type=button]){background:var(--accent);border-color:var(--accent);color:var(--on-accent)}button:hover:not(:disabled){filter:brightness(1.08)}header{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;align-items:center;gap:4px 24px;padding:10px 20px;background:var(--card);border-bottom:1px solid var(--line)}h1{margin:0;font-size:1.1rem}h1 small,.quiet{color:var(--quiet);font-weight:400}nav{display:flex;gap:4px}nav a{padding:5px 10px;border-radius:6px;color:var(--quiet);text-decoration:none}nav a:hover{color:var(--text)}nav a[aria-current]{background:var(--track);color:var(--text);font-weight:600}.state{margin:0 0 0 auto;display:flex;gap:14px;font-variant-numeric:tabular-nums}#connection:before{content:"";display:inline-block;width:8px;height:8px;margin-right:6px;border-radius:50%;background:var(--bad)}#connection.on:before{background:var(--good)}main{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:16px;max-width:1180px;margin:0 auto;padding:16px 20px 64px}main>section{padding:14px 16px 16px;background:var(--card);border:1px solid var(--line);border-radius:10px}.wide{grid-column:1 / -1}h2{margin:0 0 10px;font-size:1rem}h3{margin:20px 0 6px;font-size:.95rem}.title{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px}.title label{display:flex;align-items:center;gap:8px;margin-bottom:10px}.count{color:var(--quiet);font-weight:400;font-variant-numeric:tabular-nums}label>input,label>textarea,.line label>select{display:block;width:100%}.line{display:flex;flex-wrap:wrap;align-items:end;gap:8px;margin-top:8px}.line label{flex:1 1 90px}.line .grow{flex:3 1 200px}.line .full{flex:1 1 100%}footer{position:fixed;inset:auto 0 0;display:flex;justify-content:center;pointer-events:none}#note:not(:empty){margin:0 12px 14px;padding:8px 16px;max-width:90vw;border-radius:8px;background:var(--text);color:var(--ground);box-shadow:0 4px 18px #00000040;overflow-wrap:anywhere}#note.bad{background:var(--bad);color:var(--on-accent)}#jobs{list-style:none;margin:0;padding:0;max-height:420px;overflow-y:auto}#jobs li{border-top:1px solid var(--line)}#axis span{grid-column:3;display:flex;justify-content:space-between;color:var(--quiet);font-size:.75rem}#axis b{font-weight:400}#axis,#jobs li{display:grid;grid-template-columns:9.5em 12em minmax(80px,1fr) 6.5em 5em 5.5em;align-items:center;gap:10px;padding:4px 2px}#jobs li:first-child{border-top:0}#jobs .slug,#jobs code{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}#jobs code,.duration{color:var(--quiet)}.duration,.at{font-variant-numeric:tabular-nums}.duration{text-align:right}.track{position:relative;height:14px;overflow:hidden;border-radius:4px;background:var(--track)}.track i{position:absolute;top:0;bottom:0;border-radius:2px}.queued{background:var(--queue)}.ran{background:var(--run)}.status{font-size:.88rem;font-weight:550}[data-status=IN_QUEUE] .status{color:var(--quiet)}[data-status=IN_PROGRESS] .status{color:var(--accent)}[data-status=COMPLETED] .status{color:var(--good)}[data-status=COMPLETED] .ran{background:var(--good)}[data-status=FAILED] .status,[data-status=TIMED_OUT] .status{color:var(--bad)}[data-status=FAILED] .ran,[data-status=TIMED_OUT] .ran{background:var(--bad)}[data-status=CANCELLED] .status{color:var(--warn)}[data-status=CANCELLED] .ran{background:var(--warn)}.cancel{min-height:28px;padding:2px 10px}.cancel:disabled{visibility:hidden}.scroll{overflow-x:auto}.tall{max-height:340px;overflow-y:auto}table{width:100%;border-collapse:collapse;font-size:.9rem}th,td{padding:4px 12px 4px 2px;text-align:left;white-space:nowrap;border-top:1px solid var(--line)}th{position:sticky;top:0;border-top:0;background:var(--card);color:var(--quiet);font-size:.82rem;font-weight:550}.requests .path{width:100%;max-width:0;overflow:hidden;text-overflow:ellipsis;font-family:var(--mono);font-size:.82rem}.requests th:last-child{text-align:right}.verb{font-weight:600}[data-class="2"] .code{color:var(--good)}[data-class="4"] .code{color:var(--warn)}[data-class="5"] .code{color:var(--bad)}details{border-top:1px solid var(--line)}#tables details:first-child{border-top:0}summary{padding:7px 2px;cursor:pointer}#tables summary{font-weight:550}code,pre,textarea,.id,.request-form input{font-family:var(--mono);font-size:.87em}.operation summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:2px 12px}.operation code{overflow-wrap:anywhere}.operation .verb{min-width:4.2em;font-size:.8rem;color:var(--accent)}.operation .DELETE{color:var(--bad)}.operation .GET{color:var(--good)}.operation .summary{margin-left:auto;color:var(--quiet)}.operation>div{padding:0 2px 14px;max-width:80ch}.operation p{margin:4px 0 8px}dl{margin:8px 0}dl>div{padding:5px 0;border-top:1px dashed var(--line)}dd{margin:0}.request-form .line input{flex:1 1 200px}.request-form textarea{width:100%;margin-top:8px}pre{margin:8px 0 0;padding:10px;max-height:480px;overflow:auto;background:var(--track);border:1px solid var(--line);border-radius:6px}.split{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:16px}.split label{display:block;margin-bottom:10px}.split .label+pre{margin-top:0;min-height:12em}#result{max-height:620px}@media(max-width:700px){header{position:static;padding:10px 12px}h1 small{display:none}nav{order:1;width:100%}nav a{padding:8px}main{grid-template-columns:minmax(0,1fr);padding:12px 10px 64px;gap:12px}main>section{padding:12px}input,select,button{min-height:42px;font-size:16px}.cancel{min-height:38px}#axis,#jobs li{grid-template-columns:minmax(0,1fr) auto 5.2em;gap:3px 10px;padding:8px 0}#axis{padding:0}#axis span,#jobs li:has(:disabled) .track{grid-column:1 / -1}#jobs code{display:none}.track{grid-row:2;grid-column:1 / 3}.cancel{grid-row:2;grid-column:3}.cancel:disabled{display:none}.split{grid-template-columns:minmax(0,1fr)}.operation .summary{margin-left:0;width:100%}.requests .at,.requests th:first-child{display:none}}
`;
var reference = [
  { resource: "pods", name: "list", route: "GET /pods", prefix: "/v1", summary: "List Pods", description: "Returns the Pods of the account that match every filter given, workers of Serverless endpoints aside. Without filters it returns all of them, in one answer without pages.", fields: [{ name: "id", in: "query", type: "string", required: false, description: "Keeps only the Pod with this ID." }, { name: "name", in: "query", type: "string of at most 191 characters", required: false, description: "Keeps only Pods with exactly this name, at most 191 characters." }, { name: "desiredStatus", in: "query", type: "RUNNING | EXITED | TERMINATED", required: false, description: "Keeps only Pods in this state: `RUNNING` (billed), `EXITED` (stopped) or `TERMINATED` (deleted)." }, { name: "computeType", in: "query", type: "GPU | CPU", required: false, description: "Keeps only Pods that run on `GPU`, or only those on `CPU` machines." }, { name: "gpuTypeId", in: "query", type: "GpuTypeId[]", required: false, description: "Keeps only Pods with one of these GPU models." }, { name: "cpuFlavorId", in: "query", type: "CpuFlavorId[]", required: false, description: "Keeps only CPU Pods of one of these flavors." }, { name: "dataCenterId", in: "query", type: "DataCenterId[]", required: false, description: "Keeps only Pods in one of these data centers." }, { name: "imageName", in: "query", type: "string", required: false, description: "Keeps only Pods that run exactly this image, repository and tag included." }, { name: "templateId", in: "query", type: "string", required: false, description: "Keeps only Pods created from this template." }, { name: "endpointId", in: "query", type: "string of at most 191 characters", required: false, description: "Keeps only workers of this Serverless endpoint, at most 191 characters. Combine it with `includeWorkers`, as workers are hidden otherwise." }, { name: "networkVolumeId", in: "query", type: "string", required: false, description: "Keeps only Pods that mount this network volume." }, { name: "includeMachine", in: "query", type: "boolean", required: false, description: "Whether `machine` is filled in: hardware, place and prices of the host." }, { name: "includeNetworkVolume", in: "query", type: "boolean", required: false, description: "Whether `networkVolume` is filled in where one is attached." }, { name: "includeSavingsPlans", in: "query", type: "boolean", required: false, description: "Whether `savingsPlans` is filled in with the price commitments." }, { name: "includeTemplate", in: "query", type: "boolean", required: false, description: "Whether the answer carries the template that supplied the settings, in a field that is not described here." }, { name: "includeWorkers", in: "query", type: "boolean", required: false, description: "Whether Pods that work for Serverless endpoints are found as well. By default they are hidden." }], answer: "Pod[]" },
  { resource: "pods", name: "create", route: "POST /pods", prefix: "/v1", summary: "Create a Pod", description: "Creates a Pod and deploys it on a machine that meets the request. Billing starts with deployment. Sent twice, it makes two Pods. It fails when no machine with the wanted hardware is free.", fields: [{ name: "name", in: "body", type: "string of at most 191 characters", required: false, description: "Label for the Pod, at most 191 characters." }, { name: "imageName", in: "body", type: "string", required: false, description: "Reference of the container image, repository and tag included, such as `registry.example.com/team/app:1.2`. Left out, the image of the template is used." }, { name: "templateId", in: "body", type: "string", required: false, description: "ID of a template that supplies the settings left out here." }, { name: "containerRegistryAuthId", in: "body", type: "string", required: false, description: "ID of the saved registry credentials that pull a private image. Leave it out for a public image." }, { name: "dockerEntrypoint", in: "body", type: "string[]", required: false, description: "Command that overrides the ENTRYPOINT of the image, one array item per word. Empty leaves the one of the image." }, { name: "dockerStartCmd", in: "body", type: "string[]", required: false, description: "Arguments that override the CMD of the image, one array item per word. Empty leaves those of the image." }, { name: "env", in: "body", type: "object", required: false, description: "Environment variables to set in the container, by variable name." }, { name: "ports", in: "body", type: "string[]", required: false, description: "Ports that accept outside traffic, each written `port/protocol` with `http` or `tcp` as the protocol. An http port is reached through the proxy of the service, a tcp port through a public address." }, { name: "computeType", in: "body", type: "GPU | CPU", required: false, description: "`GPU` rents by GPU type and count; `CPU` rents by CPU flavor and vCPU count, and the GPU fields are ignored." }, { name: "cloudType", in: "body", type: "SECURE | COMMUNITY", required: false, description: "`SECURE` places the Pod in a vetted data center, `COMMUNITY` on a machine of an individual provider, mostly at a lower price and without network volumes." }, { name: "gpuTypeIds", in: "body", type: "GpuTypeId[]", required: false, description: "GPU models that will do. Left out, any model will do. `gpuTypePriority` tells whether the order counts." }, { name: "gpuTypePriority", in: "body", type: "availability | custom", required: false, description: "`availability` takes the listed GPU model with most free capacity; `custom` tries the list in its order." }, { name: "gpuCount", in: "body", type: "integer from 1", required: false, description: "Number of GPUs to attach, all in one machine, at least 1. The price multiplies by it." }, { name: "allowedCudaVersions", in: "body", type: "CudaVersion[]", required: false, description: "CUDA versions that the driver of the machine may support. Left out, any version will do." }, { name: "minRAMPerGPU", in: "body", type: "integer", required: false, description: "Least RAM in GB for each GPU. Machines with less are passed over." }, { name: "minVCPUPerGPU", in: "body", type: "integer", required: false, description: "Least number of virtual CPU cores for each GPU. Machines with fewer are passed over." }, { name: "minDiskBandwidthMBps", in: "body", type: "number", required: false, description: "Least disk speed of the machine in MB/s. Left out, any speed will do." }, { name: "minDownloadMbps", in: "body", type: "number", required: false, description: "Least rate of incoming network traffic in Mbit/s. Left out, any rate will do." }, { name: "minUploadMbps", in: "body", type: "number", required: false, description: "Least rate of outgoing network traffic in Mbit/s. Left out, any rate will do." }, { name: "cpuFlavorIds", in: "body", type: "CpuFlavorId[]", required: false, description: "CPU flavors that will do for a `CPU` Pod. `cpuFlavorPriority` tells whether the order counts." }, { name: "cpuFlavorPriority", in: "body", type: "availability | custom", required: false, description: "`availability` takes the listed flavor with most free capacity; `custom` tries the list in its order." }, { name: "vcpuCount", in: "body", type: "integer", required: false, description: "Number of virtual cores of a `CPU` Pod. RAM and price follow from it and from the flavor." }, { name: "dataCenterIds", in: "body", type: "DataCenterId[]", required: false, description: "Data centers that will do. Left out, all of them are allowed. `dataCenterPriority` tells whether the order counts." }, { name: "dataCenterPriority", in: "body", type: "availability | custom", required: false, description: "`availability` takes the listed place with most free capacity; `custom` tries the list in its order." }, { name: "countryCodes", in: "body", type: "string[]", required: false, description: "Two-letter ISO 3166 codes of the countries that will do. Left out, every country is allowed." }, { name: "supportPublicIp", in: "body", type: "boolean", required: false, description: "Whether a `COMMUNITY` machine must offer an IPv4 address of its own, needed for tcp ports. `SECURE` machines have one in any case." }, { name: "globalNetworking", in: "body", type: "boolean", required: false, description: "Whether the Pod joins the private network of the account, over which its Pods reach each other across data centers. Not offered everywhere." }, { name: "containerDiskInGb", in: "body", type: "integer", required: false, description: "Temporary disk in GB for the operating system, installed programs and scratch files. Its content is lost when the Pod is stopped or reset. Null or nothing given means 50." }, { name: "volumeInGb", in: "body", type: "integer", required: false, description: "Disk in GB whose content survives stops, restarts and resets. It is billed while the Pod is stopped too. Null or nothing given means 20. Not used when a network volume is attached." }, { name: "volumeMountPath", in: "body", type: "string", required: false, description: "Absolute path in the container where the volume disk or the network volume appears." }, { name: "networkVolumeId", in: "body", type: "string", required: false, description: "ID of a network volume to mount in place of the volume disk. The Pod then runs in the data center of that volume, and the data outlives the Pod." }, { name: "interruptible", in: "body", type: "boolean", required: false, description: "Rents at the lower spot price when true. The service may then stop the Pod at any time." }, { name: "locked", in: "body", type: "boolean", required: false, description: "Refuses stop and reset until the Pod is unlocked when true." }], answer: "Pod" },
  { resource: "pods", name: "get", route: "GET /pods/{podId}", prefix: "/v1", summary: "Get a Pod", description: "Returns one Pod with its present state, price and ports. Poll it to see when a new Pod has its public address.", fields: [{ name: "podId", in: "path", type: "string", required: true, description: "ID of the Pod to get." }, { name: "includeMachine", in: "query", type: "boolean", required: false, description: "Whether `machine` is filled in: hardware, place and prices of the host." }, { name: "includeNetworkVolume", in: "query", type: "boolean", required: false, description: "Whether `networkVolume` is filled in where one is attached." }, { name: "includeSavingsPlans", in: "query", type: "boolean", required: false, description: "Whether `savingsPlans` is filled in with the price commitments." }, { name: "includeTemplate", in: "query", type: "boolean", required: false, description: "Whether the answer carries the template that supplied the settings, in a field that is not described here." }, { name: "includeWorkers", in: "query", type: "boolean", required: false, description: "Whether a Pod that works for a Serverless endpoint is found as well. By default it is hidden." }], answer: "Pod" },
  { resource: "pods", name: "update", route: "PATCH /pods/{podId}", synonym: "POST /pods/{podId}/update", prefix: "/v1", summary: "Update a Pod", description: "Changes the fields sent and leaves the rest. Another image, environment, port list or disk size may reset the Pod, which starts the container anew and wipes the container disk; the volume disk is kept.", fields: [{ name: "podId", in: "path", type: "string", required: true, description: "ID of the Pod to update." }, { name: "name", in: "body", type: "string of at most 191 characters", required: false, description: "New label, at most 191 characters. Takes effect without a reset." }, { name: "locked", in: "body", type: "boolean", required: false, description: "True refuses stop and reset from now on; false allows them again. Takes effect without a reset." }, { name: "imageName", in: "body", type: "string", required: false, description: "Reference of the container image, repository and tag included, such as `registry.example.com/team/app:1.2`. Another image may reset the Pod." }, { name: "containerRegistryAuthId", in: "body", type: "string", required: false, description: "ID of the saved registry credentials that pull a private image. Leave it out for a public image. A change may reset the Pod." }, { name: "dockerEntrypoint", in: "body", type: "string[]", required: false, description: "Command that overrides the ENTRYPOINT of the image, one array item per word. Empty leaves the one of the image. A change may reset the Pod." }, { name: "dockerStartCmd", in: "body", type: "string[]", required: false, description: "Arguments that override the CMD of the image, one array item per word. Empty leaves those of the image. A change may reset the Pod." }, { name: "env", in: "body", type: "object", required: false, description: "Environment variables of the container, by variable name. The whole set is replaced, and a change may reset the Pod." }, { name: "ports", in: "body", type: "string[]", required: false, description: "Ports that accept outside traffic, each written `port/protocol` with `http` or `tcp` as the protocol. An http port is reached through the proxy of the service, a tcp port through a public address. The whole list is replaced, and a change may reset the Pod." }, { name: "globalNetworking", in: "body", type: "boolean", required: false, description: "Whether the Pod joins the private network of the account, over which its Pods reach each other across data centers. Not offered everywhere." }, { name: "containerDiskInGb", in: "body", type: "integer", required: false, description: "New size in GB of the temporary disk. A change may reset the Pod, which wipes this disk." }, { name: "volumeInGb", in: "body", type: "integer", required: false, description: "New size in GB of the disk that survives stops, restarts and resets. Its files stay, but a change may reset the Pod." }, { name: "volumeMountPath", in: "body", type: "string", required: false, description: "Absolute path in the container where the volume disk or the network volume appears. A change may reset the Pod." }], answer: "Pod" },
  { resource: "pods", name: "delete", route: "DELETE /pods/{podId}", prefix: "/v1", summary: "Delete a Pod", description: "Deletes a Pod with its container disk and its volume disk, and ends all billing for it. This cannot be undone. An attached network volume is kept.", fields: [{ name: "podId", in: "path", type: "string", required: true, description: "ID of the Pod to delete." }], answer: "" },
  { resource: "pods", name: "start", route: "POST /pods/{podId}/start", prefix: "/v1", summary: "Start or resume a Pod", description: "Starts a stopped Pod, with its volume disk as it was left. Compute is billed again from here on. It fails when the machine has too few free GPUs left.", fields: [{ name: "podId", in: "path", type: "string", required: true, description: "ID of the Pod to start." }], answer: "" },
  { resource: "pods", name: "stop", route: "POST /pods/{podId}/stop", prefix: "/v1", summary: "Stop a Pod", description: "Stops a Pod and releases its GPUs, which someone else may rent before the next start. The container disk is lost; the volume disk is kept and goes on being billed. A locked Pod refuses.", fields: [{ name: "podId", in: "path", type: "string", required: true, description: "ID of the Pod to stop." }], answer: "" },
  { resource: "pods", name: "reset", route: "POST /pods/{podId}/reset", prefix: "/v1", summary: "Reset a Pod", description: "Wipes the container disk and starts the container anew from its image. The volume disk is kept, and billing goes on. A locked Pod refuses.", fields: [{ name: "podId", in: "path", type: "string", required: true, description: "ID of the Pod to reset." }], answer: "" },
  { resource: "pods", name: "restart", route: "POST /pods/{podId}/restart", prefix: "/v1", summary: "Restart a Pod", description: "Restarts the container in place, on the same machine and with the same GPUs. Processes are ended and started again; the volume disk is kept, and billing goes on.", fields: [{ name: "podId", in: "path", type: "string", required: true, description: "ID of the Pod to restart." }], answer: "" },
  { resource: "endpoints", name: "list", route: "GET /endpoints", prefix: "/v1", summary: "List Serverless endpoints", description: "Returns all Serverless endpoints of the account in one answer without pages. Templates and workers are filled in only on request.", fields: [{ name: "includeTemplate", in: "query", type: "boolean", required: false, description: "Whether `template` is filled in, in addition to its ID." }, { name: "includeWorkers", in: "query", type: "boolean", required: false, description: "Whether `workers` is filled in with the Pods at work now." }], answer: "Endpoint[]" },
  { resource: "endpoints", name: "create", route: "POST /endpoints", prefix: "/v1", summary: "Create a Serverless endpoint", description: "Creates an endpoint that takes jobs at once and starts workers from the template as they are needed. With `workersMin` above 0, that many workers start now and are billed while idle.", fields: [{ name: "name", in: "body", type: "string of at most 191 characters", required: false, description: "Label for the endpoint, at most 191 characters." }, { name: "templateId", in: "body", type: "string", required: true, description: "ID of the Serverless template, which names image, disks and environment of the workers." }, { name: "computeType", in: "body", type: "GPU | CPU", required: false, description: "Whether workers run on `GPU` or `CPU` machines. Fixed at creation: no update changes it." }, { name: "gpuTypeIds", in: "body", type: "GpuTypeId[]", required: false, description: "GPU models that workers may run on, in order of preference. Left out, the service chooses." }, { name: "gpuCount", in: "body", type: "integer from 1", required: false, description: "Number of GPUs attached to each worker, at least 1. The price of a worker multiplies by it." }, { name: "cpuFlavorIds", in: "body", type: "CpuFlavorId[]", required: false, description: "CPU flavors that workers of a `CPU` endpoint may run on, in order of preference. The memory-rich flavors `cpu3m` and `cpu5m` are for Pods only." }, { name: "vcpuCount", in: "body", type: "integer", required: false, description: "Number of virtual cores of each worker where the endpoint is of type `CPU`." }, { name: "allowedCudaVersions", in: "body", type: "CudaVersion[]", required: false, description: "CUDA versions that the driver of the machine may support. Left out, any version will do." }, { name: "minCudaVersion", in: "body", type: "any JSON", required: false, description: "Lowest CUDA version that the driver of a machine must support to be given a worker." }, { name: "dataCenterIds", in: "body", type: "DataCenterId[]", required: false, description: "Data centers that workers may run in. Left out, all of them are allowed." }, { name: "networkVolumeId", in: "body", type: "string", required: false, description: "ID of a network volume to mount in every worker. Workers then run only in the data center of that volume." }, { name: "networkVolumeIds", in: "body", type: "string[]", required: false, description: "IDs of several network volumes, one for each data center, so that workers can run in all of these. Data is not copied from one to the other." }, { name: "workersMin", in: "body", type: "integer from 0", required: false, description: "Number of workers kept running, 0 or more. Above 0 they are billed while idle too; at 0 the first job waits for a worker to start." }, { name: "workersMax", in: "body", type: "integer from 0", required: false, description: "Upper bound of workers at one time, 0 or more, and with it of the hourly cost. 0 pauses the endpoint: no job is run." }, { name: "scalerType", in: "body", type: "QUEUE_DELAY | REQUEST_COUNT", required: false, description: "Rule that adds workers. `QUEUE_DELAY` adds one when a job has waited too long, `REQUEST_COUNT` keeps the number of workers in proportion to the jobs waiting and running." }, { name: "scalerValue", in: "body", type: "integer from 1", required: false, description: "Threshold of the scaling rule, at least 1. Seconds that a job may wait with `QUEUE_DELAY`; jobs for each worker with `REQUEST_COUNT`." }, { name: "idleTimeout", in: "body", type: "integer from 1 to 3600", required: false, description: "Seconds that a worker without jobs stays up before it is stopped, 1 to 3600. It is billed meanwhile, and saves a new start when a job follows soon." }, { name: "executionTimeoutMs", in: "body", type: "integer", required: false, description: "Milliseconds that one job may run before it is stopped and ends as timed out." }, { name: "flashboot", in: "body", type: "boolean", required: false, description: "Whether a stopped worker is kept in a state from which it starts faster." }], answer: "Endpoint" },
  { resource: "endpoints", name: "get", route: "GET /endpoints/{endpointId}", prefix: "/v1", summary: "Get a Serverless endpoint", description: "Returns one endpoint with its scaling rules. Template and workers are filled in only on request.", fields: [{ name: "endpointId", in: "path", type: "string", required: true, description: "ID of the Serverless endpoint to get." }, { name: "includeTemplate", in: "query", type: "boolean", required: false, description: "Whether `template` is filled in, in addition to its ID." }, { name: "includeWorkers", in: "query", type: "boolean", required: false, description: "Whether `workers` is filled in with the Pods at work now." }], answer: "Endpoint" },
  { resource: "endpoints", name: "update", route: "PATCH /endpoints/{endpointId}", synonym: "POST /endpoints/{endpointId}/update", prefix: "/v1", summary: "Update a Serverless endpoint", description: "Changes the fields sent and leaves the rest. Scaling rules apply at once; another template or other hardware replaces the running workers. `workersMin` above 0 is billed while idle.", fields: [{ name: "endpointId", in: "path", type: "string", required: true, description: "ID of the Serverless endpoint to update." }, { name: "name", in: "body", type: "string of at most 191 characters", required: false, description: "New label, at most 191 characters." }, { name: "templateId", in: "body", type: "string", required: false, description: "ID of another Serverless template. Running workers are replaced by ones started from it." }, { name: "gpuTypeIds", in: "body", type: "GpuTypeId[]", required: false, description: "GPU models that workers may run on, in order of preference." }, { name: "gpuCount", in: "body", type: "integer from 1", required: false, description: "Number of GPUs attached to each worker, at least 1. The price of a worker multiplies by it." }, { name: "cpuFlavorIds", in: "body", type: "CpuFlavorId[]", required: false, description: "CPU flavors that workers of a `CPU` endpoint may run on, in order of preference. The memory-rich flavors `cpu3m` and `cpu5m` are for Pods only." }, { name: "vcpuCount", in: "body", type: "integer", required: false, description: "Number of virtual cores of each worker where the endpoint is of type `CPU`." }, { name: "allowedCudaVersions", in: "body", type: "CudaVersion[]", required: false, description: "CUDA versions that the driver of the machine may support." }, { name: "minCudaVersion", in: "body", type: "any JSON", required: false, description: "Lowest CUDA version that the driver of a machine must support to be given a worker." }, { name: "dataCenterIds", in: "body", type: "DataCenterId[]", required: false, description: "Data centers that workers may run in. A worker elsewhere is replaced." }, { name: "networkVolumeId", in: "body", type: "string", required: false, description: "ID of a network volume to mount in every worker. Workers then run only in the data center of that volume." }, { name: "networkVolumeIds", in: "body", type: "string[]", required: false, description: "IDs of several network volumes, one for each data center, so that workers can run in all of these. Data is not copied from one to the other." }, { name: "workersMin", in: "body", type: "integer from 0", required: false, description: "Number of workers kept running, 0 or more. Above 0 they are billed while idle too; at 0 the first job waits for a worker to start." }, { name: "workersMax", in: "body", type: "integer from 0", required: false, description: "Upper bound of workers at one time, 0 or more, and with it of the hourly cost. 0 pauses the endpoint: no job is run." }, { name: "scalerType", in: "body", type: "QUEUE_DELAY | REQUEST_COUNT", required: false, description: "Rule that adds workers. `QUEUE_DELAY` adds one when a job has waited too long, `REQUEST_COUNT` keeps the number of workers in proportion to the jobs waiting and running." }, { name: "scalerValue", in: "body", type: "integer from 1", required: false, description: "Threshold of the scaling rule, at least 1. Seconds that a job may wait with `QUEUE_DELAY`; jobs for each worker with `REQUEST_COUNT`." }, { name: "idleTimeout", in: "body", type: "integer from 1 to 3600", required: false, description: "Seconds that a worker without jobs stays up before it is stopped, 1 to 3600. It is billed meanwhile, and saves a new start when a job follows soon." }, { name: "executionTimeoutMs", in: "body", type: "integer", required: false, description: "Milliseconds that one job may run before it is stopped and ends as timed out." }, { name: "flashboot", in: "body", type: "boolean", required: false, description: "Whether a stopped worker is kept in a state from which it starts faster." }], answer: "Endpoint" },
  { resource: "endpoints", name: "delete", route: "DELETE /endpoints/{endpointId}", prefix: "/v1", summary: "Delete a Serverless endpoint", description: "Deletes an endpoint, stops its workers and drops the jobs that wait. This cannot be undone. The template and network volumes are kept.", fields: [{ name: "endpointId", in: "path", type: "string", required: true, description: "ID of the Serverless endpoint to delete." }], answer: "" },
  { resource: "networkVolumes", name: "list", route: "GET /networkvolumes", prefix: "/v1", summary: "List network volumes", description: "Returns all network volumes of the account in one answer without pages.", fields: [], answer: "NetworkVolume[]" },
  { resource: "networkVolumes", name: "create", route: "POST /networkvolumes", prefix: "/v1", summary: "Create a network volume", description: "Allocates storage in one data center for Pods and workers to share. The full size is billed from now on, filled or not, until the volume is deleted.", fields: [{ name: "name", in: "body", type: "string", required: true, description: "User-defined label. Need not be unique." }, { name: "size", in: "body", type: "integer from 0 to 4000", required: true, description: "Disk space to allocate in GB, 0 to 4000. Billed from creation on, filled or not; it can grow later but never shrink." }, { name: "dataCenterId", in: "body", type: "any JSON", required: true, description: "Data center that is to hold the data. It cannot be changed later, and only Pods and workers there can mount the volume." }], answer: "NetworkVolume" },
  { resource: "networkVolumes", name: "get", route: "GET /networkvolumes/{networkVolumeId}", prefix: "/v1", summary: "Get a network volume", description: "Returns one network volume with its size and place. The files on it are not reached through this API.", fields: [{ name: "networkVolumeId", in: "path", type: "string", required: true, description: "ID of the network volume to get." }], answer: "NetworkVolume" },
  { resource: "networkVolumes", name: "update", route: "PATCH /networkvolumes/{networkVolumeId}", synonym: "POST /networkvolumes/{networkVolumeId}/update", prefix: "/v1", summary: "Update a network volume", description: "Renames a network volume, enlarges it, or both. A volume only grows: a size that is not greater than the current one is refused. The larger size is billed from then on.", fields: [{ name: "networkVolumeId", in: "path", type: "string", required: true, description: "ID of the network volume to update." }, { name: "name", in: "body", type: "string", required: false, description: "New user-defined label. Need not be unique." }, { name: "size", in: "body", type: "integer from 0 to 4000", required: false, description: "Disk space in GB after the update, 0 to 4000. Must be greater than the current size: a volume grows and never shrinks, and the larger size is billed from then on." }], answer: "NetworkVolume" },
  { resource: "networkVolumes", name: "delete", route: "DELETE /networkvolumes/{networkVolumeId}", prefix: "/v1", summary: "Delete a network volume", description: "Deletes a network volume with every file on it, and ends its billing. This cannot be undone.", fields: [{ name: "networkVolumeId", in: "path", type: "string", required: true, description: "ID of the network volume to delete." }], answer: "" },
  { resource: "templates", name: "list", route: "GET /templates", prefix: "/v1", summary: "List templates", description: "Returns the templates of the account in one answer without pages. Public, official and endpoint-bound ones are added only on request.", fields: [{ name: "includePublicTemplates", in: "query", type: "boolean", required: false, description: "Whether templates that other accounts have published are found as well." }, { name: "includeRunpodTemplates", in: "query", type: "boolean", required: false, description: "Whether the official templates of the operator of the service are found as well." }, { name: "includeEndpointBoundTemplates", in: "query", type: "boolean", required: false, description: "Whether templates tied to one Serverless endpoint are found as well." }], answer: "Template[]" },
  { resource: "templates", name: "create", route: "POST /templates", prefix: "/v1", summary: "Create a template", description: "Saves container settings for Pods or Serverless endpoints to be created from. A template runs nothing and costs nothing by itself.", fields: [{ name: "name", in: "body", type: "string", required: true, description: "Label of the template, shown in lists." }, { name: "imageName", in: "body", type: "string", required: true, description: "Reference of the container image, repository and tag included, such as `registry.example.com/team/app:1.2`." }, { name: "category", in: "body", type: "NVIDIA | AMD | CPU", required: false, description: "Hardware that the image is made for: machines with `NVIDIA` or `AMD` GPUs, or with a `CPU` alone." }, { name: "isServerless", in: "body", type: "boolean", required: false, description: "True makes it a template for workers of Serverless endpoints, false one for Pods. Fixed at creation: no update changes it." }, { name: "isPublic", in: "body", type: "boolean", required: false, description: "True lets every account see and use it, its environment variables included; false keeps it to your own." }, { name: "containerRegistryAuthId", in: "body", type: "string", required: false, description: "ID of the saved registry credentials that pull a private image. Leave it out for a public image." }, { name: "dockerEntrypoint", in: "body", type: "string[]", required: false, description: "Command that overrides the ENTRYPOINT of the image, one array item per word. Empty leaves the one of the image." }, { name: "dockerStartCmd", in: "body", type: "string[]", required: false, description: "Arguments that override the CMD of the image, one array item per word. Empty leaves those of the image." }, { name: "env", in: "body", type: "object", required: false, description: "Environment variables to set in each container, by variable name." }, { name: "ports", in: "body", type: "string[]", required: false, description: "Ports that accept outside traffic, each written `port/protocol` with `http` or `tcp` as the protocol. An http port is reached through the proxy of the service, a tcp port through a public address." }, { name: "containerDiskInGb", in: "body", type: "integer", required: false, description: "Size in GB of the temporary disk of each container, for the operating system, installed programs and scratch files. A reset wipes it." }, { name: "volumeInGb", in: "body", type: "integer", required: false, description: "Size in GB of the disk of each Pod whose content survives stops, restarts and resets. It is billed while the Pod is stopped too." }, { name: "volumeMountPath", in: "body", type: "string", required: false, description: "Absolute path in the container where the volume disk or the network volume appears." }, { name: "readme", in: "body", type: "string", required: false, description: "Markdown text that explains to users what the image does and how to reach it." }], answer: "Template" },
  { resource: "templates", name: "get", route: "GET /templates/{templateId}", prefix: "/v1", summary: "Get a template", description: "Returns one template with its image, disks and environment. Public, official and endpoint-bound ones are found only on request.", fields: [{ name: "templateId", in: "path", type: "string", required: true, description: "ID of the template to get." }, { name: "includePublicTemplates", in: "query", type: "boolean", required: false, description: "Whether a template that another account has published is found as well." }, { name: "includeRunpodTemplates", in: "query", type: "boolean", required: false, description: "Whether an official template of the operator of the service is found as well." }, { name: "includeEndpointBoundTemplates", in: "query", type: "boolean", required: false, description: "Whether a template tied to one Serverless endpoint is found as well." }], answer: "Template" },
  { resource: "templates", name: "update", route: "PATCH /templates/{templateId}", synonym: "POST /templates/{templateId}/update", prefix: "/v1", summary: "Update a template", description: "Changes the fields sent and leaves the rest. Serverless endpoints that use the template replace their workers step by step; Pods that exist already stay as they are.", fields: [{ name: "templateId", in: "path", type: "string", required: true, description: "ID of the template to update." }, { name: "name", in: "body", type: "string", required: false, description: "New label of the template, shown in lists." }, { name: "imageName", in: "body", type: "string", required: false, description: "Reference of the container image, repository and tag included, such as `registry.example.com/team/app:1.2`. Running workers of endpoints that use the template are replaced." }, { name: "isPublic", in: "body", type: "boolean", required: false, description: "True lets every account see and use it, its environment variables included; false keeps it to your own." }, { name: "containerRegistryAuthId", in: "body", type: "string", required: false, description: "ID of the saved registry credentials that pull a private image. Leave it out for a public image." }, { name: "dockerEntrypoint", in: "body", type: "string[]", required: false, description: "Command that overrides the ENTRYPOINT of the image, one array item per word. Empty leaves the one of the image." }, { name: "dockerStartCmd", in: "body", type: "string[]", required: false, description: "Arguments that override the CMD of the image, one array item per word. Empty leaves those of the image." }, { name: "env", in: "body", type: "object", required: false, description: "Environment variables to set in each container, by variable name. The whole set is replaced." }, { name: "ports", in: "body", type: "string[]", required: false, description: "Ports that accept outside traffic, each written `port/protocol` with `http` or `tcp` as the protocol. An http port is reached through the proxy of the service, a tcp port through a public address. The whole list is replaced." }, { name: "containerDiskInGb", in: "body", type: "integer", required: false, description: "Size in GB of the temporary disk of each container, for the operating system, installed programs and scratch files. A reset wipes it." }, { name: "volumeInGb", in: "body", type: "integer", required: false, description: "Size in GB of the disk of each Pod whose content survives stops, restarts and resets. It is billed while the Pod is stopped too." }, { name: "volumeMountPath", in: "body", type: "string", required: false, description: "Absolute path in the container where the volume disk or the network volume appears." }, { name: "readme", in: "body", type: "string", required: false, description: "Markdown text that explains to users what the image does and how to reach it." }], answer: "Template" },
  { resource: "templates", name: "delete", route: "DELETE /templates/{templateId}", prefix: "/v1", summary: "Delete a template", description: "Deletes a template, so that nothing new can be created from it. This cannot be undone.", fields: [{ name: "templateId", in: "path", type: "string", required: true, description: "ID of the template to delete." }], answer: "" },
  { resource: "containerRegistryAuths", name: "list", route: "GET /containerregistryauth", prefix: "/v1", summary: "List container registry auths", description: "Returns ID and name of all saved registry credentials of the account. User names and passwords are never returned.", fields: [], answer: "ContainerRegistryAuth[]" },
  { resource: "containerRegistryAuths", name: "create", route: "POST /containerregistryauth", prefix: "/v1", summary: "Save container registry credentials", description: "Saves a login with which private images are pulled. The password is write-only: nothing returns it, and to change it the credentials are created anew.", fields: [{ name: "name", in: "body", type: "string", required: true, description: "Label to recognize the credentials by." }, { name: "username", in: "body", type: "string", required: true, description: "Login of the account at the registry." }, { name: "password", in: "body", type: "string", required: true, description: "Password or access token of the login. It is stored and used for pulls, and no operation ever returns it." }], answer: "ContainerRegistryAuth" },
  { resource: "containerRegistryAuths", name: "get", route: "GET /containerregistryauth/{containerRegistryAuthId}", prefix: "/v1", summary: "Get a container registry auth", description: "Returns ID and name of one set of saved credentials. User name and password are never returned.", fields: [{ name: "containerRegistryAuthId", in: "path", type: "string", required: true, description: "ID of the container registry auth to get." }], answer: "ContainerRegistryAuth" },
  { resource: "containerRegistryAuths", name: "delete", route: "DELETE /containerregistryauth/{containerRegistryAuthId}", prefix: "/v1", summary: "Delete a container registry auth", description: "Deletes saved credentials. This cannot be undone, and pulls of private images that rely on them fail from then on.", fields: [{ name: "containerRegistryAuthId", in: "path", type: "string", required: true, description: "ID of the container registry auth to delete." }], answer: "" },
  { resource: "billing", name: "pods", route: "GET /billing/pods", prefix: "/v1", summary: "Get the billing history of Pods", description: "Returns what Pods were charged, one record for each period and group. Reading it changes nothing and costs nothing.", fields: [{ name: "startTime", in: "query", type: "string", required: false, description: "Leaves out what was used before this UTC time." }, { name: "endTime", in: "query", type: "string", required: false, description: "Leaves out what was used after this UTC time." }, { name: "bucketSize", in: "query", type: "hour | day | week | month | year", required: false, description: "Length of the period that one record sums up." }, { name: "grouping", in: "query", type: "podId | gpuTypeId", required: false, description: "What the records of a period are split by: one for each Pod, or one for each GPU model." }, { name: "podId", in: "query", type: "string", required: false, description: "Keeps only charges of this Pod." }, { name: "gpuTypeId", in: "query", type: "GpuTypeId", required: false, description: "Keeps only charges for this GPU model." }], answer: "BillingRecord[]" },
  { resource: "billing", name: "endpoints", route: "GET /billing/endpoints", prefix: "/v1", summary: "Get the billing history of Serverless endpoints", description: "Returns what Serverless endpoints were charged, one record for each period and group. Reading it changes nothing and costs nothing.", fields: [{ name: "startTime", in: "query", type: "string", required: false, description: "Leaves out what was used before this UTC time." }, { name: "endTime", in: "query", type: "string", required: false, description: "Leaves out what was used after this UTC time." }, { name: "bucketSize", in: "query", type: "hour | day | week | month | year", required: false, description: "Length of the period that one record sums up." }, { name: "grouping", in: "query", type: "endpointId | podId | gpuTypeId", required: false, description: "What the records of a period are split by: endpoint, worker Pod or GPU model." }, { name: "endpointId", in: "query", type: "string", required: false, description: "Keeps only charges of this Serverless endpoint." }, { name: "templateId", in: "query", type: "string", required: false, description: "Keeps only charges of endpoints created from this template." }, { name: "imageName", in: "query", type: "string", required: false, description: "Keeps only charges of endpoints that run exactly this image." }, { name: "gpuTypeId", in: "query", type: "GpuTypeId[]", required: false, description: "Keeps only charges for these GPU models." }, { name: "dataCenterId", in: "query", type: "DataCenterId[]", required: false, description: "Keeps only charges from these data centers. Left out, all of them count." }], answer: "BillingRecord[]" },
  { resource: "billing", name: "networkVolumes", route: "GET /billing/networkvolumes", prefix: "/v1", summary: "Get the billing history of network volumes", description: "Returns what all network volumes together were charged, one record for each period. Reading it changes nothing and costs nothing.", fields: [{ name: "startTime", in: "query", type: "string", required: false, description: "Leaves out what was used before this UTC time." }, { name: "endTime", in: "query", type: "string", required: false, description: "Leaves out what was used after this UTC time." }, { name: "bucketSize", in: "query", type: "hour | day | week | month | year", required: false, description: "Length of the period that one record sums up." }], answer: "NetworkVolumeBillingRecord[]" },
  { resource: "jobs", name: "run", route: "POST /v2/{slug}/run", prefix: "", summary: "Submit a job and return at once.", description: "Puts a job in the queue and answers with its `id` before any work is done; poll its status until it ends. The body holds at most 10 MB, and the result is kept for 30 minutes after the end. An endpoint takes 1000 calls in 10 seconds and 200 at once, or more where its workers allow more. Each accepted call starts a job of its own and is billed as such, so one whose answer is lost is not to be repeated blindly. A failed generation is not charged.", fields: [{ name: "slug", in: "path", type: "string", required: true, description: "Short name of a public model, or the ID of a Serverless endpoint of the account." }, { name: "input", in: "body", type: "any JSON", required: true, description: "The parameters of the model, or what a worker of one's own takes." }, { name: "webhook", in: "body", type: "string", required: false, description: "URL that is sent the job when it ends, up to 3 times, 10 seconds apart, until it answers 200. The call carries no signature, so the receiver takes it as a hint and reads the job itself." }, { name: "policy", in: "body", type: "JobPolicy", required: false, description: "How long a job may wait and run, and how it ranks." }, { name: "s3Config", in: "body", type: "JobS3Config", required: false, description: "S3-compatible storage the worker uploads large results to. The credentials travel with the job, so they are best limited to this one bucket." }], answer: "Job" },
  { resource: "jobs", name: "runSync", route: "POST /v2/{slug}/runsync", prefix: "", summary: "Submit a job and hold the call until it ends.", description: "Puts a job in the queue and answers when it ends, or when `wait` runs out: the status is then not final, and the job goes on and is polled by its `id`, which begins with `sync-`. The body holds at most 20 MB, and the result is kept for 1 minute after the end. An endpoint takes 2000 calls in 10 seconds and 400 at once, or more where its workers allow more. Each accepted call starts a job of its own and is billed as such, so one whose answer is lost is not to be repeated blindly. A failed generation is not charged.", fields: [{ name: "slug", in: "path", type: "string", required: true, description: "Short name of a public model, or the ID of a Serverless endpoint of the account." }, { name: "wait", in: "query", type: "integer from 1000 to 300000", required: false, description: "Longest time the service holds the call open, in milliseconds, from 1 second to 5 minutes. It bounds the answer, not the job." }, { name: "input", in: "body", type: "any JSON", required: true, description: "The parameters of the model, or what a worker of one's own takes." }, { name: "webhook", in: "body", type: "string", required: false, description: "URL that is sent the job when it ends, up to 3 times, 10 seconds apart, until it answers 200. The call carries no signature, so the receiver takes it as a hint and reads the job itself." }, { name: "policy", in: "body", type: "JobPolicy", required: false, description: "How long a job may wait and run, and how it ranks." }, { name: "s3Config", in: "body", type: "JobS3Config", required: false, description: "S3-compatible storage the worker uploads large results to. The credentials travel with the job, so they are best limited to this one bucket." }], answer: "Job" },
  { resource: "jobs", name: "status", route: "GET /v2/{slug}/status/{jobId}", prefix: "", summary: "Look at a job, and fetch its result once it has ended.", description: "Answers at once with the present state of the job, and with `output` when it is `COMPLETED`. A result is kept for 30 minutes after the end of a job from `/run` and for 1 minute from `/runsync`; after that, or once its time to live is over, the job is answered with 404. Looking costs nothing and changes nothing; 2 seconds between two looks is a good pace. An endpoint takes 2000 looks in 10 seconds and 400 at once, or more where its workers allow more.", fields: [{ name: "slug", in: "path", type: "string", required: true, description: "Short name of a public model, or the ID of a Serverless endpoint of the account." }, { name: "jobId", in: "path", type: "string", required: true, description: "The `id` that the submit answered with. It is known only under the slug it was submitted to; one that begins with `sync-` comes from `/runsync`." }], answer: "Job" },
  { resource: "jobs", name: "stream", route: "GET /v2/{slug}/stream/{jobId}", prefix: "", summary: "Fetch the parts of a result that have come since the last call.", description: "Answers with the pieces a worker has put out so far and not yet delivered, each at most 1 MB, and holds the call for about 10 seconds while there are none. Call again until the status is final. Only a worker that yields its output piece by piece fills it. A piece already delivered is not delivered again. An endpoint takes 2000 calls in 10 seconds and 400 at once, or more where its workers allow more.", fields: [{ name: "slug", in: "path", type: "string", required: true, description: "Short name of a public model, or the ID of a Serverless endpoint of the account." }, { name: "jobId", in: "path", type: "string", required: true, description: "The `id` that the submit answered with. It is known only under the slug it was submitted to; one that begins with `sync-` comes from `/runsync`." }], answer: "JobStream" },
  { resource: "jobs", name: "cancel", route: "POST /v2/{slug}/cancel/{jobId}", prefix: "", summary: "Stop a job that is waiting or running.", description: "Takes the job out of the queue, or stops the worker that runs it, and answers with the status `CANCELLED`. It is not run again. An endpoint takes 100 calls in 10 seconds and 20 at once, or more where its workers allow more.", fields: [{ name: "slug", in: "path", type: "string", required: true, description: "Short name of a public model, or the ID of a Serverless endpoint of the account." }, { name: "jobId", in: "path", type: "string", required: true, description: "The `id` that the submit answered with. It is known only under the slug it was submitted to; one that begins with `sync-` comes from `/runsync`." }], answer: "Job" },
  { resource: "jobs", name: "retry", route: "POST /v2/{slug}/retry/{jobId}", prefix: "", summary: "Put a job that failed or timed out back in the queue.", description: "Runs the same input again under the same `id`; its earlier error and output are gone. Only a job whose status is `FAILED` or `TIMED_OUT`, and whose result is still kept, can be put back. The new run is billed if it succeeds.", fields: [{ name: "slug", in: "path", type: "string", required: true, description: "Short name of a public model, or the ID of a Serverless endpoint of the account." }, { name: "jobId", in: "path", type: "string", required: true, description: "The `id` that the submit answered with. It is known only under the slug it was submitted to; one that begins with `sync-` comes from `/runsync`." }], answer: "Job" },
  { resource: "jobs", name: "purgeQueue", route: "POST /v2/{slug}/purge-queue", prefix: "", summary: "Drop every job that is still waiting.", description: "Empties the queue of the endpoint, whoever submitted the work; it cannot be undone. A job that a worker has already taken up runs on. An endpoint takes 2 calls in 10 seconds.", fields: [{ name: "slug", in: "path", type: "string", required: true, description: "Short name of a public model, or the ID of a Serverless endpoint of the account." }], answer: "PurgeResult" },
  { resource: "jobs", name: "health", route: "GET /v2/{slug}/health", prefix: "", summary: "Count the jobs and workers of an endpoint.", description: "Answers with how many jobs wait, run and have ended, and with how many workers are in which state: the figures that tell a long queue from a lack of capacity. It starts no worker and costs nothing.", fields: [{ name: "slug", in: "path", type: "string", required: true, description: "Short name of a public model, or the ID of a Serverless endpoint of the account." }], answer: "EndpointHealth" }
];
var actions = /* @__PURE__ */ new Map([
  ["/_emulator/advance", advanceClock],
  ["/_emulator/fault-rule", addFaultRule],
  ["/_emulator/send", sendRequest]
]);
async function advanceClock({ service }, { ms }) {
  if (typeof ms != "number") throw new import_emulator_chunk_JVISCSEB.ApiError(400, "ms must be a number");
  return await service.state.clock.advance(ms), {};
}
function addFaultRule({ service }, { route, rule }) {
  return service.faultRules.add(route, rule), {};
}
async function sendRequest({ answer: answer2, service }, { method, path, body }, origin) {
  if (typeof method != "string" || typeof path != "string")
    throw new import_emulator_chunk_JVISCSEB.ApiError(400, "method and path are required");
  if (!path.startsWith("/") || path.startsWith("/_emulator"))
    throw new import_emulator_chunk_JVISCSEB.ApiError(400, "path must be a path of the service");
  let headers = new Headers({
    authorization: `Bearer ${service.settings.apiKey}`
  }), init = { method, headers };
  body !== void 0 && method !== "GET" && (headers.set("content-type", "application/json"), init.body = JSON.stringify(body));
  let response = await answer2(new Request(new URL(origin + path), init)), type = response.headers.get("content-type") ?? "", bytes = await response.arrayBuffer(), text = /json|text/.test(type) ? new TextDecoder().decode(bytes) : `${bytes.byteLength} bytes of ${type || "no content type"}`;
  return { status: response.status, text };
}
function isRequestAllowed(request) {
  let { host, origin, hostname, pathname } = new URL(request.url), { headers } = request, from = headers.get("origin") ?? origin, isOwnOrigin = from === origin || from.endsWith(`://${host}`), site = headers.get("sec-fetch-site") ?? "none", isSameSite = pathname === "/" || ["same-origin", "none"].includes(site);
  return isOwnOrigin && isSameSite && isLocalName(hostname);
}
function isLocalName(hostname) {
  let isAddress = /^\[.*\]$|^[\d.]+$/.test(hostname), isReserved = /\.(localhost|invalid|test|local|internal)$/.test(
    hostname
  );
  return isAddress || isReserved || !hostname.includes(".");
}
var podId = "the id of a Pod";
var variables = {
  deploy: {
    input: {
      name: "from the page",
      imageName: "ubuntu:24.04",
      gpuTypeId: "NVIDIA L4",
      gpuCount: 1
    }
  },
  pod: { input: { podId } },
  resume: { input: { podId } },
  stop: { input: { podId } },
  terminate: { input: { podId } },
  deleteEndpoint: { id: "the id of an endpoint" },
  deleteTemplate: { templateName: "from-the-page" },
  saveTemplate: {
    input: {
      name: "from-the-page",
      imageName: "ubuntu:24.04",
      dockerArgs: "",
      env: [],
      containerDiskInGb: 20,
      volumeInGb: 0
    }
  },
  saveEndpoint: {
    input: {
      name: "from the page",
      templateId: "the id of a serverless template",
      gpuIds: "AMPERE_16",
      workersMin: 0,
      workersMax: 3
    }
  }
};
var FIRST_DOCUMENTS = ["myself", "pods", "gpuTypes", "deploy"];
var graphqlSamples = [
  .../* @__PURE__ */ new Set([...FIRST_DOCUMENTS, ...Object.keys(import_emulator_chunk_6NKXQFA5.documents)])
].map((name) => ({
  name,
  query: import_emulator_chunk_6NKXQFA5.documents[name] ?? "",
  variables: variables[name] ?? {}
}));
function buildView({ state, settings, requestLog }) {
  let { clock, jobs } = state;
  clock.runDue();
  let { entries } = requestLog;
  return {
    now: clock.now(),
    speed: settings.clock === "manual" ? 0 : settings.speed,
    jobs: [...jobs.values()].slice(-100).reverse().map(jobRow),
    jobCount: jobs.size,
    tables: buildTables(state),
    requests: entries.slice(-100).map(requestRow).reverse(),
    requestCount: entries.length
  };
}
function jobRow(job) {
  let { slug, id, status, submittedAt, startedAt, endedAt } = job;
  return { slug, id, status, submittedAt, startedAt, endedAt };
}
function requestRow(request) {
  let { at, method, path, status, durationMs } = request;
  return { number: requestNumber(request), at, method, path, status, durationMs };
}
var requestNumbers = /* @__PURE__ */ new WeakMap();
var lastRequestNumber = 0;
function requestNumber(request) {
  let known = requestNumbers.get(request);
  return known !== void 0 ? known : (lastRequestNumber += 1, requestNumbers.set(request, lastRequestNumber), lastRequestNumber);
}
function buildTables(data) {
  let ownTemplates = [...data.templates.values()].filter(
    ({ owned }) => owned
  );
  return [
    buildTable(
      "Pods",
      ["ID", "Name", "State", "Image", "Hardware", "Data center", "USD/h"],
      [...data.pods.values()].map((pod) => [
        pod.id,
        pod.name,
        pod.desiredStatus,
        pod.image,
        describeHardware(pod),
        pod.dataCenterId,
        pod.costPerHr.toFixed(2)
      ])
    ),
    buildTable(
      "Network volumes",
      ["ID", "Name", "Size", "Data center"],
      [...data.networkVolumes.values()].map((volume) => [
        volume.id,
        volume.name,
        `${volume.size} GB`,
        volume.dataCenterId
      ])
    ),
    buildTable(
      "Endpoints",
      ["ID", "Name", "Workers", "Hardware", "Version"],
      [...data.endpoints.values()].map(({ id, settings, version }) => [
        id,
        settings.name,
        `${settings.workersMin} to ${settings.workersMax}`,
        settings.gpuTypeIds[0] ?? settings.computeType,
        String(version)
      ])
    ),
    buildTable(
      "Templates",
      ["ID", "Name", "Image", "For"],
      ownTemplates.map(({ id, name, imageName, isServerless }) => [
        id,
        name,
        imageName,
        isServerless ? "endpoints" : "Pods"
      ])
    ),
    buildTable(
      "Container registry auths",
      ["ID", "Name"],
      [...data.registryAuths.values()].map(({ id, name }) => [id, name])
    )
  ];
}
function describeHardware(pod) {
  return pod.computeType === "GPU" ? `${pod.gpuCount} \xD7 ${pod.gpuTypeId ?? "GPU"}` : `${pod.vcpuCount} vCPU, ${pod.memoryInGb} GB`;
}
function buildTable(title, columns, rows) {
  let shown = rows.slice(-200).reverse();
  return { title, columns, rows: shown, count: rows.length };
}
var MIN_UPDATE_INTERVAL_MS = 150;
var CLOCK_INTERVAL_MS = 500;
function streamViews(service) {
  let encoder = new TextEncoder(), stop = () => {
  }, stream = new ReadableStream({
    start: (controller) => {
      let send = () => {
        let data = JSON.stringify(buildView(service));
        controller.enqueue(encoder.encode(`data: ${data}

`));
      };
      send(), stop = sendOnChange(service, send);
    },
    cancel: () => stop()
  });
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store"
    }
  });
}
function sendOnChange({ state }, send) {
  let { events, clock } = state, pending, sendSoon = () => {
    pending ??= setTimeout(() => {
      pending = void 0, send();
    }, MIN_UPDATE_INTERVAL_MS);
  }, unsubscribe = events.subscribe(sendSoon), reading = setInterval(() => clock.runDue(), CLOCK_INTERVAL_MS);
  return () => {
    unsubscribe(), clearInterval(reading), clearTimeout(pending);
  };
}
async function servePage(context, request) {
  try {
    if (!isRequestAllowed(request))
      throw new import_emulator_chunk_JVISCSEB.ApiError(403, "only requests of the page itself are allowed");
    return await answer(context, request);
  } catch (error) {
    let status = error instanceof import_emulator_chunk_JVISCSEB.ApiError ? error.status : 400, message = error instanceof Error ? error.message : String(error);
    return Response.json({ error: message }, { status });
  }
}
async function answer(context, request) {
  let { pathname, origin } = new URL(request.url), action = actions.get(pathname);
  if (action) {
    if (request.method !== "POST")
      throw new import_emulator_chunk_JVISCSEB.ApiError(405, "this path takes POST only");
    let body = await request.json();
    if (!(0, import_emulator_chunk_JVISCSEB.isRecord)(body)) throw new import_emulator_chunk_JVISCSEB.ApiError(400, "the body must be an object");
    return Response.json(await action(context, body, origin));
  }
  if (request.method !== "GET")
    throw new import_emulator_chunk_JVISCSEB.ApiError(405, "this path takes GET only");
  switch (pathname) {
    case "/":
      return textResponse(html, "text/html");
    case "/_emulator/page.js":
      return textResponse(script, "text/javascript");
    case "/_emulator/page.css":
      return textResponse(style, "text/css");
    case "/_emulator/reference":
      return Response.json({
        reference,
        samples: graphqlSamples,
        models: modelSlugs(context.service)
      });
    case "/_emulator/events":
      return streamViews(context.service);
    default:
      throw new import_emulator_chunk_JVISCSEB.ApiError(404, "there is nothing at this path");
  }
}
function modelSlugs({ state }) {
  return [
    ...import_emulator_chunk_JVISCSEB.builtInSlugs,
    ...state.customModels.keys(),
    ...state.endpoints.keys()
  ];
}
var CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
function textResponse(body, type) {
  return new Response(body, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy": CONTENT_SECURITY_POLICY,
      "x-content-type-options": "nosniff",
      "cache-control": "no-cache"
    }
  });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  servePage
});
//# sourceMappingURL=emulator-serve-page-7JQDLA5K.js.map
