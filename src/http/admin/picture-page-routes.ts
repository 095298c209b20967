import type { AdminRoute } from './admin-handler.ts'

const media = () => import('./pages/picture-pages.ts')

/**
 * The pages of pictures. Users who may write records see pictures in forms, so they may open these pages; adding a
 * picture requires a right of its own.
 */
export const mediaPageRoutes: readonly AdminRoute[] = [
  {
    path: '/media',
    methods: ['GET', 'POST'],
    access: 'media:upload',
    takesFile: true,
    load: async () => (await media()).mediaListHandler,
  },
  {
    path: '/media/choices',
    methods: ['GET', 'POST'],
    takesFile: true,
    access: 'posts:create',
    load: async () => (await media()).pictureChoicesHandler,
  },
  {
    path: '/media/:id',
    methods: ['GET', 'POST'],
    access: 'media:upload',
    load: async () => (await media()).pictureHandler,
  },
  {
    path: '/media/:id/file',
    methods: ['GET'],
    access: 'posts:create',
    load: async () => (await media()).pictureFileHandler,
  },
  {
    path: '/media/:id/replace',
    methods: ['POST'],
    access: 'media:upload',
    takesFile: true,
    load: async () => (await media()).replacePictureHandler,
  },
  {
    path: '/media/:id/delete',
    methods: ['POST'],
    access: 'media:upload',
    load: async () => (await media()).deletePictureHandler,
  },
]
