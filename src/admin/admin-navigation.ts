import { type Caller, hasRight, type Right } from '../core/caller.ts'
import { type CollectionName, collectionNameOfKind, POST_KINDS } from '../core/kinds.ts'
import type { AdminWords } from './words/en.ts'

/** An entry of the navigation of all admin pages. */
export interface NavigationEntry {
  /** Path below `/admin`. */
  path: string
  label(words: AdminWords): string
  /** The users who see the entry: all (`account`), or only users with this right. */
  access: 'account' | Right
}

const collectionEntry = (name: CollectionName, access: Right): NavigationEntry => ({
  path: `/${name}`,
  label: ({ collections }) => collections[name].title,
  access,
})

/** The entries of the navigation, in groups. */
const GROUPS: readonly (readonly NavigationEntry[])[] = [
  [
    { path: '/', label: ({ start }) => start.title, access: 'account' },
    { path: '/submissions', label: ({ submissions }) => submissions.title, access: 'submissions:review' },
  ],
  [
    ...POST_KINDS.map((kind) => collectionEntry(collectionNameOfKind(kind), 'posts:create')),
    collectionEntry('categories', 'categories:write'),
    collectionEntry('tags', 'tags:write'),
    { path: '/media', label: ({ media }) => media.title, access: 'media:upload' },
    { path: '/trash', label: ({ trash }) => trash.title, access: 'posts:create' },
  ],
  [
    { path: '/import', label: ({ importing }) => importing.title, access: 'imports:write' },
    { path: '/sources', label: ({ sources }) => sources.title, access: 'imports:run' },
    { path: '/users', label: ({ users }) => users.title, access: 'users:list' },
    { path: '/settings', label: ({ settings }) => settings.title, access: 'settings:write' },
    { path: '/audit', label: ({ audit }) => audit.title, access: 'audit:read' },
  ],
  [{ path: '/me', label: ({ me }) => me.title, access: 'account' }],
]

/** The entries of the navigation that a user sees, in groups. */
export const adminNavigationForCaller = (caller: Caller): NavigationEntry[][] =>
  GROUPS.map((entries) => entries.filter(({ access }) => access === 'account' || hasRight(caller, access))).filter(
    (entries) => entries.length > 0,
  )
