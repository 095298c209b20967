/** Creates the object of a row from the values of its columns. */
export type ToRow = (columns: readonly unknown[]) => Record<string, unknown>

/**
 * Creates a function that contains the names of the columns as an object literal,
 * `columns => ({ "id": columns[0], … })`: assigning the values in a loop takes several times as long, and V8 represents
 * objects with many assigned columns as hash tables. All objects of one function share a hidden class (decision 0025).
 */
export function createRowFunction(names: readonly string[]): ToRow {
  const members = names.map((name, index) => `${JSON.stringify(name)}: columns[${index}]`)
  return new Function('columns', `return { ${members.join(', ')} }`) as ToRow
}
