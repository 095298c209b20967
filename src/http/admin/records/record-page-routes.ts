import type { AnyCollection } from '../../../collections/collection.ts'
import type { Right } from '../../../core/caller.ts'
import {
  type CollectionName,
  collectionNameOfKind,
  isLinkedKind,
  isPostKind,
  KINDS,
  type Kind,
} from '../../../core/kinds.ts'
import type { AdminHandler, AdminRoute } from '../admin-handler.ts'

/** The right that opens the pages of a kind of record. The right to write a record is checked at the write. */
const accessTo = (kind: Kind): Right =>
  isPostKind(kind) ? 'posts:create' : kind === 'category' ? 'categories:write' : 'tags:write'

const bulkRoute: AdminRoute = {
  path: '/events/bulk',
  methods: ['POST'],
  access: accessTo('event'),
  load: async () => (await import('./bulk-edit-page.ts')).bulkEditHandler,
}

/** The routes from which the scripts of forms load data as JSON. */
const formDataRoutes: readonly AdminRoute[] = [
  {
    path: '/events/dates',
    methods: ['GET'],
    access: accessTo('event'),
    load: async () => (await import('./next-dates-handler.ts')).nextDatesHandler,
  },
  ...(['venue', 'organizer', 'series', 'category', 'tag'] as const).map(
    (kind): AdminRoute => ({
      path: `/choices/${kind}`,
      methods: ['GET'],
      access: 'posts:create',
      load: async () => (await import('./records-offered-by-form.ts')).searchRecordsForFormHandler(kind),
    }),
  ),
]

const preview = () => import('./preview-pages.ts')

const previewRoutes: readonly AdminRoute[] = [
  {
    path: '/events/:id/preview',
    methods: ['GET'],
    access: accessTo('event'),
    load: async () => (await preview()).previewHandler,
  },
  {
    path: '/events/:id/share',
    methods: ['POST'],
    access: accessTo('event'),
    load: async () => (await preview()).createPreviewLinkHandler,
  },
  {
    path: '/events/:id/share/end',
    methods: ['POST'],
    access: accessTo('event'),
    load: async () => (await preview()).revokePreviewLinksHandler,
  },
  {
    path: '/shared/:token',
    methods: ['GET'],
    access: 'anyone',
    load: async () => (await preview()).sharedPreviewHandler,
  },
]

/** The routes of the pages of records: for each collection the table, the forms, and their buttons. */
export const recordPageRoutes: readonly AdminRoute[] = KINDS.flatMap((kind) => {
  const access = accessTo(kind)
  const path = `/${collectionNameOfKind(kind) as CollectionName}`
  const load =
    (
      create: (
        pages: typeof import('./handlers-loaded-for-record-pages.ts'),
        collection: AnyCollection,
      ) => AdminHandler,
    ) =>
    async () => {
      const pages = await import('./handlers-loaded-for-record-pages.ts')
      return create(pages, pages.COLLECTION_BY_KIND[kind])
    }
  return [
    {
      path,
      methods: ['GET'],
      access,
      load: load(({ recordListHandler }, collection) => recordListHandler(collection)),
    },
    {
      path: `${path}/new`,
      methods: ['GET', 'POST'],
      takesFile: isPostKind(kind),
      access,
      load: load(({ newRecordPageHandler }, collection) => newRecordPageHandler(collection)),
    },
    {
      path: `${path}/:id`,
      methods: ['GET', 'POST'],
      takesFile: isPostKind(kind),
      access,
      load: load(({ editRecordPageHandler }, collection) => editRecordPageHandler(collection)),
    },
    {
      path: `${path}/:id/trash`,
      methods: ['POST'],
      access,
      load: load(({ trashOrDeleteRecordHandler }, collection) => trashOrDeleteRecordHandler(collection)),
    },
    ...(kind === 'event' ? [bulkRoute, ...formDataRoutes, ...previewRoutes] : []),
    ...(isLinkedKind(kind)
      ? [
          {
            path: `${path}/:id/merge`,
            methods: ['GET' as const, 'POST' as const],
            access: 'posts:edit-others' as const,
            load: load(({ mergePageHandler }, collection) => mergePageHandler(collection)),
          },
        ]
      : []),
    {
      path: `${path}/:id/texts/:language`,
      methods: ['GET', 'POST'],
      access,
      load: load(({ translationPageHandler }, collection) => translationPageHandler(collection)),
    },
    {
      path: `${path}/:id/texts/:language/remove`,
      methods: ['POST'],
      access,
      load: load(({ removeTranslationHandler }, collection) => removeTranslationHandler(collection)),
    },
    {
      path: `${path}/:id/history`,
      methods: ['GET'],
      access,
      load: load(({ recordHistoryHandler }, collection) => recordHistoryHandler(collection)),
    },
    {
      path: `${path}/:id/history/:revision`,
      methods: ['GET', 'POST'],
      access,
      load: load(({ revisionPageHandler }, collection) => revisionPageHandler(collection)),
    },
    ...(isPostKind(kind)
      ? [
          {
            path: `${path}/:id/restore`,
            methods: ['POST' as const],
            access,
            load: load(({ restoreRecordHandler }, collection) => restoreRecordHandler(collection)),
          },
        ]
      : []),
  ] satisfies AdminRoute[]
})
