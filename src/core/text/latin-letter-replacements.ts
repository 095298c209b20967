/**
 * Replacements of lower-case Latin letters that Unicode does not split into a letter and an accent. `ß` is not among
 * them: its replacement depends on the purpose.
 */
export const LATIN_LETTERS: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ŉ: 'n',
  ĸ: 'k',
}
