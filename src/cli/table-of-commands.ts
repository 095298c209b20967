import type { Command } from './command-types.ts'

/** Every command of the command line by name. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    usages: [['serve', 'starts the server; the default command']],
    load: async () => (await import('./commands/serve.ts')).runServeCommand,
  },
  migrate: {
    usages: [['migrate', 'applies pending migrations, as every command that opens the database does']],
    load: async () => (await import('./commands/migrate.ts')).runMigrateCommand,
  },
  users: {
    usages: [
      [
        'users add <login> --role <role> [--email <address>] [--name <name>] [--application-password <value>]',
        'adds a user with the given application password; by default one is generated and printed once',
      ],
      ['users list', 'lists the users'],
      ['users role <login> <role>', 'changes the role of a user'],
      [
        'users remove <login> [--reassign-to <login>]',
        'removes a user; records they own are assigned to the other user',
      ],
      [
        'users link <login>',
        'prints the address of a page on which the user sets a password; valid once, for 24 hours',
      ],
      ['users password <login> [--name <name>]', 'creates another application password and prints it once'],
      ['users password <login> --list | --revoke <id>', 'lists application passwords or revokes one'],
      ['users token <login> [--name <name>] [--expires-in-days <days>]', 'creates a token and prints it once'],
      ['users token <login> --list | --revoke <id>', 'lists tokens or revokes one'],
    ],
    load: async () => (await import('./commands/users.ts')).runUsersCommand,
  },
  settings: {
    usages: [
      ['settings get [name]', 'prints all settings of the site or one of them'],
      ['settings set <name> <value>', 'changes a setting; running servers apply it at once'],
    ],
    load: async () => (await import('./commands/settings.ts')).runSettingsCommand,
  },
  backup: {
    usages: [
      [
        'backup <file> [--force]',
        'copies the whole database to one file while servers run, and verifies the copy; --force replaces an existing file',
      ],
    ],
    load: async () => (await import('./commands/backup.ts')).runBackupCommand,
  },
  restore: {
    usages: [
      [
        'restore <file> [--force]',
        'restores a backup to the database in DATABASE_URL; --force renames an existing database file (SQLite)',
      ],
    ],
    load: async () => (await import('./commands/restore.ts')).runRestoreCommand,
  },
  events: {
    usages: [
      ['events dates <id>', 'prints the dates of a repeated event, and which values differ from those of the event'],
    ],
    load: async () => (await import('./commands/events.ts')).runEventsCommand,
  },
  recurrence: {
    usages: [
      [
        'recurrence preview <line> [<line> …] --start <date> [--timezone <zone>] [--all-day]',
        'prints the first dates [20] of an event that repeats by lines such as RRULE:FREQ=WEEKLY, and describes them; opens no database',
      ],
    ],
    load: async () => (await import('./commands/recurrence.ts')).runRecurrenceCommand,
  },
  audit: {
    usages: [
      [
        'audit [--since <date>] [--user <login>] [--action <action>] [--collection <name>] [--record <id>] [--limit <number>] [--json]',
        'prints the newest [50] entries of the audit log; --json prints one object per line',
      ],
    ],
    load: async () => (await import('./commands/audit.ts')).runAuditCommand,
  },
  check: {
    usages: [
      [
        'check [--all] [--json]',
        'checks the integrity and consistency of the database without changing it; of large tables only a sample unless --all',
      ],
    ],
    load: async () => (await import('./commands/check.ts')).runCheckCommand,
  },
  doctor: {
    usages: [
      [
        'doctor [--json]',
        'reports problems of this installation without changing it; exit code 1 when there is an error',
      ],
    ],
    load: async () => (await import('./commands/doctor.ts')).runDoctorCommand,
  },
  submissions: {
    usages: [
      ['submissions export <email>', 'prints all submissions of a sender, one a line as JSON'],
      ['submissions forget <email>', 'deletes all submissions of a sender; events made from them remain'],
    ],
    load: async () => (await import('./commands/submissions.ts')).runSubmissionsCommand,
  },
  organizers: {
    usages: [
      [
        'organizers anonymize <id>',
        'erases name, texts, contact data and picture of an organizer, who stays the organizer of its events as "Anonymous"',
      ],
    ],
    load: async () => (await import('./commands/organizers.ts')).runOrganizersCommand,
  },
  media: {
    usages: [
      [
        'media clean',
        'removes metadata such as places from pictures that were stored before uploads were cleaned; can be interrupted and repeated',
      ],
    ],
    load: async () => (await import('./commands/media.ts')).runMediaCommand,
  },
  purge: {
    usages: [
      [
        'purge --days <number>',
        'deletes events, venues and organizers for good that have been in the trash for this number of days, and pictures of at least this age that no record uses',
      ],
    ],
    load: async () => (await import('./commands/purge.ts')).runPurgeCommand,
  },
  export: {
    usages: [
      [
        'export <new folder>',
        'writes all records that are not in the trash, one in each line of calendar.ndjson, and their pictures; `import json` reads them',
      ],
    ],
    load: async () => (await import('./commands/export.ts')).runExportCommand,
  },
  move: {
    usages: [
      [
        'move --to <database URL>',
        'copies the whole calendar to an empty database, also of the other engine, and compares all rows; the old database stays unchanged',
      ],
    ],
    load: async () => (await import('./commands/move.ts')).runMoveCommand,
  },
  import: {
    usages: [
      [
        'import json <file> [--dry-run] [--source <name>] [--author <login>] [--status <status>] [--categories <names>] [--tags <names>] [--new-ids] [--no-pictures] [--base <name=path,…>] [--report <file>]',
        'imports a calendar that `almanac export` wrote; goes on where it was interrupted, and run again it writes only what changed',
      ],
      [
        'import csv <file> [--kind event|venue|organizer] [--map <Label=field,…>] [--date-order dmy|mdy|ymd] [--timezone <zone>]',
        'imports a table with the column labels of The Events Calendar or of Google Calendar, or any other with --map; has the options of import json, too',
      ],
      [
        'import ics <file> [--timezone <zone>]',
        'imports an iCalendar file with its rules, changed dates and time zones; has the options of import json, too',
      ],
      [
        'import jscalendar <file> [--timezone <zone>]',
        'imports a JSCalendar file (RFC 8984) with its rules, changed dates and languages; has the options of import json, too',
      ],
      [
        'import wxr <file> [--join <file>] [--with-trash]',
        'imports an export of WordPress (Tools, Export) with the events of The Events Calendar and the rules of repeated ones; --join writes likely translations to a new file, or joins those of the file; has the options of import json, too',
      ],
      [
        'import tec <address> [--user <name> --application-password <password>] [--author-map <their login=login here,…>] [--languages <codes> [--join <file>]] [--source <name>] [--with-trash] [--verify]',
        'imports a live site with The Events Calendar through its REST API; as an administrator of it also drafts and texts as written; --languages joins the translations of WPML and Polylang, --join those that you confirm in a file; --verify compares instead of importing; has the options of import json, too',
      ],
      ['import status [run]', 'lists the newest imports, or prints the report of one'],
      [
        'import undo <run> [--force]',
        'moves the records that an import created to the trash, or deletes them for good (--force), and restores those that it changed, unless somebody has changed them since',
      ],
      [
        'import run --due',
        'performs what was started at /admin/import and through the API; servers do this themselves',
      ],
    ],
    load: async () => (await import('./commands/import.ts')).runImportCommand,
  },
  sources: {
    usages: [
      [
        'sources add ics|jscalendar|jsonfeed|tec <address> [--name <name>] [--every-minutes <number>] [--status <status>] [--categories <names>] [--tags <names>] [--match <words>] [--skip <words>] [--map <their word=word here,…>] [--window-days <number>] [--on-missing trash|cancel|keep] [--timezone <zone>] [--no-pictures] [--author <login>]',
        'subscribes to a calendar: running servers read it every hour, or as often as given, and import what changed',
      ],
      ['sources list', 'lists the sources of imports and subscriptions, with the last problem of each'],
      [
        'sources run <id> | --due [--allow-removals]',
        'reads one source now, or all that are due; --allow-removals removes events even if more than half are missing',
      ],
      ['sources remove <id>', 'ends a subscription; its records stay in the calendar'],
    ],
    load: async () => (await import('./commands/sources.ts')).runSourcesCommand,
  },
  demo: {
    usages: [
      [
        'demo [--events <number>] [--seed <text>]',
        'fills the calendar with sample events [200] of a fictitious city; the same seed creates the same events',
      ],
    ],
    load: async () => (await import('./commands/demo.ts')).runDemoCommand,
  },
}
