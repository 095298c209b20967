import type { TermKind } from './kinds.ts'

/**
 * A variant of the REST API with its own URLs: the native one, or one of the two compatible with The Events Calendar
 * (TEC), a WordPress plugin. `native` and `tec` run the same routes and differ only in these names and flags; `tec-v1`
 * has routes of its own for the same collections (see docs/compatibility.md).
 */
export interface Face {
  name: 'native' | 'tec' | 'tec-v1'
  /** URL path between the language prefix and the REST namespace: `/wp-json`, or '' for none. */
  prefix: string
  namespace: string
  languageParameter: string
  /** Names of the query parameter for the language that are accepted besides `languageParameter`. */
  languageAliases: readonly string[]
  taxonomy: Record<TermKind, string>
  /**
   * Whether a request for a record that does not exist gets status 404. The Events Calendar mostly answers 400 instead.
   */
  unknownIsNotFound: boolean
  /**
   * Whether requests are read exactly as The Events Calendar reads them, even where the API contract allows more: date
   * ranges of whole days only, ids but no names of venues and organizers, no empty descriptions of terms (see
   * docs/compatibility.md).
   */
  imitatesTec: boolean
}

export const NATIVE: Face = {
  name: 'native',
  prefix: '',
  namespace: 'cal/events/v1',
  languageParameter: 'translation_language',
  languageAliases: [],
  taxonomy: { category: 'event_category', tag: 'event_tag' },
  unknownIsNotFound: true,
  imitatesTec: false,
}

/**
 * The variant of the API that is compatible with The Events Calendar, a WordPress plugin. Its names are those of the
 * plugin, so that existing clients only have to change the base URL.
 */
export const TEC: Face = {
  name: 'tec',
  prefix: '/wp-json',
  namespace: 'tribe/events/v1',
  languageParameter: 'wpml_language',
  languageAliases: ['lang'],
  taxonomy: { category: 'tribe_events_cat', tag: 'post_tag' },
  unknownIsNotFound: false,
  imitatesTec: true,
}

/** The newer API of The Events Calendar, with records in the form of WordPress posts (src/http/api/tec-v1). */
export const TEC_V1: Face = { ...TEC, name: 'tec-v1', namespace: 'tec/v1' }

/** The APIs that run the same routes: the native one, and the older one compatible with The Events Calendar. */
export const FACES = [NATIVE, TEC] as const

/** An object with one value for each of the APIs that run the same routes: `native` and `tec`. */
export type ByFace<T> = Record<'native' | 'tec', T>

/** Applies `map` to both values of a `ByFace` object: the one for the native API and the one for `tec`. */
export const mapByFace = <T, U>({ native, tec }: ByFace<T>, map: (value: T) => U): ByFace<U> => ({
  native: map(native),
  tec: map(tec),
})

export const createValueForEachFace = <T>(create: (face: Face) => T): ByFace<T> => ({
  native: create(NATIVE),
  tec: create(TEC),
})

/** Selects the value for one API from a `ByFace` object. */
export const valueForFace = <T>({ native, tec }: ByFace<T>, { imitatesTec }: Face): T => (imitatesTec ? tec : native)
