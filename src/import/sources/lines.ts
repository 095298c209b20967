import type { Readable } from 'node:stream'

/** A line of a text; `text` is undefined for a line that is too long to be read. */
export interface Line {
  /** From 1. */
  number: number
  text: string | undefined
}

/** Longest line that is read, in characters: an event with texts of the maximum length in all languages fits. */
const LINE_MAX = 8 * 1024 * 1024

/** Reads the lines of UTF-8 text; memory does not grow with the length of the text or of a line. */
export async function* readLines(stream: Readable, lengthMax = LINE_MAX): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  let isTooLong = false
  let number = 0
  const take = (end: string): Line => {
    number += 1
    const line = { number, text: isTooLong || rest.length + end.length > lengthMax ? undefined : rest + end }
    rest = ''
    isTooLong = false
    return line
  }
  for await (const chunk of stream) {
    const parts = decoder.decode(chunk as Buffer, { stream: true }).split('\n')
    const last = parts.pop() ?? ''
    for (const part of parts) yield take(part)
    if (rest.length + last.length > lengthMax) [rest, isTooLong] = ['', true]
    else if (!isTooLong) rest += last
  }
  rest += decoder.decode()
  if (rest !== '' || isTooLong) yield take('')
}
