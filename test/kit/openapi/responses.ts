import assert from 'node:assert/strict'
import type { TestAnswer } from '../server/server.ts'
import type { Checker } from './document.ts'
import type { Documented, Sent } from './operations.ts'
import { JSON_TYPE } from './requests.ts'

/** Checks responses to generated requests. */

/** Parameters whose values may be invalid for reasons that a schema cannot express, by reason. */
const MEANT = [
  // A text that is parsed: a date, a zone, a URL, an address, a price, a rule, a color, a choice in any spelling.
  /date|(^|_)url$|^(starts|ends|valid)_|^(after|before|timezone|website|picture_hosts|email|cost|currency_code|recurrence|search|content)$/,
  /^(offers|registration|accessibility|event_status|attendance_mode|status|order|orderby|namespace|translation_language)$/,
  /^(logo|favicon|share_picture|(accent|background)_color(_dark)?|(header|footer)_links)$/,
  // A record that must exist, or that the caller may not use.
  /^(image|author|parent|post|event|post_parent|include|exclude|categories|tags|venue|organizer|series|event_post_id|file|id|slug|name)$/,
  // Contradictions between fields.
  /^geo|^(age_min|age_max|duration|is_free|is_virtual|scope|status_reason|subtype)$/,
]
const isMeant = (name: string) => MEANT.some((pattern) => pattern.test(name))

/**
 * Asserts that the document describes the response, and that errors are justified: a request that matches the schema
 * must not be called malformed.
 */
export function judge(operation: Documented, sent: Sent, answer: TestAnswer): void {
  const { checker, path, method } = operation
  assert.ok(answer.status < 500, `${answer.status} ${JSON.stringify(answer.body)}`)
  // Path parameters of an unexpected form match another route or none.
  const isElsewhere = operation.keys.some(({ name, schema }) => {
    const key = sent.keys[name]
    if (key === undefined) return false
    // Clients resolve `.` and `..` before they send a request.
    if (/^\.{1,2}$/.test(key)) return true
    if (schema.pattern) return !new RegExp(schema.pattern).test(key)
    return !schema.enum && !(schema.type === 'integer' ? /^\d+$/ : /^[\w ]+$/).test(key)
  })
  if (isElsewhere) {
    if (answer.status >= 400) assert.equal(answer.body.data.status, answer.status)
    return
  }
  checker.answersAt(path, method, answer, sent.as !== 'guest')
  if (answer.status === 400) checkDeserved(operation, sent, answer)
}

function checkDeserved({ keys, fields, checker }: Documented, sent: Sent, { body }: TestAnswer): void {
  const { code, data } = body
  const fit = fields.filter(
    ({ name, pointer }) => Object.hasOwn(sent.fields, name) && isFitIn(sent.type, checker, pointer, sent.fields[name]),
  )
  const isWhole = fields.every((field) => !field.isRequired || fit.includes(field))
  if (code === 'rest_missing_callback_param' && keys.length === 0)
    assert.ok(!isWhole || data.params.some((name: string) => !(name in sent.fields)), 'all that is required was sent')
  if (code !== 'rest_invalid_param') return
  for (const { name } of fit) {
    if (!(name in data.params)) continue
    const detail = Object.hasOwn(data.details, name) ? data.details[name] : undefined
    // Those of a recurrence, which is parsed, name the line; all others are violations of the schema.
    assert.ok(detail === undefined || 'line' in detail.data, `${name} fits, and is called ${JSON.stringify(detail)}`)
    assert.ok(isMeant(name) || !isStorable(sent.fields[name]), `${name} fits, and is refused: ${data.params[name]}`)
  }
}

/** Whether a value is valid when sent as a form: forms have no null, and numbers may be texts. */
const isFitIn = (type: string, checker: Checker, pointer: string, value: unknown) =>
  checker.isFit(pointer, value) && (type === JSON_TYPE || (value !== null && value !== '' && typeof value !== 'object'))

/**
 * Whether both databases can store a value: texts are not empty without markup and contain no NUL, ids are in range.
 */
function isStorable(value: unknown): boolean {
  if (typeof value !== 'string') return typeof value !== 'number' || Math.abs(value) < 2 ** 31
  const isEmpty = value !== '' && value.replace(/<[^>]*>/g, '').trim() === ''
  return value.isWellFormed() && !value.includes('\0') && !isEmpty
}
