import type { AdminRoute } from '../admin-handler.ts'

/** The pages on which administrators import a file or a site: file, settings, preview, import. */
export const importPages: readonly AdminRoute[] = [
  {
    path: '/import',
    methods: ['GET', 'POST'],
    access: 'imports:write',
    takesImport: true,
    load: async () => (await import('./new-import-handlers.ts')).newImportHandler,
  },
  {
    path: '/import/files/:token',
    methods: ['GET', 'POST'],
    access: 'imports:write',
    load: async () => (await import('./import-settings-handlers.ts')).importSettingsHandler,
  },
  {
    path: '/import/runs/:id/go',
    methods: ['POST'],
    access: 'imports:write',
    load: async () => (await import('./import-settings-handlers.ts')).startImportHandler,
  },
]
