import { type Caller, hasRight, type Right } from '../core/caller.ts'
import type { CollectionName } from '../core/kinds.ts'
import type { AdminWords } from './words/en.ts'

/** An entry of the navigation of all admin pages. */
interface NavigationEntry {
  /** Path below `/admin`. */
  path: string
  label(words: AdminWords): string
  /** Users who see the entry: all, or those with a right. */
  access: 'account' | Right
}

const collectionEntry = (name: CollectionName, access: Right): NavigationEntry => ({
  path: `/${name}`,
  label: ({ collections }) => collections[name].title,
  access,
})

const ENTRIES: readonly NavigationEntry[] = [
  collectionEntry('events', 'posts:create'),
  collectionEntry('venues', 'posts:create'),
  collectionEntry('organizers', 'posts:create'),
  collectionEntry('series', 'posts:create'),
  collectionEntry('categories', 'categories:write'),
  collectionEntry('tags', 'tags:write'),
  { path: '/media', label: ({ media }) => media.title, access: 'media:upload' },
  { path: '/submissions', label: ({ submissions }) => submissions.title, access: 'submissions:review' },
  { path: '/sources', label: ({ sources }) => sources.title, access: 'imports:run' },
  { path: '/trash', label: ({ trash }) => trash.title, access: 'posts:create' },
  { path: '/users', label: ({ users }) => users.title, access: 'users:list' },
  { path: '/settings', label: ({ settings }) => settings.title, access: 'settings:write' },
  { path: '/audit', label: ({ audit }) => audit.title, access: 'audit:read' },
  { path: '/me', label: ({ me }) => me.title, access: 'account' },
]

/** The entries of the navigation that a user sees. */
export const navigationFor = (caller: Caller): readonly NavigationEntry[] =>
  ENTRIES.filter(({ access }) => access === 'account' || hasRight(caller, access))
