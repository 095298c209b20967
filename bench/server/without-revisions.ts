import { registerHooks } from 'node:module'

const REPLACEMENT = new URL('./no-revisions.ts', import.meta.url).href

/** Loaded before a server (`node --import`): it gets the module `no-revisions.ts` instead of the one that stores revisions. */
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const isReplaced = resolved.url.endsWith('/revisions/store-revisions.ts') && context.parentURL !== REPLACEMENT
    return isReplaced ? { ...resolved, url: REPLACEMENT } : resolved
  },
})
