/** `Object.keys` for an object literal; the result has the type of its keys instead of `string[]`. */
export const objectKeys = <Key extends string>(object: Readonly<Record<Key, unknown>>): readonly Key[] =>
  Object.keys(object) as Key[]

/** An object with a value for each of `keys`, like `Object.fromEntries`, but with typed keys. */
export const objectFromKeys = <Key extends string, Value>(
  keys: readonly Key[],
  valueFor: (key: Key) => Value,
): Record<Key, Value> => Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<Key, Value>
