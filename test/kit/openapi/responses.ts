import assert from 'node:assert/strict'
import type { TestAnswer } from '../server/server.ts'
import type { Checker } from './document.ts'
import type { Documented, Sent } from './operations.ts'
import { JSON_TYPE } from './requests.ts'

/** Checks responses to generated requests. */

/** Parameters whose values may be invalid for reasons that a schema cannot express: a date, a record, a right. */
const MEANT =
  /date|^(starts_.*|ends_.*|after|before|timezone|currency_code|picture_hosts|website|email|image|author|parent|post|event|post_parent|include|exclude|categories|tags|venue|organizer|series|event_post_id|status|cost|search|geo.*|order|orderby|file|id|slug|namespace|translation_language)$/

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
    return key !== undefined && !schema.enum && !(schema.type === 'integer' ? /^\d+$/ : /^[\w ]+$/).test(key)
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
    assert.equal(data.details[name], undefined, `${name} fits, and is called ${JSON.stringify(data.details[name])}`)
    assert.ok(MEANT.test(name) || !isStorable(sent.fields[name]), `${name} fits, and is refused: ${data.params[name]}`)
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
