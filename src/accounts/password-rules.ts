import type { MessageKey } from '../core/messages/index.ts'
import { foldTextForSearch } from '../core/text/fold-text.ts'

export const PASSWORD_LENGTH_MIN = 12
export const PASSWORD_LENGTH_MAX = 200
const DIFFERENT_CHARACTERS_MIN = 5

/**
 * Words that are common as passwords, in the languages of the program. A password that consists of one of them, with or
 * without digits, is refused.
 */
const COMMON_WORDS = new Set(
  [
    'password passwort motdepasse contrasena clave salasana secret geheim secreto salainen letmein welcome willkommen',
    'bienvenue bienvenido tervetuloa iloveyou ichliebedich jetaime teamo rakastan administrator administrateur admin',
    'almanac calendar kalender calendrier calendario kalenteri changeme default master dragon monkey football fussball',
    'baseball superman batman princess sunshine starwars pokemon trustno leavemealone sonyericsson finalfantasy',
    'justinbieber unbelievable chickenwing websolutions test example login access qwertyuiop qwertzuiop azertyuiop qwerty',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Sequences of characters: rows and columns of keyboards, the alphabet, and digits. Parts of them, also backwards, are
 * easy to guess.
 */
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  ...['qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl', 'zxcvbnm', 'yxcvbnm', 'wxcvbn'],
  ...['1qaz2wsx3edc4rfv5tgb6yhn7ujm', 'qazwsxedcrfvtgbyhnujm'],
  '1q2w3e4r5t6y7u8i9o0p',
]
const SEQUENCE_LENGTH_MIN = 4
/** Minimum number of characters that a password must have besides sequences such as `abcd` or `qwertz`. */
const REMAINDER_MIN = 6
/**
 * Minimum number of characters that a password must have besides the login or name, to which people often add only a
 * year and punctuation.
 */
const NAME_REMAINDER_MIN = 8

/** Digits and punctuation that people write instead of letters, such as `0` for `o`, each with its letter. */
const REPLACED_LETTERS: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  $: 's',
  '@': 'a',
  '!': 'i',
}

/**
 * Normalizes a password to Unicode NFC, because accented letters have two encodings. Unlike in application passwords,
 * spaces count.
 */
export const normalizePassword = (value: string) => value.normalize('NFC')

/**
 * Returns why a password is easy to guess; undefined if it is not. Its length is checked by the schema of the form.
 * @param names login, e-mail address and name of the account
 */
export function findPasswordWeakness(password: string, names: readonly string[]): MessageKey | undefined {
  const folded = foldTextForSearch(password).replace(/\s/g, '')
  if (names.some((name) => containsName(folded, name))) return 'reason.password-name'
  if (new Set(folded).size < DIFFERENT_CHARACTERS_MIN || isRepetition(folded)) return 'reason.password-easy'
  return isCommonWord(folded) || isSequence(folded) ? 'reason.password-easy' : undefined
}

/** Whether a password consists of a name and little more. */
function containsName(folded: string, name: string): boolean {
  const part = foldTextForSearch(name.split('@')[0] as string).replace(/\s/g, '')
  return part.length >= 3 && folded.includes(part) && folded.replaceAll(part, '').length < NAME_REMAINDER_MIN
}

/** Whether a text is a shorter text, repeated: `abcabcabcabc`. */
const isRepetition = (text: string) => /^(.{1,6}?)\1+.{0,2}$/su.test(text)

function isCommonWord(folded: string): boolean {
  const letters = (text: string) => text.replace(/[^\p{L}]/gu, '')
  const replaced = Array.from(folded, (sign) => REPLACED_LETTERS[sign] ?? sign).join('')
  // Digits at the end of a password are usually a number and do not replace letters: `password1234`.
  return [
    letters(folded),
    letters(replaced),
    letters(replaced.slice(0, folded.replace(/[^\p{L}]+$/u, '').length)),
  ].some((word) => COMMON_WORDS.has(word))
}

function isSequence(folded: string): boolean {
  const lines = SEQUENCES.flatMap((line) => [line, Array.from(line).reverse().join('')])
  let remaining = 0
  for (let at = 0; at < folded.length; ) {
    const length = Math.max(...lines.map((line) => commonLength(line, folded.slice(at))))
    if (length < SEQUENCE_LENGTH_MIN) remaining += 1
    at += length < SEQUENCE_LENGTH_MIN ? 1 : length
  }
  return remaining < REMAINDER_MIN
}

/** The length of the longest beginning of `text` that is part of `line`. */
function commonLength(line: string, text: string): number {
  let length = 0
  while (length < text.length && line.includes(text.slice(0, length + 1))) length += 1
  return length
}
