/**
 * CSS for the shadow root of the calendar element. Embedding pages set the `--almanac-…` properties. The `--_…`
 * properties are internal and derived from them.
 */
export const STYLE = `
:host {
  --_paper: var(--almanac-paper, light-dark(#f7f2e8, #14171f));
  --_ink: var(--almanac-ink, light-dark(#1d1a16, #f1eadb));
  --_quiet: var(--almanac-quiet, color-mix(in srgb, var(--_ink) 70%, var(--_paper)));
  --_line: var(--almanac-line, color-mix(in srgb, var(--_ink) 20%, var(--_paper)));
  --_accent: var(--almanac-accent, light-dark(#b8351f, #ff8a6b));
  --_strong: color-mix(in srgb, var(--_accent) 82%, var(--_ink));
  --_wash: light-dark(
    color-mix(in srgb, var(--_accent) 10%, var(--_paper)),
    color-mix(in srgb, var(--_accent) 20%, var(--_paper))
  );
  --_radius: var(--almanac-radius, 3px);
  --_display: var(
    --almanac-display-font,
    "Iowan Old Style", "Palatino Linotype", Palatino, P052, Georgia, "Liberation Serif", serif
  );
  display: block;
  container-type: inline-size;
  min-inline-size: min(17rem, 100%);
  background: var(--_paper);
  color: var(--_ink);
  --_text: var(--almanac-font, system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif);
  font: 400 1rem/1.45 var(--_text);
  text-align: start;
  overflow-wrap: break-word;
}
:host([theme=light]) { color-scheme: light }
:host([theme=dark]) { color-scheme: dark }
:host([theme=auto]) { color-scheme: light dark }
:host([hidden]) { display: none }
* { box-sizing: border-box }
[hidden] { display: none !important }
.calendar { padding: clamp(1rem, 3cqi, 2.25rem) }
h2, h3, p, ul { margin: 0; padding: 0; font: inherit; list-style: none }
.heard {
  position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.bar {
  display: flex; flex-wrap: wrap; align-items: end; gap: .75rem 1.5rem; padding-block-end: .9rem;
  border-block-end: 3px double var(--_ink);
}
h2 { flex: 1 1 auto; font: 400 clamp(1.7rem, 5.2cqi, 2.9rem)/1.05 var(--_display); letter-spacing: -.015em }
h2::first-letter { text-transform: uppercase }
.year { color: var(--_quiet); font-weight: 300 }
.group { display: flex }
button {
  min-block-size: 2.25rem; min-inline-size: 2.25rem; margin: 0; padding: .25rem .7rem; cursor: pointer;
  border: 1px solid var(--_line); border-radius: 0; background: none; color: inherit; font: inherit; font-size: .875rem;
}
.group button + button { margin-inline-start: -1px }
.group button:first-child { border-start-start-radius: var(--_radius); border-end-start-radius: var(--_radius) }
.group button:last-child { border-start-end-radius: var(--_radius); border-end-end-radius: var(--_radius) }
button:hover { background: var(--_wash); color: var(--_strong) }
button[aria-pressed=true] { background: var(--_ink); border-color: var(--_ink); color: var(--_paper) }
:focus-visible { outline: 2px solid var(--_strong); outline-offset: 2px }
.arrow::before {
  content: ""; display: inline-block; inline-size: .5em; block-size: .5em; border: solid;
  border-width: 1.5px 0 0 1.5px; rotate: -45deg; translate: .12em 0;
}
.arrow.on::before { rotate: 135deg; translate: -.12em 0 }
[dir=rtl] .arrow::before { scale: -1 }
[dir=rtl] * { letter-spacing: 0 }
.body { position: relative }
.body[aria-busy=true]::before {
  content: ""; position: absolute; inset: -3px 0 auto; block-size: 3px; z-index: 1;
  background: linear-gradient(90deg, transparent, var(--_accent), transparent) 0 0 / 40% 100% no-repeat;
  animation: pass 1.4s linear infinite;
}
@keyframes pass { from { background-position: -70% 0 } to { background-position: 170% 0 } }
@media (prefers-reduced-motion: reduce) {
  .body[aria-busy=true]::before { animation: none; background-size: 100% 100% }
}

table { inline-size: 100%; border-collapse: collapse; table-layout: fixed }
th, .weekday { font-weight: 400; font-variant-caps: all-small-caps; letter-spacing: .09em; color: var(--_quiet) }
th { padding: .55rem .5rem .35rem; text-align: start; border-block-end: 1px solid var(--_line) }
td {
  position: relative; block-size: 8.25rem; padding: .5rem; vertical-align: top;
  border-block-end: 1px solid var(--_line); cursor: pointer;
}
td + td { border-inline-start: 1px solid var(--_line) }
td:focus-visible { outline-offset: -2px }
td:hover .number {
  color: var(--_strong); text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .15em;
}
.number, .numeral { font: 300 1.75rem/1 var(--_display); font-variant-numeric: lining-nums }
.number { display: block; margin-block-end: .4rem }
.outside .number { color: var(--_quiet) }
td.today, .column.today { box-shadow: inset 0 3px var(--_accent) }
.today .number, .today .numeral { color: var(--_strong) }
.dots { display: none }
.chip {
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; overflow-wrap: anywhere;
  margin-block-start: .3rem; padding-inline-start: .45rem; border-inline-start: 2px solid var(--_line);
  font-size: .8125rem; line-height: 1.3;
}
.bar-of, .gap { block-size: 1.4rem; margin-block-start: .2rem }
.bar-of {
  position: relative; background: var(--_wash); border-inline-start: 3px solid var(--_accent); font-size: .8125rem;
  line-height: 1.4rem;
}
.bar-of.goes { margin-inline-end: calc(-.5rem - 1px) }
.bar-of.since { margin-inline-start: -.5rem }
.bar-of.came { border-inline-start: 0 }
.bar-of > * {
  position: absolute; z-index: 1; inset-block: 0; inset-inline-start: 0;
  inline-size: calc(var(--_days, 1) * 100% - .5rem); padding-inline-start: .4rem; overflow: hidden;
  white-space: nowrap; text-overflow: ellipsis;
}
.bar-of.came > * { z-index: 0; text-indent: 100cqi }
.chip.featured { border-color: var(--_accent) }
.chip :is(time, .all-day) { color: var(--_quiet); font-variant-numeric: tabular-nums; margin-inline-end: .3em }
a { color: inherit; text-decoration: none }
a:hover { color: var(--_strong); text-decoration: underline; text-underline-offset: .15em }
.chip:hover { border-color: var(--_accent) }
td button {
  min-block-size: 1.5rem; padding: 0 .45rem; border: 0; font-size: .75rem; color: var(--_quiet);
  text-decoration: underline; text-underline-offset: .2em;
}
.panel { display: none }

.days, .agenda { display: block }
.date { display: flex; align-items: baseline; gap: .5rem }
.weekday { font-size: 1.0625rem; line-height: 1.2 }
.weekday b { font-weight: 400 }
.weekday i { display: none; font-style: normal }
.numeral { font-size: 2.25rem }
.dated {
  display: grid; grid-template-columns: minmax(6.5rem, 14cqi) minmax(0, 1fr); gap: 1rem; padding-block: 1.15rem;
  border-block-end: 1px solid var(--_line);
}
.dated .date { flex-direction: column; gap: .2rem }
.entry {
  display: grid; grid-template-columns: minmax(7.5rem, 16cqi) minmax(0, 1fr); gap: .15rem 1.25rem; padding-block: .8rem;
}
.entry + .entry { border-block-start: 1px solid var(--_line) }
.dated .entry:first-child { padding-block-start: .2rem }
.dated .entry:last-child { padding-block-end: .1rem }
.when { color: var(--_quiet); font-size: .875rem; font-variant-numeric: tabular-nums; padding-block-start: .25rem }
.title { font: 400 1.25rem/1.25 var(--_display); overflow-wrap: anywhere }
.entry.featured .title::before { content: "◆ " / ""; color: var(--_accent); font-size: .7em; vertical-align: .15em }
.kind {
  display: block; font-size: .9375rem; font-variant-caps: all-small-caps; letter-spacing: .07em; line-height: 1.2;
  color: var(--_strong);
}
.where { margin-block-start: .15rem; color: var(--_quiet); font-size: .875rem }
.week { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)) }
.column { padding: .75rem .6rem 1.5rem; min-block-size: 16rem }
.column + .column { border-inline-start: 1px solid var(--_line) }
.column .date {
  padding-block-end: .4rem; border-block-end: 1px solid var(--_line); justify-content: space-between;
  flex-direction: row-reverse;
}
.column .entry { display: block }
.column .title { font-size: 1.0625rem }
.column .kind { font-size: .875rem }
.column .where, .column .when { font-size: .8125rem }
.column .again :is(.kind, .where) { display: none }
.notice {
  padding: 2.5rem 1rem; text-align: center; color: var(--_quiet); font: italic 400 1.125rem/1.4 var(--_display);
}
.notice button {
  display: block; margin: 1rem auto 0; border-radius: var(--_radius); font: 400 .875rem var(--_text);
  color: var(--_ink);
}
.later { display: block; margin: 1.5rem auto 0; border-radius: var(--_radius); padding-inline: 1.5rem }
`
