/** Writes the first day of a month as French does, `1er décembre`, which `Intl.DateTimeFormat` writes `1 décembre`. */
export const withFrenchOrdinal = (date: string) => date.replace(/(?<!\d)1(?!\d)/g, '1er')
