import type { Command } from './command.ts'

export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    usages: [['serve', 'serves the calendar; what runs when no command is named']],
    load: () => import('./commands/serve.ts'),
  },
  migrate: {
    usages: [['migrate', 'brings the database up to date, as every command does that opens it']],
    load: () => import('./commands/migrate.ts'),
  },
  users: {
    usages: [
      [
        'users add <login> --role <role> [--email <address>] [--name <name>] [--application-password <value>]',
        'adds a user who signs in with the given application password, else with one that is printed once',
      ],
      ['users list', 'lists the users'],
      ['users role <login> <role>', 'changes what a user may do'],
      ['users remove <login> [--reassign-to <login>]', 'removes a user; what they own goes to the other one'],
      ['users password <login> [--name <name>]', 'makes one more application password and prints it once'],
      ['users password <login> --list | --revoke <id>', 'lists application passwords or revokes one'],
      ['users token <login> [--name <name>] [--expires-in-days <days>]', 'makes a token and prints it once'],
      ['users token <login> --list | --revoke <id>', 'lists tokens or revokes one'],
    ],
    load: () => import('./commands/users.ts'),
  },
  settings: {
    usages: [
      ['settings get [name]', 'prints the settings of the site, or one of them'],
      ['settings set <name> <value>', 'changes one; running servers follow at once'],
    ],
    load: () => import('./commands/settings.ts'),
  },
  backup: {
    usages: [
      [
        'backup <file> [--force]',
        'copies the whole calendar to one file while servers go on, and compares the two; --force replaces the file',
      ],
    ],
    load: () => import('./commands/backup.ts'),
  },
  restore: {
    usages: [
      [
        'restore <file> [--force]',
        'puts the calendar of a backup where DATABASE_URL says; --force keeps aside the one that is there (SQLite)',
      ],
    ],
    load: () => import('./commands/restore.ts'),
  },
  audit: {
    usages: [
      [
        'audit [--since <date>] [--user <login>] [--action <action>] [--collection <name>] [--record <id>] [--limit <number>] [--json]',
        'prints who wrote what and when, the newest [50] first; --json prints an object a line',
      ],
    ],
    load: () => import('./commands/audit.ts'),
  },
  check: {
    usages: [
      [
        'check [--all] [--json]',
        'looks whether the database is whole and agrees with itself, and changes nothing; of large calendars every text with --all',
      ],
    ],
    load: () => import('./commands/check.ts'),
  },
  doctor: {
    usages: [
      ['doctor [--json]', 'says what is wrong with this installation, and changes nothing; fails when something is'],
    ],
    load: () => import('./commands/doctor.ts'),
  },
  demo: {
    usages: [
      [
        'demo [--events <number>] [--seed <text>]',
        'fills the calendar with sample events [200] of a made-up city; the same seed makes the same ones',
      ],
    ],
    load: () => import('./commands/demo.ts'),
  },
}
