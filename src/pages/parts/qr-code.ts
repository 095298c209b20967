import { encode } from 'uqr'
import { memoize } from '../../core/generic/memoize.ts'
import { html, type Markup } from '../html-template.ts'

/**
 * The mask pattern of all QR codes, one of the eight that the format allows. Other encoders choose the best of them,
 * but comparing all eight takes most of the time of encoding.
 */
const MASK_PATTERN = 0

/** Width of the margin in modules: half of what ISO/IEC 18004 asks for, because the paper around it is white. */
const MARGIN = 2

/**
 * Maximum number of cached QR codes, of about 3 KB each. They are cached, because pages of the same events are rendered
 * again after each write.
 */
const DRAWINGS_MAX = 300

const codeDrawing = memoize((url) => {
  const { data, size } = encode(url, { ecc: 'L', border: MARGIN, maskPattern: MASK_PATTERN })
  return html`<svg viewBox="0 0 ${size} ${size}" aria-hidden="true"><path d="${darkModulesPath(data)}"/></svg>`
}, DRAWINGS_MAX)

/**
 * A QR code with an address below it, shown only on printed pages.
 * @param url absolute URL that the code contains; a shorter one makes a smaller code
 * @param shown absolute URL below the code
 */
export const renderPrintedQrCode = (url: string, shown: string): Markup => html`
  <figure class="code">
    ${codeDrawing(url)}
    <figcaption>${shown.replace(/^https?:\/\//, '')}</figcaption>
  </figure>
`

/** The SVG path of all dark modules (squares) of a QR code, with one rectangle for each horizontal run of them. */
function darkModulesPath(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = []
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      const first = x
      while (row[x]) x += 1
      if (x > first) runs.push(`M${first} ${y}h${x - first}v1h${first - x}z`)
    }
  }
  return runs.join('')
}
