import { hash } from 'node:crypto'

/** A set of texts. */
export interface TextSet {
  has(text: string): boolean
  add(text: string): void
}

const SLOTS_AT_FIRST = 1024

/**
 * Creates a set that keeps a hash of each text, in 16 to 32 bytes, because a run may have millions of items. Of a
 * million texts, two have the same hash of 53 bits with a probability of one in 18,000.
 */
export function createCompactTextSet(): TextSet {
  let slots = new Float64Array(SLOTS_AT_FIRST)
  let size = 0
  return {
    has: (text) => slots[findSlot(slots, numberOf(text))] !== 0,
    add(text) {
      const number = numberOf(text)
      const at = findSlot(slots, number)
      if (slots[at] !== 0) return
      slots[at] = number
      size += 1
      // At most half of the slots are used, so that the next free one is near.
      if (size * 2 > slots.length) slots = moveTo(new Float64Array(slots.length * 2), slots)
    },
  }
}

/** A hash from 1 to 2^53 - 1. 0 means an unused slot. */
function numberOf(text: string): number {
  const bytes = hash('sha1', text, 'buffer')
  return Math.max(1, bytes.readUInt32BE(0) * 2 ** 21 + (bytes.readUInt32BE(4) >>> 11))
}

/** The slot of a number, or the unused one where it belongs. */
function findSlot(slots: Float64Array, number: number): number {
  let at = number % slots.length
  while (slots[at] !== 0 && slots[at] !== number) at = (at + 1) % slots.length
  return at
}

function moveTo(larger: Float64Array<ArrayBuffer>, slots: Float64Array): Float64Array<ArrayBuffer> {
  for (const number of slots) if (number !== 0) larger[findSlot(larger, number)] = number
  return larger
}
