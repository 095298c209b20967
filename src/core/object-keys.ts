/** `Object.keys` for an object literal, with the keys typed. */
export const objectKeys = <Key extends string>(object: Readonly<Record<Key, unknown>>): readonly Key[] =>
  Object.keys(object) as Key[]

/** `Object.fromEntries` with the keys typed: an object that has a value for each of `keys`. */
export const objectFromKeys = <Key extends string, Value>(
  keys: readonly Key[],
  valueFor: (key: Key) => Value,
): Record<Key, Value> => Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<Key, Value>
