export const id = 166;
export const ids = [166];
export const modules = {

/***/ 96166:
((e,t,r)=>{r.r(t),r.d(t,{writeReport:()=>writeReport});var a=r(77598),n=r(73024),o=r(51455),i=r(76760),l=r(57075),s=r(46466),d=r(96789);let c="[=+\\-@＝＋－＠]",p=RegExp(`^${c}|[\\s;"\\p{C}\\p{Default_Ignorable_Code_Point}]+(?:${c})?`,"gu"),m=RegExp(`${c}$`,"u"),h=/[;\t\r\n]/g;function formulaSafe(e){let t=e.replace(p,(e,t)=>{if(!m.test(e))return e;let r=e.replace(h,"$&'");return 0===t?`'${r}`:r});return/^[\t\r\n]/.test(t)?`'${t}`:t}let u=/^::|\p{White_Space}+(?:::)?/gu;function commandSafe(e){return e.replaceAll("##[","# #[").replace(u,(e,t)=>e.endsWith("::")&&(0===t||/[\r\n]/.test(e))?`${e.slice(0,-1)} :`:e)}var f=r(46298);let g=["project","path","human","ai","total","previous_total","change_percent","state"],w={record_delimiter:"windows",quote_record_delimiter:!0};function*csvText(e){yield(0,d.A)([g],{...w,bom:!0});let t=[];for(let r of csvRecords(e))500>t.push(r)||(yield(0,d.A)(t,w),t=[]);t.length>0&&(yield(0,d.A)(t,w))}function*csvRecords(e){for(let t of e.projects){let e=formulaSafe(commandSafe(t.projectId));for(let r of(0,f.Q)(t)){let{human:t,ai:a,total:n,previous:o,state:i}=r;yield[e,formulaSafe(commandSafe(r.path)),t,a,n,o?.total,(0,f.A)(r),i]}}}var b=r(96259);let v={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function escapeHtml(e){return e.replace(/[&<>"']/g,e=>v[e]??e).replace(b.VH,"�").replaceAll("##[","#&#35;[")}var y=r(28699),x=r(24934);function figureCell(e){return`<td>${void 0===e?"–":(0,x.oh)(e)}</td>`}function pathCell(e){let t=(0,b.GJ)(e),r=pathText(t||"(empty)"),a=t.slice(0,160).replace(/[\ud800-\udbff]$/,""),n=t.length<=160?r:`<details><summary>${pathText(`${a}…`)}</summary>${r}</details>`;return`<th scope="row" class="path">${n}</th>`}function pathText(e){return`<bdi>${escapeHtml(e).replaceAll("/","/<wbr>")}</bdi>`}var $=r(3667),k=r(51713),j=r(87628),C=r(90354),S=r(10242),A=r(9833),T=r(65307);(0,C.Y)([k.a,j.a,A.a]);let _="var(--ink)",L="var(--muted)",P="var(--line)";function trendChart(e,t,r){let a=t>500,n=e.map(({counts:e})=>e?(a?x.oh:x.oE)(e.total):""),series=(t,r)=>({type:"bar",stack:"views",silent:!0,barMaxWidth:56,barCategoryGap:"28%",itemStyle:{color:`var(--${t})`},data:e.map(e=>(0,T.H9)(e)?e.counts[t]:null),...r});return render(t,a?250:200,r,{grid:{left:4,right:8,top:20,bottom:4,outerBoundsMode:"same"},xAxis:{type:"category",data:e.map(({date:e})=>(0,T.Ot)(e).replace(" ",a?" ":"\n")),axisLabel:{color:L,hideOverlap:!0,lineHeight:15},axisLine:{lineStyle:{color:P}},axisTick:{show:!1}},yAxis:{type:"value",minInterval:1,splitNumber:4,axisLabel:{color:L,formatter:x.oE},splitLine:{lineStyle:{color:P}}},series:[series("human",{}),series("ai",{label:e.length>10?{}:valueLabel("top",n)})]})}function topChart(e,t,r){let a=e.map(({total:e})=>(0,x.oh)(e)),series=(t,r)=>({...bar(e.map(e=>e[t])),stack:"views",itemStyle:{color:`var(--${t})`},...r});return withPaths(render(t,42*e.length+8,r,{grid:{left:0,right:roomFor(a),top:4,bottom:0,outerBoundsMode:"none"},xAxis:{type:"value",show:!1},yAxis:pathAxis(e),series:[series("human",I),series("ai",{label:valueLabel("right",a)})]}),e,t)}function moversChart(e,t,r){let a=e.map(({total:e,previous:t})=>e-(t?.total??0)),n=a.map(x.x8),o=Math.max(1,...a.map(Math.abs)),i=a.map(e=>({value:e,itemStyle:{color:e>0?"var(--up)":"var(--down)"}}));return withPaths(render(t,42*e.length+8,r,{grid:{left:0,right:roomFor(n),top:4,bottom:0,outerBoundsMode:"none"},xAxis:{type:"value",min:-o,max:o,interval:o,axisLabel:{show:!1},splitLine:{showMinLine:!1,showMaxLine:!1,lineStyle:{color:P}}},yAxis:pathAxis(e),series:[{...bar(i),...I,label:valueLabel("right",n)}]}),e,t)}let I={showBackground:!0,backgroundStyle:{color:"var(--track)"}};function bar(e){return{type:"bar",silent:!0,barWidth:12,data:e}}function valueLabel(e,t){return{show:!0,position:e,color:_,formatter:({dataIndex:e})=>t[e]??""}}function pathAxis(e){return{type:"category",inverse:!0,data:e.map((e,t)=>`path ${t}`),axisLine:{show:!1},axisTick:{show:!1},axisLabel:{color:_,inside:!0,margin:0,align:"left",verticalAlign:"bottom",padding:[0,0,10,0],textBorderColor:"var(--panel)",textBorderWidth:3,interval:0}}}function withPaths(e,t,r){let a=Math.floor(r/7)-2;return e.replace(/>path (\d+)</g,(e,r)=>{let n=(0,b.GJ)(t[Number(r)]?.path??"");return`>${escapeHtml(endOf(n||"(empty)",a))}<`})}function endOf(e,t){let r=[...e];return r.length<=t?e:`…${r.slice(1-t).join("")}`}function roomFor(e){return 7*Math.max(0,...e.map(({length:e})=>e))+10}function render(e,t,r,a){let n=(0,S.Ts)(null,null,{renderer:"svg",ssr:!0,width:e,height:t});try{return n.setOption({animation:!1,...a}),forPage(n.renderToSVGString(),r)}finally{n.dispose()}}function forPage(e,t){return e.replace(/<style[\s\S]*?<\/style>/g,"").replace(/ (?:style|class|ecmeta_[a-z_]+|pointer-events|xml:space|xmlns:xlink|baseProfile)="[^"]*"/g,"").replace(/^<svg width="\d+" height="\d+"/,`<svg class="chart" role="img" aria-label="${escapeHtml(t)}"`).replace(/>\s+</g,"><")}var O=r(52845);function*pagesPanel(e,t,r){let a=void 0!==e.previousPeriod,n=t.pages.length+t.gone.length;if(0===n)return;let o=embedded(t,a,e.projects.length),i=["Page","Views","People","AI",...a?["Before","Change"]:[]].map(e=>`<th scope="col"${"Views"===e?' aria-sort="descending"':""}>${e}</th>`),l=n-o.length>0?`<p class="hint">These are the first ${(0,x.oh)(o.length)} of ${(0,x.hS)(n,"page")}: more would make this page slow. <strong>All are in page-views.csv</strong>, beside this file.</p>`:"";yield`<div class="panel pages"><h3 id="pages-${r}">All pages</h3>${l}
<div class="tools"><div><label for="search-${r}">Filter by path</label><input id="search-${r}" type="search" autocomplete="off" spellcheck="false"></div><output for="search-${r}" aria-live="polite"></output></div>
<div class="scroll" tabindex="0" role="group" aria-labelledby="pages-${r}"><table><caption>Views of each page, by people and by AI${a?", and the period before":""}</caption><thead><tr>${i.join("")}</tr></thead>
<tbody>`,yield*firstRows(t,a),yield`</tbody></table></div>${o.length>100?noScript(o.length):""}<button class="more" type="button" hidden>Show more</button>
<script type="application/json">[`,yield o.join(",\n"),yield"]<\/script></div>\n"}function noScript(e){return`<noscript><p class="hint">The first 100 of ${(0,x.oh)(e)} rows are shown. Sorting, filtering and the other rows need JavaScript.</p></noscript>`}function*firstRows(e,t){let r=0;for(let a of(0,f.Q)(e)){if(++r>100)return;yield`<tr>${pathCell(a.path)}${figureCell(a.total)}${figureCell(a.human)}${figureCell(a.ai)}${t?comparedCells(a):""}</tr>
`}}function comparedCells(e){let t=(0,y.M)(e),r=t.startsWith("▲")?"up":t.startsWith("▼")?"down":"";return`${figureCell(e.previous?.total)}<td class="${r}">${t}</td>`}function embedded(e,t,r){let a=[],n=0;for(let o of(0,f.Q)(e)){let{human:e,ai:i,total:l,previous:s}=o,d=t?[s?.total??null,(0,y.M)(o)]:[],c=[(0,b.GJ)(o.path).toWellFormed(),l,e,i,...d],p=(0,O.n)(c).replaceAll("<",b.Mk);if(n+=Buffer.byteLength(p),a.length>=5e4/r||n>8388608/r)break;a.push(p)}return a}let N='<span class="key" aria-hidden="true"></span>People <span class="key ai" aria-hidden="true"></span>AI';function*projectSection(e,t,r){let a=e.projects.length>1?`<bdi>${html_project_text(t.projectId)}</bdi>`:"At a glance";if(yield`<section class="project" id="project-${r}" aria-labelledby="title-${r}"><h2 id="title-${r}">${a}</h2>
`,yield cards(e,t),t.days?.length&&(yield trend(t.days)),t.totals&&(yield pageCharts(e,t)),yield*pagesPanel(e,t,r),t.notes.length>0){let e=t.notes.map(e=>`<li>${html_project_text(e)}</li>`).join("");yield`<div class="panel"><h3>Notes</h3><ul class="notes">${e}</ul></div>
`}yield"</section>\n"}function pageCharts({previousPeriod:e},t){return e?`<div class="pair">${html_project_top(t,500)}${movers(t)}</div>
`:html_project_top(t,1e3)}function cards({previousPeriod:e},{totals:t,previousTotals:r,pages:a,gone:n,complete:o}){if(!t)return"<p>There are no numbers: not one response came.</p>\n";let card=(e,a,n)=>{let o=r?.[e],i=(0,y.C)(t[e],o),l=i?`<dd class="aside"><span class="${i.direction}">${i.text}</span> from&nbsp;${(0,x.oh)(o??0)}</dd>`:"";return`<div class="card ${e}"><dt>${a}</dt>${figureOf(t[e])}${n}${l}</div>`},ofAll=e=>t.total>0?`<dd class="aside">${(0,x.uM)(t[e],t.total)} of all views</dd>`:"",i=a.filter(({before:e})=>"new"===e.kind).length,l=e&&o?`<dd class="aside">${(0,x.oh)(i)} new, ${(0,x.oh)(n.length)} gone</dd>`:"";return`<dl class="cards">${card("total","Views","")}${card("human","By people",ofAll("human"))}${card("ai","By AI",ofAll("ai"))}<div class="card"><dt>${o?"Pages with views":"Pages read (not all)"}</dt>${figureOf(a.length)}${l}</div></dl>
`}function figureOf(e){let t=(0,x.oh)(e);return`<dd class="figure${t.length>9?" long":""}">${t}</dd>`}function trend(e){if(!e.some(T.H9))return panel("Trend","No day was read.");if(e.every(({counts:e})=>e?.total===0))return panel("Trend",`No views on ${1===e.length?"this day":`any of the ${e.length} days`}.`);let t=(0,T.$Z)(e),r=e.map(({date:e,counts:t})=>`<tr><th scope="row">${(0,T.Ot)(e)}</th>${[t?.total,t?.human,t?.ai].map(figureCell).join("")}<td>${t?(0,x.uM)(t.ai,t.total):"–"}</td></tr>`),a=`<details><summary>Show the days as a table</summary><div class="scroll" tabindex="0" role="group" aria-label="Views on each day"><table><thead><tr><th scope="col">Day (UTC)</th><th scope="col">Views</th><th scope="col">People</th><th scope="col">AI</th><th scope="col">AI share</th></tr></thead><tbody>${r.join("")}</tbody></table></div></details>`;return figure("Trend",`<p>${N}</p><p>${html_project_text(t)}</p>`,r=>trendChart(e,r,t),1e3,a)}function html_project_top({pages:e,complete:t},r){let a=e.slice(0,10),n=a[0];if(!n)return panel("Top pages",t?"No page had views.":"No page was read.");let o=`The ${(0,x.hS)(a.length,"page")} with most views, led by ${n.path.slice(0,100)} with ${(0,x.oh)(n.total)}. All are in the table of pages.`;return figure("Top pages",N,e=>topChart(a,e,o),r)}function movers(e){let[t,r]=[(0,$.PC)(e,5),(0,$.w7)(e,5)];if(t.length+r.length===0)return panel("Rising and falling",e.pages.some(({before:e})=>"unknown"!==e.kind)||e.previousComplete?"No page gained or lost views.":"The pages of the previous period were not read.");let a=`Pages whose views changed most: ${t.length} that gained and ${r.length} that lost. All changes are in the table of pages.`;return figure("Rising and falling",'<span class="key up" aria-hidden="true"></span>Gained <span class="key down" aria-hidden="true"></span>Lost, in views',e=>moversChart([...t,...r],e,a),500)}function panel(e,t){return`<div class="panel"><h3>${e}</h3><p>${t}</p></div>
`}function figure(e,t,r,a,n=""){return`<figure class="panel"><h3>${e}</h3><figcaption>${t}</figcaption><div class="wide">${r(a)}</div><div class="phone">${r(320)}</div>${n}</figure>
`}function html_project_text(e){return escapeHtml((0,b.GJ)(e))}var z=r(53996);let M=`
'use strict';
const SLICE = 100;
const LONG = 160;
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });
const paths = new Intl.Collator('en', { numeric: true });

const change = ([, total, , , previous]) => (previous === null ? null : total === previous ? 0 : total / previous - 1);
const keys = [(row) => row[0], (row) => row[1], (row) => row[2], (row) => row[3], (row) => row[4], change];

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function pathText(path) {
  const text = element('bdi');
  for (const part of path.split(/(?<=\\/)/)) text.append(part, document.createElement('wbr'));
  return text;
}

function pathCell(path) {
  const cell = element('th', undefined, 'path');
  cell.scope = 'row';
  if (path.length <= LONG) {
    cell.append(pathText(path || '(empty)'));
    return cell;
  }
  const details = element('details');
  const summary = element('summary');
  summary.append(pathText(path.slice(0, LONG).replace(/[\\ud800-\\udbff]$/, '') + '…'));
  details.append(summary, pathText(path));
  cell.append(details);
  return cell;
}

function rowOf(row, columns) {
  const line = element('tr');
  line.append(pathCell(row[0]));
  for (let column = 1; column < columns; column += 1) {
    const value = row[column];
    if (column < 5) line.append(element('td', value === null ? '–' : numbers.format(value)));
    else line.append(element('td', value, value[0] === '▲' ? 'up' : value[0] === '▼' ? 'down' : ''));
  }
  return line;
}

function start(panel) {
  const rows = JSON.parse(panel.querySelector('script').textContent);
  const heads = [...panel.querySelectorAll('thead th')];
  const body = panel.querySelector('tbody');
  const search = panel.querySelector('input');
  const count = panel.querySelector('output');
  const more = panel.querySelector('.more');
  const texts = rows.map((row) => row[0].toLowerCase());
  const order = rows.map((_, index) => index);
  let found = order;
  let shown = 0;

  const extend = () => {
    const next = found.slice(shown, shown + SLICE);
    body.append(...next.map((index) => rowOf(rows[index], heads.length)));
    shown += next.length;
    more.hidden = shown >= found.length;
    more.textContent = 'Show ' + numbers.format(Math.min(SLICE, found.length - shown)) + ' more';
  };
  const filter = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    found = words.length === 0 ? order : order.filter((index) => words.every((word) => texts[index].includes(word)));
    const all = numbers.format(rows.length) + (rows.length === 1 ? ' row' : ' rows');
    count.textContent = found.length === rows.length ? all : numbers.format(found.length) + ' of ' + all;
    body.replaceChildren();
    shown = 0;
    extend();
  };
  const sort = (column) => {
    const head = heads[column];
    const initial = column === 0 ? 'ascending' : 'descending';
    const other = column === 0 ? 'descending' : 'ascending';
    const direction = head.getAttribute('aria-sort') === initial ? other : initial;
    for (const each of heads) each.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', direction);
    arrange(order, rows, column, direction === 'ascending' ? 1 : -1);
    filter();
  };
  for (const [column, head] of heads.entries()) {
    const button = element('button', head.textContent);
    button.type = 'button';
    button.addEventListener('click', () => sort(column));
    head.replaceChildren(button);
  }
  search.addEventListener('input', filter);
  more.addEventListener('click', extend);
  filter();
}

function arrange(order, rows, column, sign) {
  const values = rows.map(keys[column]);
  order.sort((a, b) => {
    const [one, other] = [values[a], values[b]];
    if (one === other) return a - b;
    if (one === null) return 1;
    if (other === null) return -1;
    return sign * (column === 0 ? paths.compare(one, other) : one < other ? -1 : 1) || a - b;
  });
}

for (const panel of document.querySelectorAll('.pages')) start(panel);
document.documentElement.classList.add('scripted');
`,R=`
:root {
  color-scheme: light dark;
  --paper: #faf9f6; --panel: #ffffff; --ink: #1f2a33; --muted: #586570; --line: #dfe2e0; --track: #f2f3f1;
  --human: #2f6f8f; --ai: #d79a3b; --up: #2c7a5b; --down: #b4513a; --accent: #22607f;
  --warn-ink: #6d4300; --warn-paper: #fdf3dd; --warn-line: #e3bf73;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #14191d; --panel: #1b2126; --ink: #e6eaec; --muted: #9eabb5; --line: #313a41; --track: #232a30;
    --human: #6fb0d0; --ai: #e2b062; --up: #6cc39c; --down: #ea917a; --accent: #8cc4e0;
    --warn-ink: #f3d9a4; --warn-paper: #2f2718; --warn-line: #6d5726;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  -webkit-text-size-adjust: 100%;
}
header, main, footer { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; overflow-wrap: anywhere; }
h1, h2 { font-family: ui-serif, Charter, "Iowan Old Style", Georgia, serif; font-weight: 600; }
h1 { font-size: clamp(1.9rem, 5vw, 2.75rem); margin: .1em 0 .35em; letter-spacing: -.01em; }
h2 { font-size: 1.6rem; margin: 0 0 1rem; }
h3 { font-size: 1.05rem; margin: 0 0 .2rem; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); }
a:focus-visible, button:focus-visible, input:focus-visible, summary:focus-visible, .scroll:focus-visible {
  outline: 3px solid var(--accent); outline-offset: 2px;
}
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem .9rem; background: var(--panel); z-index: 9; }
header { padding-top: clamp(1.75rem, 6vw, 3.5rem); }
.kicker { margin: 0; color: var(--muted); font-size: .82rem; font-weight: 600; letter-spacing: .09em; text-transform: uppercase; }
.lede { max-width: 46rem; color: var(--muted); }
time { white-space: nowrap; }
.warning { margin: 0 0 1.25rem; padding: .85rem 1.1rem; color: var(--warn-ink); background: var(--warn-paper); border: 1px solid var(--warn-line); border-radius: .6rem; }
.warning ul { margin: .3rem 0 0; padding-left: 1.2rem; }
.project { margin: 1.75rem 0 3.5rem; }
.project + .project { border-top: 1px solid var(--line); padding-top: 2.25rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1rem; margin: 0 0 1rem; }
.card, .panel { background: var(--panel); border: 1px solid var(--line); border-radius: .7rem; }
.card { display: flex; flex-direction: column; padding: 1rem 1.15rem 1.05rem; border-top: 3px solid var(--muted); }
.card.human { border-top-color: var(--human); }
.card.ai { border-top-color: var(--ai); }
.card dt { color: var(--muted); font-size: .9rem; }
.card dd { margin: 0; }
.card .figure { font-size: clamp(1.7rem, 3.4vw, 2.1rem); font-weight: 650; line-height: 1.25; letter-spacing: -.015em; overflow-wrap: anywhere; }
.card .long { font-size: clamp(1.15rem, 2.4vw, 1.6rem); line-height: 1.6; }
.card .aside { color: var(--muted); font-size: .9rem; }
.panel { margin: 0 0 1rem; padding: 1.1rem 1.2rem 1.2rem; min-width: 0; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 0 1rem; align-items: start; }
figcaption, .hint { color: var(--muted); font-size: .9rem; margin-bottom: .8rem; }
figcaption p { margin: 0; }
.key { display: inline-block; width: .75em; height: .75em; margin-right: .35em; border-radius: .15em; background: var(--human); }
.key.ai { background: var(--ai); margin-left: .8em; }
.key.up { background: var(--up); }
.key.down { background: var(--down); margin-left: .8em; }
.chart { display: block; width: 100%; height: auto; }
.chart text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; font-variant-numeric: tabular-nums; }
/* Where the columns become one, the charts stay at their size. */
.pair .chart { max-width: 36rem; }
.phone { display: none; }
@media (max-width: 40rem) { .wide { display: none; } /* Where the columns become one, the charts stay at their size. */
.pair .chart { max-width: 36rem; }
.phone { display: block; } }
details { margin-top: .8rem; }
summary { cursor: pointer; color: var(--accent); }
.scroll { overflow: auto; max-height: 80vh; border: 1px solid var(--line); border-radius: .5rem; background: var(--panel); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
th, td { padding: .5rem .75rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); vertical-align: top; }
tbody tr:last-child > * { border-bottom: 0; }
th:first-child, td:first-child { text-align: left; }
tbody th { font-weight: 400; }
thead th { position: sticky; top: 0; z-index: 1; background: var(--panel); color: var(--muted); font-size: .85rem; font-weight: 600; box-shadow: inset 0 -1px var(--line); border-bottom: 0; }
thead button { font: inherit; color: inherit; background: none; border: 0; padding: .1rem 0; cursor: pointer; white-space: nowrap; }
/* What stands behind the slash is read out: nothing, since aria-sort says it. */
thead button::after { content: "\\2195"; content: "\\2195" / ""; display: inline-block; width: 1em; margin-left: .25em; text-align: center; opacity: .55; }
thead [aria-sort] button { color: var(--ink); }
thead [aria-sort="ascending"] button::after { content: "\\2191"; content: "\\2191" / ""; opacity: 1; }
thead [aria-sort="descending"] button::after { content: "\\2193"; content: "\\2193" / ""; opacity: 1; }
tbody tr:hover > * { background: color-mix(in srgb, var(--human) 7%, var(--panel)); }
.path { min-width: 13rem; white-space: normal; overflow-wrap: anywhere; }
.path bdi { font: .9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; unicode-bidi: isolate; }
.path details { margin: 0; }
.path summary { color: inherit; }
.up { color: var(--up); }
.down { color: var(--down); }
.tools { display: none; flex-wrap: wrap; align-items: end; gap: .5rem 1.25rem; margin: 0 0 .8rem; }
.scripted .tools { display: flex; }
.tools label { display: block; font-size: .9rem; color: var(--muted); }
.tools input { font: inherit; width: min(22rem, 100%); min-width: 15rem; padding: .45rem .7rem; color: var(--ink); background: var(--paper); border: 1px solid var(--muted); border-radius: .45rem; }
.tools output { padding: .45rem 0; color: var(--muted); }
.more { display: none; margin-top: .9rem; font: inherit; color: var(--accent); background: none; border: 1px solid currentColor; border-radius: .45rem; padding: .45rem 1rem; cursor: pointer; }
.scripted .more:not([hidden]) { display: inline-block; }
.notes { padding-left: 1.2rem; overflow-wrap: anywhere; }
footer { padding-top: 1rem; padding-bottom: 3rem; color: var(--muted); font-size: .9rem; }
@media (max-width: 40rem) {
  header, main, footer { padding-left: 1rem; padding-right: 1rem; }
  .cards { grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem; }
  .card { padding: .8rem .9rem; }
  .panel { padding: .95rem .9rem; }
  th, td { padding: .45rem .6rem; }
  .path { min-width: 11rem; }
}
@media (forced-colors: active) {
  :root { --ink: CanvasText; --muted: CanvasText; --line: GrayText; --up: CanvasText; --down: CanvasText; }
}
@media print {
  :root { --paper: #ffffff; }
  body { font-size: 10pt; }
  .tools, .more, .skip, .panel > details, .scripted .tools, .scripted .more:not([hidden]) { display: none; }
  .scroll { overflow: visible; max-height: none; border: 0; }
  .card, .panel, tr { break-inside: avoid; }
  .panel.pages { break-inside: auto; }
  thead th { position: static; }
  thead button::after { content: ""; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;function*htmlReport(e){let{projects:t}=e;for(let[r,a]of(yield head(e),yield opening(e),t.length>1&&(yield html_overview(e)),t.entries()))yield*projectSection(e,a,r);yield`</main>
<footer><p>${html_text((0,T.LY)(e))}</p></footer>
<script>${M}<\/script>
</body>
</html>
`}function head(e){let t=`default-src 'none'; style-src '${sha256(R)}'; script-src '${sha256(M)}'; base-uri 'none'; form-action 'none'`;return`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${t}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>Docs page views, ${html_text((0,T.dN)(e.period))}</title>
<style>${R}</style>
</head>
`}function sha256(e){return`sha256-${(0,a.createHash)("sha256").update(e).digest("base64")}`}function opening(e){let[t,...r]=e.projects,a=r.length>0?`${e.projects.length} projects`:html_text(t?.projectId??"");return`<body>
<a class="skip" href="#report">Skip to the numbers</a>
<header>
<p class="kicker">Docs page views \xb7 <bdi>${a}</bdi></p>
<h1>${html_text((0,T.dN)(e.period))}</h1>
<p class="lede">${withDates(`${(0,T.jX)(e.period)} ${(0,T.nX)(e)}`)}</p>
</header>
<main id="report" tabindex="-1">
${warning(e)}`}function warning({projects:e}){let t=e.flatMap(t=>(0,T.sh)(t).map(r=>{let a=e.length>1?`<bdi>${html_text(t.projectId)}</bdi>: `:"";return`<li>${a}${html_text(r)}</li>`}));return 0===t.length?"":`<div class="warning" role="note"><strong>This report is incomplete.</strong><ul>${t.join("")}</ul></div>
`}function html_overview({projects:e,previousPeriod:t}){let r=["Views","People","AI",...t?["Before","Change"]:[],"Pages","Complete"],a=(0,z.r)(e).map((e,r)=>{let{projectId:a,totals:n,previousTotals:o,pageCount:i,complete:l}=e,s=void 0===a?"<strong>Together</strong>":`<a href="#project-${r}"><bdi>${html_text(a)}</bdi></a>`,d=[n?.total,n?.human,n?.ai,...t?[o?.total]:[]],c=n&&(0,y.C)(n.total,o?.total);return[`<tr><th scope="row" class="path">${s}</th>`,...d.map(figureCell),t?`<td class="${c?.direction??""}">${c?.text??"–"}</td>`:"",`<td>${(0,x.oh)(i)}</td><td>${l?"yes":"no"}</td></tr>`].join("")}),n=["Project",...r].map(e=>`<th scope="col">${e}</th>`).join("");return`<section class="panel" aria-labelledby="overview"><h2 id="overview">All projects</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="overview"><table><thead><tr>${n}</tr></thead>
<tbody>${a.join("\n")}</tbody></table></div></section>
`}function withDates(e){return html_text(e).replace(/\b\d{4}-\d\d-\d\d\b/g,"<time>$&</time>")}function html_text(e){return escapeHtml((0,b.GJ)(e))}function*jsonText(e){let{generatedAt:t,version:r,period:a,previousPeriod:n=null,requests:o}=e;yield openObject({formatVersion:1,generatedAt:t,actionVersion:r,period:a,previousPeriod:n,requests:o}),yield*list("projects",e.projects,projectText),yield"}\n"}function*projectText(e){let{projectId:t,totals:r=null,previousTotals:a=null,sums:n,complete:o,previousComplete:i=null}=e,l=e.days?.map(({date:e,counts:t=null})=>({date:e,counts:t}))??null;yield openObject({...{projectId:t,totals:r,previousTotals:a,sums:n,complete:o,previousComplete:i},notes:e.notes,days:l}),yield*list("pages",(0,f.Q)(e),pageText),yield"}"}function*pageText(e){let{path:t,human:r,ai:a,total:n,state:o,previous:i=null}=e,l={path:t,human:r,ai:a,total:n,state:o,previous:i,changePercent:(0,f.A)(e)??null};yield(0,O.n)(l)}function openObject(e){return`${(0,O.n)(e).slice(0,-1)},
`}function*list(e,t,r){yield`${JSON.stringify(e)}: [`;let a="\n";for(let e of t)yield a,yield*r(e),a=",\n";yield"\n]"}var E=r(15099);async function writeReport(e,t,r=[]){let a=i.resolve(t),n={directory:a,csv:i.join(a,"page-views.csv"),json:i.join(a,"page-views.json"),markdown:i.join(a,"report.md"),html:i.join(a,"report.html")};return await naming(a,()=>makeDirectory(a,r)),await write(n.csv,csvText(e)),await write(n.json,jsonText(e)),await write(n.markdown,[(0,E.q)(e,{top:25})]),await write(n.html,htmlReport(e)),n}async function makeDirectory(e,t){await refuseLinksOut(e,t),await (0,o.mkdir)(e,{recursive:!0}),await refuseLinksOut(e,t)}async function refuseLinksOut(e,t){for(let r of t)if(!(!isInside(e,r)||isInside(await realPath(e),await realPath(r))))throw Error(`a symbolic link leads out of ${r}.`)}async function realPath(e){try{return await (0,o.realpath)(e)}catch{let t=i.dirname(e);return t===e?e:i.join(await realPath(t),i.basename(e))}}function isInside(e,t){let[r]=i.relative(t,e).split(i.sep);return".."!==r&&!i.isAbsolute(i.relative(t,e))}async function write(e,t){let r=i.join(i.dirname(e),`.${(0,a.randomUUID)()}.tmp`);await naming(e,async()=>{try{await (0,s.pipeline)(l.Readable.from(inChunks(t)),(0,n.createWriteStream)(r,{flags:"wx"})),await (0,o.rename)(r,e)}finally{await (0,o.rm)(r,{force:!0})}})}async function naming(e,t){try{await t()}catch(r){let t=r instanceof Error?r.message:String(r);throw Error(`${e} could not be written: ${t}`,{cause:r})}}function*inChunks(e){let t="";for(let r of e)(t+=r).length<65536||(yield t,t="");""!==t&&(yield t)}})

};
