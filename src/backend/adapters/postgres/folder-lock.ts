import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Another process, or this one, has the folder open. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

interface Owner {
  pid: number
  /** Distinguishes a process from a later one with the same id. */
  started: string
}

const LOCK_NAME = 'front-entry.lock'

/**
 * Returns the start time of a process in ticks since boot, with the boot's id; `undefined` on systems without /proc.
 */
const startOf = (pid: number): string | undefined => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // Field 22 of proc(5); the command in field 2 may contain spaces, so counting starts after its closing bracket.
    const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]
    return `${boot} ${ticks}`
  } catch {
    return undefined
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const holds = ({ pid, started }: Owner): boolean => isAlive(pid) && (started === '' || started === (startOf(pid) ?? ''))

const ownerOf = (text: string): Owner | undefined => {
  try {
    const { pid, started } = JSON.parse(text)
    return Number.isInteger(pid) && pid > 0 ? { pid, started: String(started ?? '') } : undefined
  } catch {
    return undefined
  }
}

const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Creates the lock by a hard link, so that no process can read a partly written one. */
const tryCreate = (path: string, text: string): boolean => {
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, text, { mode: 0o600 })
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Moves the lock of a dead process aside; if another process took it over first, that lock is restored. */
const removeStale = (path: string, seen: string): void => {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  const moved = textOf(aside)
  if (moved !== undefined && moved !== seen) tryCreate(path, moved)
  rmSync(aside, { force: true })
}

/** Locks the folder for this process or throws `FolderInUseError`; the returned function releases it. */
export const lockFolder = (folder: string): (() => void) => {
  const path = join(folder, LOCK_NAME)
  const own = JSON.stringify({ pid: process.pid, started: startOf(process.pid) ?? '' })
  for (let tries = 0; tries < 3; tries++) {
    if (tryCreate(path, own)) return () => rmSync(path, { force: true })
    const seen = textOf(path)
    if (seen === undefined) continue
    const owner = ownerOf(seen)
    if (owner && holds(owner)) throw inUse(folder, owner.pid)
    removeStale(path, seen)
  }
  throw inUse(folder, ownerOf(textOf(path) ?? '')?.pid)
}

const inUse = (folder: string, pid: number | undefined) =>
  new FolderInUseError(`The data folder ${folder} is in use by process ${pid ?? 'unknown'}; stop it or set DATA_DIR`)
