import type { TermKind } from './kinds.ts'

/**
 * A face: one published form of the API. The code and the answers are the same, only these names differ
 * (see docs/compatibility.md).
 */
export interface Face {
  name: 'native' | 'tec'
  /** Between the language root and the namespace, e.g. `/wp-json`. */
  prefix: string
  namespace: string
  languageParameter: string
  /** Other names the language parameter goes by. */
  languageAliases: readonly string[]
  taxonomy: Record<TermKind, string>
  /** Whether a path that names no record is 404 with a code of its own; the peer says 400 instead. */
  unknownIsNotFound: boolean
}

export const NATIVE: Face = {
  name: 'native',
  prefix: '',
  namespace: 'cal/events/v1',
  languageParameter: 'translation_language',
  languageAliases: [],
  taxonomy: { category: 'event_category', tag: 'event_tag' },
  unknownIsNotFound: true,
}

/** The names of The Events Calendar, a WordPress plugin, so that its clients switch by changing one address. */
export const TEC: Face = {
  name: 'tec',
  prefix: '/wp-json',
  namespace: 'tribe/events/v1',
  languageParameter: 'wpml_language',
  languageAliases: ['lang'],
  taxonomy: { category: 'tribe_events_cat', tag: 'post_tag' },
  unknownIsNotFound: false,
}

export const FACES = [NATIVE, TEC] as const
