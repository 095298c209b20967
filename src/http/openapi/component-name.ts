import { capitalizeFirstLetter } from '../api/paths-and-rights-of-record-routes.ts'

/**
 * Converts text to the name of a component of the OpenAPI document: `event-not-found` to `EventNotFound`. Names have
 * letters and digits only, so that client generators can use them as identifiers (decision 0038).
 */
export const convertToOpenApiComponentName = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capitalizeFirstLetter)
    .join('')
