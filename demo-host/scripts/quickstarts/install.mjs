import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { constants, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../project.mjs'
import { run } from './run.mjs'

const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'))

const pick = (versions, names) =>
  Object.fromEntries(names.filter((name) => versions[name]).map((name) => [name, versions[name]]))

/** Name of the folder of installed packages that several apps share. */
export const KEPT_PACKAGES = 'kept-packages'

/** Returns every package of a lockfile's root, with its version. */
export const pinsOf = async (lock) => {
  const { dependencies, devDependencies } = await readJson(join(root, 'demo-host', lock, 'package.json'))
  return { ...dependencies, ...devDependencies }
}

/** Returns a hash of the contents of files. */
export const hashOfFiles = async (paths) => {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(await readFile(path))
  return hash.digest('hex')
}

/** Returns a hash of all inputs that decide which packages are installed. */
const inputOf = (folder, tarball) =>
  hashOfFiles([join(folder, 'package.json'), join(folder, 'package-lock.json'), ...(tarball ? [tarball] : [])])

const COPY = { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE }

/** Copies installed packages to a folder that another process may be writing too. */
const keep = async (packages, kept) => {
  const draft = `${kept}.${process.pid}`
  await cp(packages, draft, COPY)
  // The other process has the same packages.
  await rename(draft, kept).catch(() => rm(draft, { recursive: true, force: true }))
}

/**
 * Installs packages in the versions that a lockfile pins: those in the folder's `package.json`, and `packages`.
 * Packages that the lockfile lacks, such as the linters of generators, are omitted. `tarball` is the packed
 * `front-entry`. In the folder `kept`, installed packages are kept for the next app with the same ones, which takes a copy.
 */
export const installPinned = async (folder, { lock, packages = [], tarball, kept }) => {
  const file = join(folder, 'package.json')
  const own = await readJson(file).catch(() => ({ private: true, type: 'module' }))
  const pins = await pinsOf(lock)
  const names = [...Object.keys({ ...own.dependencies, ...own.devDependencies }), ...packages]
  const dependencies = { ...pick(pins, names), ...(tarball ? { 'front-entry': `file:${tarball}` } : {}) }
  await writeFile(file, `${JSON.stringify({ ...own, dependencies, devDependencies: {} }, null, 2)}\n`)
  await cp(join(root, 'demo-host', lock, 'package-lock.json'), join(folder, 'package-lock.json'))
  const installed = join(folder, 'node_modules')
  const copy = kept && join(kept, await inputOf(folder, tarball))
  if (copy && existsSync(copy)) return cp(copy, installed, COPY)
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  await run(folder, 'npm install', ['npm', 'install', ...flags])
  if (!copy) return
  await mkdir(kept, { recursive: true })
  await keep(installed, copy)
}
