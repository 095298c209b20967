import type { AnyCollection } from '../../../collections/collection.ts'
import type { Right } from '../../../core/caller.ts'
import { type CollectionName, collectionNameOf, isPost, KINDS, type Kind } from '../../../core/kinds.ts'
import type { AdminHandler, AdminRoute } from '../handler.ts'

/** Who may open the pages of a kind. Whether a user may write a record is checked when it is written. */
const accessTo = (kind: Kind): Right =>
  isPost(kind) ? 'posts:create' : kind === 'category' ? 'categories:write' : 'tags:write'

/** The table and the forms of each collection. */
export const recordRoutes: readonly AdminRoute[] = KINDS.flatMap((kind) => {
  const access = accessTo(kind)
  const path = `/${collectionNameOf(kind) as CollectionName}`
  const load =
    (create: (pages: typeof import('./pages.ts'), collection: AnyCollection) => AdminHandler) => async () => {
      const pages = await import('./pages.ts')
      return create(pages, pages.COLLECTION_BY_KIND[kind])
    }
  return [
    { path, methods: ['GET'], access, load: load(({ recordList }, collection) => recordList(collection)) },
    {
      path: `${path}/new`,
      methods: ['GET', 'POST'],
      takesFile: isPost(kind),
      access,
      load: load(({ newRecordForm }, collection) => newRecordForm(collection)),
    },
    {
      path: `${path}/:id`,
      methods: ['GET', 'POST'],
      takesFile: isPost(kind),
      access,
      load: load(({ recordForm }, collection) => recordForm(collection)),
    },
    {
      path: `${path}/:id/trash`,
      methods: ['POST'],
      access,
      load: load(({ removal }, collection) => removal(collection)),
    },
    ...(isPost(kind)
      ? [
          {
            path: `${path}/:id/restore`,
            methods: ['POST' as const],
            access,
            load: load(({ restoration }, collection) => restoration(collection)),
          },
        ]
      : []),
  ] satisfies AdminRoute[]
})
