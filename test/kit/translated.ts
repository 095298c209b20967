import { EVENT } from './events.ts'

/** The five collections, the field that holds the title of a record, and what a record needs besides. */
export const TRANSLATED = [
  { name: 'events', kind: 'event', title: 'title', hasSlugs: true, needed: EVENT },
  { name: 'venues', kind: 'venue', title: 'venue', hasSlugs: true, needed: {} },
  { name: 'organizers', kind: 'organizer', title: 'organizer', hasSlugs: true, needed: {} },
  { name: 'categories', kind: 'category', title: 'name', hasSlugs: false, needed: {} },
  { name: 'tags', kind: 'tag', title: 'name', hasSlugs: false, needed: {} },
] as const
