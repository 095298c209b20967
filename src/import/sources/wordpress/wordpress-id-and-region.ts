/** The smallest id that The Events Calendar gives to a date of a repeated event; ids of events are smaller. */
export const FIRST_DATE_ID = 10_000_000

const UNITED_STATES = /^(?:US|USA|United States(?: of America)?)$/i

/**
 * The fields for the region of a venue: `state` in the United States, `province` in other countries, as in The Events
 * Calendar.
 */
export const regionFieldsOfTecVenue = (region: string, country = '') => ({
  stateprovince: region,
  [UNITED_STATES.test(country) ? 'state' : 'province']: region,
})
