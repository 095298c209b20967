import type { Database } from '../../../src/db/database.ts'

/** Makes every INSERT into a table fail during `work`. */
export async function refusingInserts(db: Database, table: string, work: () => Promise<unknown>): Promise<void> {
  const [make, mend] =
    db.dialect.engine === 'sqlite'
      ? [
          `CREATE TRIGGER refused BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'refused'); END`,
          'DROP TRIGGER refused',
        ]
      : [
          `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
           CREATE TRIGGER refused BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`,
          'DROP FUNCTION refuse CASCADE',
        ]
  await db.transaction((tx) => tx.script(make))
  try {
    await work()
  } finally {
    await db.transaction((tx) => tx.script(mend))
  }
}
