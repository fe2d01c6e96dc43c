import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../project.mjs'
import { run } from './run.mjs'

const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'))

const pick = (versions, names) =>
  Object.fromEntries(names.filter((name) => versions[name]).map((name) => [name, versions[name]]))

/** Every package of a lockfile's root, with its version. */
export const pinsOf = async (lock) => {
  const { dependencies, devDependencies } = await readJson(join(root, 'demo-host', lock, 'package.json'))
  return { ...dependencies, ...devDependencies }
}

/**
 * Installs packages in the versions that a lockfile pins: those in the folder's `package.json`, and `packages`.
 * Packages that the lockfile lacks, such as the linters of generators, are omitted. `tarball` is the packed
 * `front-entry`.
 */
export const installPinned = async (folder, { lock, packages = [], tarball }) => {
  const file = join(folder, 'package.json')
  const own = await readJson(file).catch(() => ({ private: true, type: 'module' }))
  const pins = await pinsOf(lock)
  const names = [...Object.keys({ ...own.dependencies, ...own.devDependencies }), ...packages]
  const dependencies = { ...pick(pins, names), ...(tarball ? { 'front-entry': `file:${tarball}` } : {}) }
  await writeFile(file, `${JSON.stringify({ ...own, dependencies, devDependencies: {} }, null, 2)}\n`)
  await cp(join(root, 'demo-host', lock, 'package-lock.json'), join(folder, 'package-lock.json'))
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  await run(folder, 'npm install', ['npm', 'install', ...flags])
}
