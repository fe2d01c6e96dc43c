import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './project.mjs'

const OLDEST_NODE = 20

const packagesOf = (path) => JSON.parse(readFileSync(join(root, path), 'utf8')).packages

/** Compares npm's record of the installed folder with the lockfile: packages of other platforms may be absent. */
const isInstalled = () => {
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false
  const present = packagesOf('node_modules/.package-lock.json')
  return Object.entries(packagesOf('package-lock.json'))
    .filter(([path]) => path.startsWith('node_modules/'))
    .every(([path, wanted]) =>
      present[path] ? present[path].version === wanted.version : wanted.optional === true || wanted.peer === true,
    )
}

const checkNode = () => {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return
  console.error(`Node ${OLDEST_NODE} or newer is needed, this is ${process.versions.node}.`)
  process.exit(1)
}

/** Returns whether the folder is a link to that of another checkout, which `npm ci` would empty. */
const isLinked = () => lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink() === true

/** Installs the packages of the lockfile unless they are installed. */
export const ensureInstalled = async () => {
  checkNode()
  if (isInstalled()) return
  if (isLinked()) {
    console.error('node_modules is a link to packages of another version: remove the link, then start again.')
    process.exit(1)
  }
  console.log('Installing packages …')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error('npm ci failed; the lines above say why.')
    process.exit(1)
  }
}

/**
 * Installs the packages of a folder that has a lockfile of its own, unless they are already installed.
 *
 * @param text names the packages in the message that is shown meanwhile
 */
export const ensureOwnPackages = (folder, text) => {
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  // The stamp is in the folder of the packages, so that both are removed together.
  const stamp = join(folder, 'node_modules', '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log(`Installing ${text} …`)
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  const { status } = spawnSync('npm', ['ci', ...flags], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error(`npm ci failed in ${relative(root, folder)}; the lines above say why.`)
    process.exit(1)
  }
  writeFileSync(stamp, hash)
}
