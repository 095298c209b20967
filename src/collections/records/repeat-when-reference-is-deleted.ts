import { DeletedReferenceError } from '../../db/translate-database-errors.ts'

/** More than two, because while a write is repeated, another record that it refers to may be deleted. */
const ATTEMPTS_MAX = 3

/**
 * Repeats a write with all its checks when another request deletes a record that the write refers to between its check and
 * its statements. The write then has the result that it would have after the deletion: an unknown venue is refused by its
 * name, and an unknown tag is ignored.
 * @param checkAndWrite runs at most one transaction
 */
export async function repeatWhenReferenceIsDeleted<T>(checkAndWrite: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await checkAndWrite()
    } catch (error) {
      if (!(error instanceof DeletedReferenceError) || attempt === ATTEMPTS_MAX) throw error
    }
  }
}
