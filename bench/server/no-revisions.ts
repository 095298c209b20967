/** The module that stores revisions, except that writes insert none. Servers of benchmarks get it by `without-revisions.ts`. */
export * from '../../src/collections/revisions/store-revisions.ts'

export function insertRevisions(): void {}
