import { performAllDueImportRuns } from '../../../src/import/runs/perform-due-imports.ts'
import { performImportOrder } from '../../../src/import/uploads/perform-import-order.ts'
import { uploadFolder } from '../../../src/import/uploads/upload-folder.ts'
import { loadScope } from '../engines/load-scope.ts'
import { TEST_NOW, type TestServer } from '../server/server.ts'
import { tecSite } from './tec-site.ts'

/** Performs the imports that users have ordered, as the background process does. Pictures cannot be fetched. */
export const performDueImports = ({ db, dataDir }: TestServer): Promise<void> =>
  performAllDueImportRuns({
    db,
    now: () => TEST_NOW,
    signal: new AbortController().signal,
    perform: (run) =>
      performImportOrder({
        scope: { ...loadScope(db), fetchPicture: async () => undefined },
        run,
        folder: uploadFolder(dataDir),
        openSite: () => tecSite({ events: [] }).source,
        clock: () => 0,
        now: () => TEST_NOW,
        signal: new AbortController().signal,
      }),
    onEnd: () => {},
  })
