/**
 * The text of a query parameter: the values of a list are joined by commas. An object, as in `?name[key]=value`, has no
 * text.
 */
export const joinValuesOfQueryParameter = (value: unknown): string =>
  [value]
    .flat()
    .filter((part) => typeof part !== 'object')
    .join(',')
