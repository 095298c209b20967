/** Names and values of PostgreSQL's settings, such as `{ work_mem: '16MB' }`. */
export type SessionSettings = Readonly<Record<string, string>>

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * The statement that applies settings to a connection. Settings are not sent when the connection is opened, because
 * PgBouncer refuses connections that send settings which it does not know (decision 0044).
 */
export const applySessionSettingsSql = (settings: SessionSettings) =>
  `SELECT ${Object.entries(settings).map(([name, value]) => `set_config(${quoted(name)}, ${quoted(value)}, false)`)}`
