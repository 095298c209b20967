import { listAccounts } from '../../../accounts/account-store.ts'
import { listAuthorsOfPublicPosts, readAccountsById } from '../../../accounts/list-authors-of-public-posts.ts'
import type { OfferedRecords } from '../../../admin/records/category-and-linked-record-inputs.ts'
import type { FormTexts } from '../../../admin/records/input-texts-of-record.ts'
import { formControlsOfKind } from '../../../admin/records/sections-of-record-form.ts'
import { categories } from '../../../collections/categories/index.ts'
import type { AnyCollection } from '../../../collections/collection.ts'
import { COLLECTION_BY_KIND } from '../../../collections/collection-by-kind.ts'
import type { Scope } from '../../../collections/scope.ts'
import { hasRight } from '../../../core/caller.ts'
import { Problems } from '../../../core/errors.ts'
import { isPostKind, type Kind } from '../../../core/kinds.ts'
import { PER_PAGE_MAX } from '../../../core/list-page.ts'
import { parseId } from '../../../core/schema/field-types.ts'
import type { PictureRow } from '../../../media/picture-store.ts'
import { selectPageOfPictures } from '../../../media/select-pictures.ts'
import type { AdminHandler } from '../admin-handler.ts'

/** Maximum number of categories that a form shows. Few calendars have more, and the others can be chosen by the API. */
const CATEGORIES_MAX = 400

/** Maximum number of pictures that a form offers; the user chooses any other picture by its id. */
const PICTURES_MAX = 12

/**
 * Loads the records that the form of a collection offers for choosing.
 * @param texts the texts of the inputs of the form
 */
export async function loadRecordsOfferedByForm(
  scope: Scope,
  { kind }: AnyCollection,
  texts: FormTexts,
): Promise<OfferedRecords> {
  const controls = formControlsOfKind(kind)
  const linked = controls.flatMap((control) => (control.control === 'links' ? [control.name] : []))
  const names = linked.map(async (name) => [name, await namesIn(scope, COLLECTION_BY_KIND[name])] as const)
  const hasTags = controls.some(({ control }) => control === 'names')
  const hasCategories = controls.some(({ control }) => control === 'terms' || control === 'parent')
  const canChooseAuthor =
    controls.some(({ control }) => control === 'author') && hasRight(scope.caller, 'posts:edit-others')
  return {
    authors: canChooseAuthor ? await offeredAuthors(scope) : [],
    names: {
      ...Object.fromEntries(await Promise.all(names)),
      ...(hasTags && { tags: await namesIn(scope, COLLECTION_BY_KIND.tag) }),
    },
    pictures: controls.some(({ control }) => control === 'picture')
      ? await readPictures(scope, parseId(texts.image))
      : [],
    ...(hasCategories ? await offeredCategories(scope, texts) : { categories: [], hasMoreCategories: false }),
  }
}

/**
 * The names of up to 50 records, from which the browser completes what the user types. The user may also type the name
 * of any other record.
 */
async function namesIn(scope: Scope, collection: AnyCollection): Promise<string[]> {
  const { rows } = await collection.list(scope, { per_page: PER_PAGE_MAX }, new Problems())
  return rows.map((row) => String(collection.present(scope, row)[collection.titleField]))
}

/**
 * The users that can be chosen as author, in the order of their names: all, or those whose names everybody can read on
 * posts and the user's own, if the user may not list all.
 */
async function offeredAuthors({ db, caller, language, now }: Scope): Promise<OfferedRecords['authors']> {
  const accounts = hasRight(caller, 'users:list')
    ? await listAccounts(db)
    : [...(await listAuthorsOfPublicPosts(db, now)), ...(await readAccountsById(db, [caller.id ?? 0]))]
  const names = new Map(accounts.map(({ id, display_name: name }) => [id, name]))
  return Array.from(names, ([id, name]) => ({ id, name })).toSorted((one, other) =>
    one.name.localeCompare(other.name, language),
  )
}

/** The newest pictures that the user may see, after the chosen one. */
async function readPictures(scope: Scope, chosen: number | undefined): Promise<PictureRow[]> {
  const newest = { page: 1, perPage: PICTURES_MAX }
  const byDate = { by: 'date', direction: 'DESC' } as const
  const first =
    chosen === undefined
      ? []
      : (await selectPageOfPictures(scope, { include: [chosen] }, byDate, { ...newest, perPage: 1 })).rows
  const { rows } = await selectPageOfPictures(scope, {}, byDate, newest)
  return [...first, ...rows.filter(({ id }) => id !== chosen)]
}

interface Category {
  id: number
  name: string
  parent: number
}

/** The categories that a form shows: the first ones, and those that are already chosen. */
async function offeredCategories(scope: Scope, { categories: chosen = '' }: FormTexts) {
  const all = await readCategories(scope)
  const missing = chosen.split(',').filter((id) => id !== '' && !all.some((one) => one.id === Number(id)))
  const include = missing.flatMap((id) => parseId(id) ?? [])
  const more = include.length > 0 ? await listCategories(scope, { include, per_page: PER_PAGE_MAX }) : { found: [] }
  return { categories: inTreeOrder([...all, ...more.found]), hasMoreCategories: all.length >= CATEGORIES_MAX }
}

async function listCategories(scope: Scope, query: object) {
  const { rows, total } = await categories.list(scope, { ...query, hide_empty: false }, new Problems())
  return { found: rows.map((row) => categories.present(scope, row) as unknown as Category), total }
}

async function readCategories(scope: Scope): Promise<Category[]> {
  const found: Category[] = []
  for (let page = 1; found.length < CATEGORIES_MAX; page += 1) {
    const { found: next, total } = await listCategories(scope, { per_page: PER_PAGE_MAX, page })
    found.push(...next)
    if (next.length === 0 || found.length >= total) break
  }
  return found
}

/** Sorts categories by name, each below its parent. A category whose parent is missing comes first. */
function inTreeOrder(all: readonly Category[]): OfferedRecords['categories'] {
  const ids = new Set(all.map(({ id }) => id))
  const below = (parent: number | undefined, depth: number): OfferedRecords['categories'] =>
    all
      .filter((one) => (parent === undefined ? !ids.has(one.parent) : one.parent === parent))
      .flatMap(({ id, name }) => [{ id, name, depth }, ...below(id, depth + 1)])
  return below(undefined, 0)
}

/** Maximum number of records that a form offers while the user types a name. */
const CHOICES_MAX = 10

/** Returns the records of a kind whose texts contain the parameter `search`, for the script of a form. */
export const searchRecordsForFormHandler = (kind: Kind): AdminHandler => ({
  async show({ context: { scope }, sent }) {
    const collection = COLLECTION_BY_KIND[kind]
    const search = typeof sent.search === 'string' ? sent.search.trim().slice(0, 200) : ''
    const query = { per_page: CHOICES_MAX, search, ...(!isPostKind(kind) && { hide_empty: false }) }
    const { rows } = search === '' ? { rows: [] } : await collection.list(scope, query, new Problems())
    const choices = rows.map((row) => {
      const { id, [collection.titleField]: name } = collection.present(scope, row)
      return { id, name }
    })
    return { json: { choices } }
  },
})
