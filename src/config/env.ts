/** Reads the environment variables of Almanac, this server. No other code reads `process.env`. */
export function readEnv(env: Record<string, string | undefined>) {
  return {
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    publicUrl: env.PUBLIC_URL,
    allowedHosts: env.ALLOWED_HOSTS,
    corsOrigins: env.CORS_ORIGINS,
    languages: env.LANGUAGES,
    workers: env.WORKERS,
    adminPassword: env.ALMANAC_ADMIN_PASSWORD,
    allowPrivateFetch: env.ALLOW_PRIVATE_FETCH,
    trustProxy: env.TRUST_PROXY,
    rateLimitWrites: env.RATE_LIMIT_WRITES,
    rateLimitSearches: env.RATE_LIMIT_SEARCHES,
    rateLimitGuesses: env.RATE_LIMIT_GUESSES,
    cacheBytes: env.CACHE_BYTES,
    cacheMaxAge: env.CACHE_MAX_AGE,
    cacheStaleSeconds: env.CACHE_STALE_SECONDS,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    mapTiles: env.MAP_TILES,
    mapAttribution: env.MAP_ATTRIBUTION,
    backupDir: env.BACKUP_DIR,
    backupHours: env.BACKUP_HOURS,
    backupKeep: env.BACKUP_KEEP,
    trashDays: env.TRASH_DAYS,
    auditDays: env.AUDIT_DAYS,
    revisionDays: env.REVISION_DAYS,
    metricsPort: env.METRICS_PORT,
    metricsHost: env.METRICS_HOST,
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
  }
}

export type Env = ReturnType<typeof readEnv>
