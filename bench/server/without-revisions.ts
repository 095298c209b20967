import { registerHooks } from 'node:module'

/** Loaded before a server (`node --import`): its writes store no revisions. */
registerHooks({
  load(url, context, next) {
    if (!url.endsWith('/revisions/store-revisions.ts')) return next(url, context)
    // The address with a query is that of the unchanged module.
    const source = `export * from '${url}?unchanged'; export function insertRevisions() {}`
    return { format: 'module', source, shortCircuit: true }
  },
})
