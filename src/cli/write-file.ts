import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { SettingError } from '../serve/setting-values.ts'

/** Returns an error of one line that names the file. */
export const unwritable = (path: string, error: unknown): SettingError => {
  const { code } = error as NodeJS.ErrnoException
  return new SettingError(`${path} can't be written${code ? ` (${code})` : ''}.`)
}

/**
 * Writes a file, and its folder if it doesn't exist, so that a killed process or a full disk leaves either the old file
 * or the new one.
 *
 * @throws SettingError that names the file
 */
export const writeWholeFile = (path: string, text: string): void => {
  // Each process has a name of its own, because two may write the file at the same time.
  const partial = `${path}.${process.pid}.partial`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(partial, text)
    renameSync(partial, path)
  } catch (error) {
    if (existsSync(partial)) rmSync(partial)
    throw unwritable(path, error)
  }
}
