import type { TermKind } from './kinds.ts'

/**
 * A published variant of the API. All faces run the same code and differ only in these names and flags (see
 * docs/compatibility.md).
 */
export interface Face {
  name: 'native' | 'tec'
  /** Path between the language root and the namespace, e.g. `/wp-json`. */
  prefix: string
  namespace: string
  languageParameter: string
  /** Other accepted names of the language parameter. */
  languageAliases: readonly string[]
  taxonomy: Record<TermKind, string>
  /** Whether a path that names no record is answered with 404 and its own code. The Events Calendar answers 400 instead. */
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

/** The names of The Events Calendar, a WordPress plugin, so that its clients only have to change the base URL. */
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
