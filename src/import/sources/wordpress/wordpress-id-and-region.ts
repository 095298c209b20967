/** The smallest id of dates of repeated events in The Events Calendar; ids of events are smaller. */
export const FIRST_DATE_ID = 10_000_000

const UNITED_STATES = /^(?:US|USA|United States(?: of America)?)$/i

/** The fields of a venue for its region: The Events Calendar stores it as state in the United States, elsewhere as province. */
export const tecRegionFields = (region: string, country = '') => ({
  stateprovince: region,
  [UNITED_STATES.test(country) ? 'state' : 'province']: region,
})
