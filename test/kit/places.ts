/** Venues and organizers, which behave alike; the name of one is in the field that is called like its kind. */
export const PLACES = [
  { kind: 'venue', path: '/venues' },
  { kind: 'organizer', path: '/organizers' },
] as const

/** Categories and tags, which behave alike but for what is above a category. */
export const TERMS = [
  { kind: 'category', path: '/categories' },
  { kind: 'tag', path: '/tags' },
] as const
