import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type FolderSocket, isListeningIn, listenIn } from './folder-socket.ts'

/** Another process, or this one, has the folder open. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

interface Owner {
  pid: number
  /** Distinguishes a process from a later one with the same id. */
  started: string
  /** Name of the socket that it listens on in the folder; `''` for none. */
  socket: string
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

const isRunning = ({ pid, started }: Owner): boolean =>
  isAlive(pid) && (started === '' || started === (startOf(pid) ?? ''))

/** The ids of processes in another container mean nothing here, so such a process is found by its socket. */
const holds = async (folder: string, owner: Owner): Promise<boolean> =>
  isRunning(owner) || (owner.socket !== '' && (await isListeningIn(folder, owner.socket)))

const ownerOf = (text: string): Owner | undefined => {
  try {
    const { pid, started, socket } = JSON.parse(text)
    if (!(Number.isInteger(pid) && pid > 0)) return undefined
    return { pid, started: String(started ?? ''), socket: basename(String(socket ?? '')) }
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

/** Returns a function that runs `work` at its first call only: a later one would remove the lock of the next process. */
const once = (work: () => void): (() => void) => {
  let hasRun = false
  return () => {
    if (!hasRun) work()
    hasRun = true
  }
}

const take = async (folder: string, socket: FolderSocket | undefined): Promise<() => void> => {
  const path = join(folder, LOCK_NAME)
  const own: Owner = { pid: process.pid, started: startOf(process.pid) ?? '', socket: socket?.name ?? '' }
  for (let tries = 0; tries < 3; tries++) {
    if (tryCreate(path, JSON.stringify(own)))
      return once(() => {
        rmSync(path, { force: true })
        socket?.close()
      })
    const seen = textOf(path)
    if (seen === undefined) continue
    const owner = ownerOf(seen)
    if (owner && (await holds(folder, owner))) throw inUse(folder, owner.pid)
    removeStale(path, seen)
    if (owner?.socket) rmSync(join(folder, owner.socket), { force: true })
  }
  throw inUse(folder, ownerOf(textOf(path) ?? '')?.pid)
}

/** Locks the folder for this process or throws `FolderInUseError`; the returned function releases it. */
export const lockFolder = async (folder: string): Promise<() => void> => {
  // It listens before the lock exists, because another process may find the lock at once.
  const socket = await listenIn(folder)
  try {
    return await take(folder, socket)
  } catch (error) {
    socket?.close()
    throw error
  }
}

const inUse = (folder: string, pid: number | undefined) =>
  new FolderInUseError(`The data folder ${folder} is in use by process ${pid ?? 'unknown'}; stop it or set DATA_DIR`)
