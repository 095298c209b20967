/**
 * CSS for narrow containers and for print. Below 60 rem, the days of a week are stacked. Below 42 rem, the month shows
 * dots instead of events, and the events of the selected day are shown below the month.
 */
export const NARROW_STYLE = `
@container (max-width: 60rem) { .week { grid-template-columns: minmax(0, 1fr) }
  .column {
    display: grid; grid-template-columns: minmax(5.5rem, 14cqi) minmax(0, 1fr);
    gap: 1rem; min-block-size: 0; padding: .9rem 0;
    border-block-end: 1px solid var(--_line);
  }
  .column + .column { border-inline-start: 0 }
  .column .date { flex-direction: column-reverse; justify-content: start; gap: .15rem; border: 0; padding: 0 }
  .column .entry:first-child { padding-block-start: .2rem }
}
@container (max-width: 42rem) {
  .bar { align-items: center; gap: .6rem .5rem }
  h2 { flex: 1 1 40% }
  .moves { display: contents }
  .moves [data-key=today] { order: 2; margin: 0; border-radius: var(--_radius) }
  .moves .on { margin-inline-start: calc(-.5rem - 1px) }
  .views { order: 1; flex: 1 }
  .views button { flex: 1 1 auto; padding-inline: .3rem }
  .views[hidden] + .moves [data-key=today] { order: 0; border-radius: 0; margin-inline: calc(-.5rem - 1px) }
  .bar button { font-size: .8125rem }
  .views[hidden] + .moves [data-key=today] + .on { margin: 0 }
  td { block-size: 3.5rem; padding: .35rem 0 0; text-align: center; border-inline-start: 0 !important }
  th { padding-inline: 0; text-align: center; font-size: .8125rem }
  td > ul { display: none }
  .number {
    display: grid; place-items: center; inline-size: 2.1rem; block-size: 2.1rem; margin: 0 auto .2rem;
    border-radius: 50%; font-size: 1.2rem;
  }
  td.today, .column.today { box-shadow: none }
  .today .number { font-weight: 600 }
  [aria-selected=true] .number { background: var(--_ink); color: var(--_paper) }
  td:hover .number { text-decoration: none }
  td:hover:not([aria-selected=true]) .number { background: var(--_wash) }
  .dots { display: flex; justify-content: center; gap: 3px; block-size: 5px }
  .dots i { inline-size: 5px; block-size: 5px; border-radius: 50%; background: var(--_accent) }
  .panel { display: block; padding-block-start: 1.25rem }
  .panel h3 { font: 400 1.3rem/1.2 var(--_display) }
  .panel h3::first-letter { text-transform: uppercase }
  .dated, .column { grid-template-columns: 3.5rem minmax(0, 1fr); gap: .75rem }
  .weekday b { display: none }
  .weekday i { display: inline }
  .entry { display: block }
  .when { padding-block: 0 .1rem }
  .bar button { min-block-size: 2.75rem; min-inline-size: 2.75rem }
}
@media print { .moves, .views, .later { display: none } }
`
