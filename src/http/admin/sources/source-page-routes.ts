import type { AdminRoute } from '../admin-handler.ts'

const pages = () => import('./source-pages.ts')
const runs = () => import('./import-run-pages.ts')

/**
 * The pages of subscriptions and of the reports of imports. Editors may read and run subscriptions, administrators may
 * change them.
 */
export const sourcePages: readonly AdminRoute[] = [
  { path: '/sources', methods: ['GET'], access: 'imports:run', load: async () => (await pages()).sourceListHandler },
  {
    path: '/sources/new',
    methods: ['GET', 'POST'],
    access: 'imports:write',
    load: async () => (await pages()).newSourceHandler,
  },
  {
    path: '/sources/places',
    methods: ['GET', 'POST'],
    access: 'imports:run',
    load: async () => (await import('./venues-of-places-page.ts')).venuesOfPlacesHandler,
  },
  {
    path: '/sources/duplicates',
    methods: ['GET', 'POST'],
    access: 'imports:run',
    load: async () => (await import('./duplicates-page.ts')).duplicatesHandler,
  },
  {
    path: '/sources/runs/:id',
    methods: ['GET'],
    access: 'imports:run',
    load: async () => (await runs()).importRunHandler,
  },
  {
    path: '/sources/runs/:id/undo',
    methods: ['POST'],
    access: 'imports:write',
    load: async () => (await runs()).undoRunHandler,
  },
  {
    path: '/sources/:id',
    methods: ['GET', 'POST'],
    access: 'imports:run',
    load: async () => (await pages()).sourceHandler,
  },
  {
    path: '/sources/:id/run',
    methods: ['POST'],
    access: 'imports:run',
    load: async () => (await pages()).runSourceHandler,
  },
  {
    path: '/sources/:id/remove',
    methods: ['POST'],
    access: 'imports:write',
    load: async () => (await pages()).removeSourceHandler,
  },
  {
    path: '/sources/:id/take/:event',
    methods: ['POST'],
    access: 'imports:run',
    load: async () => (await pages()).acceptSourceVersionHandler,
  },
]
