import { readdirSync, statSync, watch } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { root } from '../project.mjs'

/** Editors write a file in several steps; the changes of one save arrive within this time. */
const SETTLE_MS = 25

const IGNORED = /(^|\/)(node_modules|\.git|\d+\.\d+\.\d+)(\/|$)|(^|\/)\.[^/]*$|~$/

/** These systems can watch a folder and everything below it; on others, Node opens a watcher for every file. */
const IS_RECURSIVE = process.platform === 'darwin' || process.platform === 'win32'

const statOf = (path) => statSync(path, { throwIfNoEntry: false })

const toSourcePath = (path) => relative(root, path).split(sep).join('/')

/**
 * Calls back with the changed files of `folders`, as paths below the repository with forward slashes.
 * @returns a function that stops watching.
 */
export const watchFiles = (folders, onChange) => {
  const watchers = new Map()
  const versions = new Map()
  let changed = new Set()
  let timer

  const report = () => {
    const paths = [...changed]
    changed = new Set()
    onChange(paths)
  }

  const note = (path) => {
    const name = toSourcePath(path)
    if (IGNORED.test(name)) return
    const facts = statOf(path)
    if (facts?.isDirectory()) return watchFolder(path, true)
    const version = facts ? `${facts.mtimeMs} ${facts.size} ${facts.ino}` : 'gone'
    if (versions.get(path) === version) return
    versions.set(path, version)
    changed.add(name)
    clearTimeout(timer)
    timer = setTimeout(report, SETTLE_MS)
  }

  const forget = (folder) => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }

  const open = (folder, recursive) => {
    const watcher = watch(folder, { recursive }, (_event, file) => file && note(join(folder, String(file))))
    watcher.on('error', () => forget(folder))
    watchers.set(folder, watcher)
  }

  /** Watches a folder; a new one may already contain files. */
  const watchFolder = (folder, isNew) => {
    if (watchers.has(folder) || IGNORED.test(toSourcePath(folder)) || !statOf(folder)) return
    if (!isNew || !IS_RECURSIVE) open(folder, IS_RECURSIVE)
    if (IS_RECURSIVE && !isNew) return
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) watchFolder(path, isNew)
      else if (isNew) note(path)
    }
  }

  for (const folder of folders) watchFolder(join(root, folder), false)
  return () => {
    clearTimeout(timer)
    for (const folder of [...watchers.keys()]) forget(folder)
  }
}
