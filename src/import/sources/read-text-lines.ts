/** A line of a text; `text` is undefined for a line that is too long to be read. */
export interface Line {
  /** Number of the line in the text, from 1. */
  number: number
  text: string | undefined
}

/** Decodes a stream part by part, as `TextDecoder` does. */
export interface StreamDecoder {
  decode(bytes?: Buffer, options?: { stream: boolean }): string
}

/** Maximum length of a line in characters. A record with the longest possible texts in all languages is shorter. */
const LINE_MAX = 8 * 1024 * 1024

/**
 * Yields the lines of a text, which end with LF, CR or both. The memory needed does not depend on the length of the
 * text or of a line.
 * @param decoder default: UTF-8
 */
export async function* readTextLines(
  stream: AsyncIterable<Buffer>,
  lengthMax = LINE_MAX,
  decoder: StreamDecoder = new TextDecoder('utf-8'),
): AsyncGenerator<Line> {
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
  let endsWithCr = false
  for await (const chunk of stream) {
    const decoded = decoder.decode(chunk, { stream: true })
    // If a part ends with CR and the next begins with LF, both together are one line break.
    const text = endsWithCr && decoded.startsWith('\n') ? decoded.slice(1) : decoded
    if (decoded !== '') endsWithCr = decoded.endsWith('\r')
    const parts = text.split(/\r\n|[\r\n]/)
    const last = parts.pop() ?? ''
    for (const part of parts) yield take(part)
    if (rest.length + last.length > lengthMax) [rest, isTooLong] = ['', true]
    else if (!isTooLong) rest += last
  }
  rest += decoder.decode()
  if (rest !== '' || isTooLong) yield take('')
}
