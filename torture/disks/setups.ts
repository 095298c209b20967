import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, copyFileSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '../../test/kit/engines/cluster.ts'
import { administer, urlOf } from '../../test/kit/engines/engines.ts'
import { scratchFolder } from '../../test/kit/processes/serve.ts'

const MIB = 1024 * 1024

/** A fault of the disk or the database file. */
export interface DiskFault {
  name: string
  begin(): Promise<void> | void
  end(): Promise<void> | void
  /** Whether reads succeed during the fault; true by default. */
  isReadable?: boolean
  /** Whether the server must be started again to recover. */
  needsRestart?: boolean
}

/** A database on a small disk, and the faults to test. */
export interface DiskSetup {
  /** Fault that cannot be tested on this machine. */
  skippedFault?: string | undefined
  url: string
  dataDir: string
  faults: DiskFault[]
  close(): Promise<void>
}

/** Mounts a small disk in memory. @returns false when this user may not mount */
function mountSmallDisk(folder: string, mib: number): boolean {
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=777`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const unmount = (folder: string) => execFileSync('umount', ['-l', folder], { stdio: 'ignore' })

/** Writes a file until the disk is full. */
function fillDisk(file: string): void {
  const open = openSync(file, 'w')
  for (const size of [MIB, 4096, 512, 1]) {
    try {
      for (;;) writeSync(open, Buffer.alloc(size))
    } catch {
      // No space for another block of this size.
    }
  }
  closeSync(open)
}

export function openSqliteDiskSetup(): DiskSetup {
  const { folder, remove } = scratchFolder()
  const disk = join(folder, 'disk')
  const isSmall = mountSmallDisk(disk, 128)
  const file = join(disk, 'almanac.db')
  const ballast = join(disk, 'ballast')
  let other: DatabaseSync | undefined
  const faults: DiskFault[] = [
    {
      name: 'another program holds the write lock',
      begin() {
        other = new DatabaseSync(file)
        other.exec('BEGIN IMMEDIATE')
      },
      end() {
        other?.close()
      },
    },
    {
      name: 'the file is moved away and comes back',
      // Long reads would reopen the file.
      isReadable: false,
      begin: () => renameSync(file, `${file}-away`),
      end: () => renameSync(`${file}-away`, file),
    },
    {
      name: 'the file is replaced by a copy',
      isReadable: false,
      begin() {
        copyFileSync(file, `${file}-copy`)
        renameSync(file, `${file}-away`)
        renameSync(`${file}-copy`, file)
      },
      end: () => renameSync(`${file}-away`, file),
    },
  ]
  if (isSmall) {
    faults.unshift({ name: 'the disk is full', begin: () => fillDisk(ballast), end: () => rmSync(ballast) })
  }
  return {
    skippedFault: isSmall ? undefined : 'the disk is full',
    url: `sqlite:${file}`,
    dataDir: disk,
    faults,
    async close() {
      if (isSmall) unmount(disk)
      remove()
    },
  }
}

export async function openPostgresDiskSetup(): Promise<DiskSetup> {
  const { folder, remove } = scratchFolder()
  const cluster = await startCluster({ isDurable: true })
  const disk = join(folder, 'disk')
  chmodSync(folder, 0o755)
  const isSmall = mountSmallDisk(disk, 128)
  const ballast = join(disk, 'ballast')
  if (isSmall) {
    const space = join(disk, 'space')
    mkdirSync(space)
    // PostgreSQL runs as another user, who must own the folder.
    execFileSync('chown', ['--reference', await readDataFolder(cluster.url), space])
    await administer(cluster.url, (sql) => sql.unsafe(`CREATE TABLESPACE small LOCATION '${space}'`))
  }
  const option = isSmall ? 'TABLESPACE small' : ''
  await administer(cluster.url, (sql) =>
    sql.unsafe(`CREATE DATABASE disks TEMPLATE template0 ENCODING 'UTF8' ${option}`),
  )
  const readOnly = (state: 'on' | 'off') =>
    administer(cluster.url, async (sql) => {
      await sql.unsafe(`ALTER SYSTEM SET default_transaction_read_only = ${state}`)
      await sql`SELECT pg_reload_conf()`
      await sleep(100)
    })
  const faults: DiskFault[] = [
    {
      name: 'PostgreSQL is read-only',
      // A read-only server may be a former primary, whose data may be outdated.
      isReadable: false,
      begin: () => readOnly('on'),
      end: () => readOnly('off'),
    },
  ]
  if (isSmall)
    faults.unshift({
      name: 'the disk of PostgreSQL is full',
      begin: () => fillDisk(ballast),
      end: () => rmSync(ballast),
    })
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  return {
    skippedFault: isSmall ? undefined : 'the disk of PostgreSQL is full',
    url: urlOf(cluster.url, 'disks'),
    dataDir,
    faults,
    async close() {
      await cluster.close()
      if (isSmall) unmount(disk)
      remove()
    },
  }
}

const readDataFolder = (url: string) =>
  administer(url, async (sql) => (await sql`SHOW data_directory`)[0]?.data_directory as string)
