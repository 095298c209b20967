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
  /**
   * Whether requests are read as the recordings of the peer show, where the contract allows more: windows of whole days only,
   * no names instead of ids, no empty descriptions, and the like (see docs/compatibility.md).
   */
  followsPeer: boolean
}

export const NATIVE: Face = {
  name: 'native',
  prefix: '',
  namespace: 'cal/events/v1',
  languageParameter: 'translation_language',
  languageAliases: [],
  taxonomy: { category: 'event_category', tag: 'event_tag' },
  unknownIsNotFound: true,
  followsPeer: false,
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
  followsPeer: true,
}

export const FACES = [NATIVE, TEC] as const

/** One value for each face. */
export type ByFace<T> = Record<Face['name'], T>

/** A value derived for each face from another. */
export const mapByFace = <T, U>({ native, tec }: ByFace<T>, map: (value: T) => U): ByFace<U> => ({
  native: map(native),
  tec: map(tec),
})

export const byFace = <T>(create: (face: Face) => T): ByFace<T> => ({ native: create(NATIVE), tec: create(TEC) })
