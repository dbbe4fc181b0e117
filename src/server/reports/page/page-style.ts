import { createHash } from 'node:crypto'
import { DARK, INK, type Ink } from '#/server/mail/styles.ts'

const inks = (of: Readonly<Record<Ink, string>>) =>
  Object.entries(of)
    .map(([ink, colour]) => `--${ink}:${colour}`)
    .join(';')

/** Light to dark, as `--heat-0` etc. on the screen, for both themes. */
const HEAT = [
  ['0.972 0.004 195', '0.226 0.006 200'],
  ['0.93 0.022 195', '0.28 0.025 200'],
  ['0.87 0.042 195', '0.345 0.04 200'],
  ['0.795 0.062 196', '0.42 0.054 200'],
  ['0.705 0.078 197', '0.505 0.066 199'],
  ['0.605 0.084 198', '0.6 0.077 198'],
  ['0.5 0.08 200', '0.705 0.086 196'],
  ['0.39 0.066 202', '0.82 0.09 194'],
] as const
export const HEAT_STEPS = HEAT.length
const heatRules = HEAT.map(
  ([light, dark], step) => `.h${step}{background:light-dark(oklch(${light}),oklch(${dark}))}`,
).join('')

/** Loads nothing, not even the typeface. */
export const SHARED_STYLE = `
:root{color-scheme:light dark;${inks(INK)}}
@media(prefers-color-scheme:dark){:root{${inks(DARK)}}}
@media print{:root{color-scheme:light;${inks(INK)};--paper:#fff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--text);font:14px/1.5 Inter,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%;print-color-adjust:exact;-webkit-print-color-adjust:exact}
main{max-width:50rem;margin:0 auto;padding:1.5rem 1.5rem 3rem}
h1,h2,p,dl,dd,ul,figure{margin:0;padding:0}
.top{display:flex;justify-content:space-between;gap:1rem;padding-bottom:.75rem;border-bottom:1px solid var(--line);color:var(--third);font-size:13px}
.top b{color:var(--text);font-weight:600}
.top>span:last-child{flex:none;align-self:center}
.brand{display:flex;flex:1 1 0;align-items:center;gap:.75rem;min-width:0;overflow-wrap:anywhere}
.brand>span{flex:1 1 0;min-width:0}
.brand img{flex:none;max-width:92px;max-height:36px}
.brand b,.brand small{display:block}.brand small{font-size:12px}
h1{margin-top:1.75rem;font-size:28px;line-height:1.2;font-weight:600;letter-spacing:-.01em;overflow-wrap:anywhere}
.where{margin-top:.375rem;color:var(--second);overflow-wrap:anywhere}
.where span:not(:first-child)::before{content:'·';display:inline-block;width:1.25rem;text-align:center;color:var(--third)}
.say{margin-top:1.25rem;font-size:20px;line-height:1.35;font-weight:600;text-wrap:balance}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:1.25rem 1.5rem;margin-top:1.25rem}
.cards dt{font-size:13px;color:var(--second)}
.cards .value{font-size:28px;line-height:1.25;font-weight:600}
.cards .change{font-size:12px;font-weight:500;color:var(--third)}
.plan p{color:var(--third)}.plan b{font-size:20px;color:var(--text);font-weight:600}
.plan svg{display:block;width:100%;height:.5rem;margin:.25rem 0 .375rem;border-radius:.25rem}
.plan .grid{fill:var(--line)}.plan .now{fill:var(--accent)}.plan .worse{font-weight:600}
.notes div{display:grid;grid-template-columns:5.5rem 1fr;padding:.375rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
.notes dl{margin-top:.375rem}.notes dt{color:var(--second);white-space:nowrap}.notes small,.notes p{font-size:12px;color:var(--third)}.notes p{margin-top:.375rem}
th small{font-size:12px;white-space:nowrap}th .warn{color:var(--warn)}
.better,.cards .better{color:var(--better)}.worse,.cards .worse{color:var(--worse)}
section{margin-top:2rem}
h2{font-size:15px;line-height:1.4;font-weight:600}
h2 small{margin-left:.5rem;font-size:13px;font-weight:400;color:var(--third)}
ul{list-style:none;margin-top:.5rem}
li{display:grid;grid-template-columns:1.25rem 1fr;padding:.25rem 0;color:var(--second);overflow-wrap:anywhere}
li b{color:var(--text);font-weight:600}
li i{font-style:normal;font-weight:700;color:var(--warn)}li.missed i{color:var(--worse)}
.key{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin-top:.25rem;font-size:12px;color:var(--second)}
.key span::before{content:'';display:inline-block;width:.75rem;height:.5rem;margin-right:.375rem;background:var(--accent)}
.key .before::before{height:0;border-top:2px solid var(--third);background:none;vertical-align:.25em}
.chart{position:relative;margin-top:.75rem;padding-left:2.75rem}
.chart svg{display:block;width:100%;height:9rem;border-bottom:1px solid var(--third);overflow:visible}
.chart .grid{stroke:var(--line);stroke-width:1}
.chart .now{fill:var(--accent)}
.chart .then{fill:none;stroke:var(--third);stroke-width:2}
.chart .y{position:absolute;left:0;width:2.25rem;text-align:right;font-size:12px;line-height:1;color:var(--third)}
.chart .y.most{top:-.375em}.chart .y.none{top:8.625rem}
.x{display:flex;height:1.125rem;margin-top:.375rem;font-size:12px;line-height:1.125rem;color:var(--third)}
.x span{flex:1 1 0;min-width:0;display:flex;justify-content:center;white-space:nowrap}
table{width:100%;margin-top:.5rem;border-collapse:collapse}
th,td{padding:.5rem 0 .5rem 1rem;border-bottom:1px solid var(--line);text-align:right;font-weight:400;vertical-align:baseline;white-space:nowrap}
thead th,thead td{font-size:12px;line-height:1.3;vertical-align:bottom;white-space:normal;color:var(--third);padding-top:.25rem;padding-bottom:.375rem}
th:first-child,td:first-child{padding-left:0;text-align:left;white-space:normal;overflow-wrap:anywhere}
th:first-child{min-width:8rem}
tbody th{color:var(--text)}
td.dim,th.dim,.rest th,.rest td{color:var(--third)}
td.worse{font-weight:600}
.all th,.all td,td.strong{font-weight:600}
tr{break-inside:avoid}
.sources h2 small{display:block;margin-left:0}
.legend{margin-top:.5rem;font-size:12px;color:var(--third)}
.sources th:first-child{min-width:7.5rem;font-weight:500}.sources .all th:first-child{font-weight:600}
.sources table{font-size:13px}.sources td,.sources thead th:not(:first-child){padding-left:.625rem}.sources thead th{white-space:nowrap}
.sources .of-target,.sources .advice{text-align:left}
.range{display:inline-flex;align-items:center;gap:.375rem}.range b{min-width:2.75rem;font-weight:600}.range .dim,.sources .dim{color:var(--third)}
.range svg{flex:none}.range .axis{stroke:var(--line)}.range .mean{stroke:var(--third);stroke-dasharray:2 2}.range rect{fill:var(--accent);opacity:.45}.range circle{fill:var(--accent)}
.advice b{display:inline-flex;align-items:baseline;gap:.25rem;font-weight:600}.advice svg{align-self:center}.advice path{fill:none;stroke:currentcolor;stroke-width:1.5}
.more{color:var(--better)}.keep{color:var(--second)}.watch{color:var(--warn)}.stop{color:var(--worse)}
.week{display:grid;grid-template-columns:2fr 3fr;gap:0 2.5rem}.week>:only-child{grid-column:1/-1}
.week h2 small{display:block;margin-left:0}.week section{min-width:0}
.missed p{color:var(--second)}.missed td,.missed th{padding-top:.25rem;padding-bottom:.25rem;border:0}.missed th:first-child{min-width:5rem}
.missed svg{display:block}.missed rect{fill:var(--bar)}.missed .most rect{fill:var(--worse)}.missed .most .strong{color:var(--worse)}
.when table{table-layout:fixed;border-collapse:separate;border-spacing:1px;font-size:12px}
.when th,.when td{padding:0;border:0;line-height:1.5rem;text-align:center}
.when tbody td{height:1.5rem;border-radius:2px;font-weight:600}
.when th:first-child,.when thead td{width:2.25rem;min-width:0;text-align:left;color:var(--third)}
.when thead th{font-size:11px;line-height:1.25;padding-bottom:.25rem;white-space:nowrap}
${heatRules}.h5,.h6,.h7{color:var(--paper)}
.partial td{background-image:repeating-linear-gradient(45deg,transparent 0 5px,var(--paper) 5px 7px)}
.cut td{padding:0;text-align:center!important;line-height:1;color:var(--third)}
footer{margin-top:2.25rem;padding-top:.875rem;border-top:1px solid var(--line);font-size:12px;color:var(--third);display:grid;gap:.375rem;overflow-wrap:anywhere}
.note h1{margin-top:4rem;font-size:22px}
.note p{margin-top:.75rem;max-width:34rem;color:var(--second)}
@media(max-width:40rem){
main{padding:1rem 1rem 2.5rem}
h1{margin-top:1.25rem;font-size:24px}
.cards{grid-template-columns:1fr 1fr;gap:1rem}
.cards .value{font-size:26px}
th,td{padding-left:.625rem}
td.worse{white-space:normal}
.note h1{margin-top:2.5rem}
.sources table,.sources tbody{display:block}
.sources thead{display:none}
.sources tr{display:flex;flex-wrap:wrap;gap:.125rem .875rem;padding:.5rem 0;border-bottom:1px solid var(--line)}
.sources th:first-child,.sources td{padding:0;border:0}
.sources th:first-child{flex:1 0 calc(100% - 8rem);min-width:0}.sources td.advice{width:7rem;text-align:right}
.week{grid-template-columns:1fr}
.sources td.advice{order:1;flex:none;display:block}.sources .advice .dim{display:none}
.sources td{order:2;font-size:12px;white-space:normal}
.sources td:not(.advice)::before{content:attr(data-label) ' ';font-weight:400;color:var(--third)}
.sources td:empty,.range svg{display:none}
.cut td{flex:1;font-size:14px}.cut td::before{content:none!important}
}
@media(max-width:23rem){
main{padding-left:.75rem;padding-right:.75rem}
th,td{padding-left:.5rem}
th:first-child{min-width:5rem}
thead th{font-size:11px}
}
@media screen and (prefers-color-scheme:dark){.brand img{padding:2px;border-radius:4px;background:#fff}}
@media print{
@page{margin:14mm}
main{max-width:none;padding:0}
h1{margin-top:1rem}
section{margin-top:1.25rem}
.cards{grid-template-columns:repeat(4,1fr)}
th,td{padding-top:.25rem;padding-bottom:.25rem}
.days table{font-size:12px}
.days th,.days td{padding-top:.0625rem;padding-bottom:.0625rem}
h2,.key,.chart{break-after:avoid}
.chart,.findings,.changes,.week section{break-inside:avoid}
.chart svg{height:7rem}.chart .y.none{top:6.625rem}
footer{break-inside:avoid}
}
`
export const SHARED_STYLE_HASH = createHash('sha256').update(SHARED_STYLE).digest('base64')
