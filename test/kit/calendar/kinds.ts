import { EVENT } from './makers.ts'

/** Venues and organizers, which behave alike; the name of one is in the field that is called like its kind. */
export const LINKED_KINDS = [
  { kind: 'venue', path: '/venues' },
  { kind: 'organizer', path: '/organizers' },
] as const

/** Categories and tags, which behave alike but for what is above a category. */
export const TERM_KINDS = [
  { kind: 'category', path: '/categories' },
  { kind: 'tag', path: '/tags' },
] as const

/** The five collections, the field that holds the title of a record, and what a record needs besides. */
export const TRANSLATED_KINDS = [
  { name: 'events', kind: 'event', title: 'title', hasSlugs: true, needed: EVENT },
  { name: 'venues', kind: 'venue', title: 'venue', hasSlugs: true, needed: {} },
  { name: 'organizers', kind: 'organizer', title: 'organizer', hasSlugs: true, needed: {} },
  { name: 'categories', kind: 'category', title: 'name', hasSlugs: false, needed: {} },
  { name: 'tags', kind: 'tag', title: 'name', hasSlugs: false, needed: {} },
] as const
