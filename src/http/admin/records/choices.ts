import type { OfferedRecords } from '../../../admin/records/control-markup.ts'
import { formControlsOf } from '../../../admin/records/form-sections.ts'
import type { FormTexts } from '../../../admin/records/form-texts.ts'
import { categories } from '../../../collections/categories/index.ts'
import type { AnyCollection, Scope } from '../../../collections/collection.ts'
import { Problems } from '../../../core/errors.ts'
import { PER_PAGE_MAX } from '../../../core/list-page.ts'
import { parseId } from '../../../core/schema/schema.ts'
import { selectPictures } from '../../../media/select-pictures.ts'
import type { PictureRow } from '../../../media/store.ts'
import { COLLECTION_BY_KIND } from '../../api/collections.ts'

/** Maximum number of categories that a form shows. Few calendars have more, and the others can be chosen by the API. */
const CATEGORIES_MAX = 400

/** Maximum number of pictures that a form offers; all others are chosen by their number. */
const PICTURES_MAX = 12

/**
 * Loads the records that the form of a collection offers for choosing.
 * @param texts the texts of its inputs
 */
export async function loadOfferedRecords(
  scope: Scope,
  { kind }: AnyCollection,
  texts: FormTexts,
): Promise<OfferedRecords> {
  const controls = formControlsOf(kind)
  const linked = controls.flatMap((control) => (control.control === 'links' ? [control.name] : []))
  const names = linked.map(async (name) => [name, await namesIn(scope, COLLECTION_BY_KIND[name])] as const)
  const hasTags = controls.some(({ control }) => control === 'names')
  const hasCategories = controls.some(({ control }) => control === 'terms' || control === 'parent')
  return {
    names: {
      ...Object.fromEntries(await Promise.all(names)),
      ...(hasTags && { tags: await namesIn(scope, COLLECTION_BY_KIND.tag) }),
    },
    pictures: controls.some(({ control }) => control === 'picture')
      ? await readPictures(scope, parseId(texts.image))
      : [],
    categories: hasCategories ? inTreeOrder(await readCategories(scope)) : [],
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

/** The newest pictures that the user may see, after the chosen one. */
async function readPictures(scope: Scope, chosen: number | undefined): Promise<PictureRow[]> {
  const newest = { page: 1, perPage: PICTURES_MAX }
  const byDate = { by: 'date', direction: 'DESC' } as const
  const first =
    chosen === undefined
      ? []
      : (await selectPictures(scope, { include: [chosen] }, byDate, { ...newest, perPage: 1 })).rows
  const { rows } = await selectPictures(scope, {}, byDate, newest)
  return [...first, ...rows.filter(({ id }) => id !== chosen)]
}

interface Category {
  id: number
  name: string
  parent: number
}

async function readCategories(scope: Scope): Promise<Category[]> {
  const found: Category[] = []
  for (let page = 1; found.length < CATEGORIES_MAX; page += 1) {
    const query = { per_page: PER_PAGE_MAX, page, hide_empty: false }
    const { rows, total } = await categories.list(scope, query, new Problems())
    found.push(...rows.map((row) => categories.present(scope, row) as unknown as Category))
    if (rows.length === 0 || found.length >= total) break
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
