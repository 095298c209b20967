import type { Language } from '../../core/language.ts'

/** The page at /embed/: the web component in several dresses, each with the code to copy. */

export interface ExamplePage {
  /** Of the site; text. */
  title: string
  language: Language
  /** Of the site, its default first. */
  languages: readonly Language[]
  /** `https://host`: where the component and its events come from. */
  origin: string
}

/** What a page needs to allow that shows the component: its script and its requests, and no inline style. */
export const examplePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function examplePage({ title, language, languages, origin }: ExamplePage): string {
  const component = (id: string, attributes: string) =>
    `<almanac-calendar id="${id}" src="${origin}"${attributes} language="${language}"></almanac-calendar>`
  const code = (text: string) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>`
  const root = language === languages[0] ? '' : `/${language}`
  const shown = ({ id, heading, text, attributes, style }: Example) => `<section aria-labelledby="${id}-heading">
<div class="words">
<h2 id="${id}-heading">${heading}</h2>
<p>${text}</p>
${code(`${style ? `<style>\n${style}\n</style>\n` : ''}${component(id, attributes)}`)}
</div>
${component(id, attributes)}
</section>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Put ${escaped(title)} on your site</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/embed/example.css">
<script type="module" src="/embed/almanac-calendar.js"></script>
</head>
<body>
<header>
<p class="site"><a href="${root}/">${escaped(title)}</a></p>
<h1>A calendar for your pages</h1>
<p class="lead">Two lines put these events on any site: one loads the component, the other says where it stands. It takes its
colours and type from a few variables, follows the width it is given, and asks no other server for anything.</p>
${code(`<script type="module" src="${origin}/embed/almanac-calendar.js"></script>\n${component('events', ' view="month"')}`)}
</header>
<main>
${EXAMPLES.map(shown).join('\n')}
<section aria-labelledby="frame-heading">
<div class="words">
<h2 id="frame-heading">Where scripts are not welcome</h2>
<p>A frame shows the same without any script on your page. What stands inside the component is shown as long as its script is
not there, so the frame can be its fallback too.</p>
${code(`<iframe src="${origin}${root}/embed/month/" title="Calendar of events"\n  width="100%" height="720" loading="lazy"></iframe>`)}
</div>
</section>
</main>
</body>
</html>
`
}

interface Example {
  id: string
  heading: string
  text: string
  /** Beside `src` and `language`, each with a space in front. */
  attributes: string
  /** Rules of the page around that go with it. */
  style?: string
}

const THEMED = `#themed {
  --almanac-paper: #10312b;
  --almanac-ink: #f1ead8;
  --almanac-accent: #f2b84b;
  --almanac-radius: 999px;
}
#themed::part(title) { font-style: italic }`

const EXAMPLES: Example[] = [
  {
    id: 'month',
    heading: 'A month',
    text: 'Arrow keys walk the days, Page Up and Page Down the months; Enter opens a day. In a narrow column the days keep a dot for each event, and the chosen one is told below.',
    attributes: ' view="month"',
  },
  {
    id: 'list',
    heading: 'What comes next',
    text: 'The next events, as many as you like, with a button for more. <code>category</code>, <code>tag</code>, <code>venue</code>, <code>organizer</code> and <code>search</code> choose among them.',
    attributes: ' view="list" limit="5"',
  },
  {
    id: 'week',
    heading: 'A week',
    text: 'Seven days beside each other, or one below the other where there is less room.',
    attributes: ' view="week" views=""',
  },
  {
    id: 'themed',
    heading: 'In your colours',
    text: 'Paper, ink and one accent are enough; all other shades are mixed from them. <code>::part()</code> reaches what is left.',
    attributes: ' view="list" limit="3"',
    style: THEMED,
  },
]

/** The page around the component has the same paper and ink. */
export const EXAMPLE_STYLE = `:root {
  color-scheme: light dark;
  --paper: light-dark(#f7f2e8, #14171f);
  --ink: light-dark(#1d1a16, #ece5d6);
  --quiet: light-dark(#5d564d, #b0a899);
  --line: light-dark(#d6cfc2, #3a3d44);
  --accent: light-dark(#c8402a, #ff7a5c);
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 system-ui, sans-serif }
header, main { max-width: 74rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 3rem) }
header { padding-block: clamp(2rem, 7vw, 5rem) 1rem }
.site { margin: 0 0 2.5rem; font-variant-caps: all-small-caps; letter-spacing: .1em; font-size: 1.125rem }
a { color: inherit; text-decoration-color: var(--accent); text-underline-offset: .2em }
h1, h2 { font-family: "Iowan Old Style", "Palatino Linotype", Palatino, P052, Georgia, "Liberation Serif", serif; font-weight: 400; line-height: 1.1; text-wrap: balance }
h1 { margin: 0 0 1rem; font-size: clamp(2.3rem, 6vw, 4rem); letter-spacing: -.02em }
h2 { margin: 0 0 .5rem; font-size: 1.8rem }
p { margin: 0 0 1rem; max-width: 42rem }
.lead { font-size: 1.1875rem; color: var(--quiet) }
.words p { color: var(--quiet) }
code { font: .875em/1.5 ui-monospace, "Liberation Mono", monospace }
pre { max-width: 100%; margin: 1rem 0 0; padding: .9rem 1.1rem; overflow-x: auto; border: 1px solid var(--line); border-inline-start: 3px solid var(--accent); border-radius: 3px }
section { padding-block: clamp(2.5rem, 6vw, 4.5rem) 0 }
section:last-child { padding-block-end: 5rem }
almanac-calendar { margin-block-start: 1.75rem; border: 1px solid var(--line); border-radius: 3px }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
${THEMED}
`

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
