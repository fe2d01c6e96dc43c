import { randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { SettingError } from '../serve/setting-values.ts'

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code ?? '')

/** Returns an error of one line that names the file. */
const unwritable = (path: string, error: unknown): SettingError => {
  const code = codeOf(error)
  return new SettingError(`${path} can't be written${code ? ` (${code})` : ''}.`)
}

/**
 * A file that is mounted alone into a container can't be renamed to, one of another user can't be replaced with its
 * owner, and the folder of a file may allow no new one. The file itself may still be written.
 */
const WRITTEN_IN_PLACE = ['EBUSY', 'EXDEV', 'EPERM', 'EACCES', 'EROFS']

const isWritable = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Gives the new file the owner of the old one, unless only that owner could write it: then it changes hands. */
const keepOwner = (partial: string, path: string, { uid, gid }: { uid: number; gid: number }): void => {
  try {
    chownSync(partial, uid, gid)
  } catch (error) {
    if (codeOf(error) !== 'EPERM' || isWritable(path)) throw error
  }
}

/** Two processes may write the file at the same time, and in two containers they may have the same ID. */
const partialOf = (path: string): string => `${path}.${randomUUID()}.partial`

const replaceFile = (path: string, text: string): void => {
  const partial = partialOf(path)
  const before = existsSync(path) ? statSync(path) : undefined
  try {
    writeFileSync(partial, text, { mode: before?.mode })
    if (before) {
      keepOwner(partial, path, before)
      chmodSync(partial, before.mode)
    }
    renameSync(partial, path)
  } catch (error) {
    rmSync(partial, { force: true })
    if (!before || !WRITTEN_IN_PLACE.includes(codeOf(error))) throw error
    writeFileSync(path, text)
  }
}

/**
 * Writes a file, and its folder if it doesn't exist, so that a killed process or a full disk leaves either the old file
 * or the new one. An existing file keeps its mode and, where possible, its owner, and a link to one stays a link.
 *
 * @throws SettingError that names the file
 */
export const writeWholeFile = (path: string, text: string): void => {
  try {
    mkdirSync(dirname(path), { recursive: true })
    replaceFile(existsSync(path) ? realpathSync(path) : path, text)
  } catch (error) {
    throw unwritable(path, error)
  }
}

/** Codes of file systems without hard links, or of folders that allow none. */
const WITHOUT_LINKS = ['EPERM', 'EACCES', 'EXDEV', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/** Moves a file to a name that no file has; throws EEXIST for one that has. */
const moveToNew = (partial: string, path: string): void => {
  try {
    linkSync(partial, path)
  } catch (error) {
    if (!WITHOUT_LINKS.includes(codeOf(error)) || existsSync(path)) throw error
    renameSync(partial, path)
  }
}

/** The number of links that Linux follows. */
const MAX_LINKS = 40

/** Returns the file that a link leads to, which need not exist. A link in a circle leads nowhere. */
const linkedFrom = (path: string, links = 0): string => {
  let target: string
  try {
    target = readlinkSync(path)
  } catch {
    return path
  }
  return links < MAX_LINKS ? linkedFrom(resolve(dirname(path), target), links + 1) : path
}

/**
 * Creates a file, and its folder if it doesn't exist, whole or not at all. Returns `false` for a file that exists, which
 * is kept, also if another process created it at the same time.
 *
 * @throws SettingError that names the file
 */
export const createWholeFile = (path: string, text: string): boolean => {
  const file = linkedFrom(path)
  const partial = partialOf(file)
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(partial, text)
    moveToNew(partial, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && existsSync(path)) return false
    throw unwritable(path, error)
  } finally {
    rmSync(partial, { force: true })
  }
}

/** Only the user who creates a secret can read it. */
const OWNER_ONLY = 0o600

/**
 * Creates a file with a secret, and its folder if it doesn't exist. Returns `false` for a file that exists, which is
 * kept.
 *
 * @throws SettingError that names the file
 */
export const createSecretFile = (path: string, text: string): boolean => {
  try {
    mkdirSync(dirname(path), { recursive: true })
    const file = openSync(path, 'wx', OWNER_ONLY)
    try {
      writeFileSync(file, text)
    } catch (error) {
      // An empty or incomplete file would be kept by the next call.
      rmSync(path, { force: true })
      throw error
    } finally {
      closeSync(file)
    }
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && existsSync(path)) return false
    throw unwritable(path, error)
  }
}
