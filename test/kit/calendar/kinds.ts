import { EVENT } from './makers.ts'

/** Venues and organizers have the same routes and rules. The field that contains the name is called like the kind. */
export const LINKED_KINDS = [
  { kind: 'venue', path: '/venues' },
  { kind: 'organizer', path: '/organizers' },
] as const

/** Categories and tags have the same routes and rules, except that only categories have parents. */
export const TERM_KINDS = [
  { kind: 'category', path: '/categories' },
  { kind: 'tag', path: '/tags' },
] as const

/** For each of the five collections: the field that contains the title, and the fields required to create a record. */
export const TRANSLATED_KINDS = [
  { name: 'events', kind: 'event', title: 'title', hasSlugs: true, needed: EVENT },
  { name: 'venues', kind: 'venue', title: 'venue', hasSlugs: true, needed: {} },
  { name: 'organizers', kind: 'organizer', title: 'organizer', hasSlugs: true, needed: {} },
  { name: 'categories', kind: 'category', title: 'name', hasSlugs: false, needed: {} },
  { name: 'tags', kind: 'tag', title: 'name', hasSlugs: false, needed: {} },
] as const
