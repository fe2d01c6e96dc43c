import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'

const STAMP = join(root, 'node_modules', '.front-entry-lock')
const OLDEST_NODE = 20

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

/** A folder that `npm ci` or `npm install` filled from this very lockfile carries a copy of it. */
const isInstalled = (hash) => {
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false
  if (!existsSync(STAMP)) return existsSync(join(root, 'node_modules', 'tsx')) && saveHash(hash)
  return readFileSync(STAMP, 'utf8') === hash
}

const saveHash = (hash) => {
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(STAMP, hash)
  return true
}

const checkNode = () => {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return
  console.error(`Node ${OLDEST_NODE} or newer is needed, this is ${process.versions.node}.`)
  process.exit(1)
}

/** Installs what the lockfile names when that is not there yet. */
export const ensureInstalled = async () => {
  checkNode()
  const hash = lockHash()
  if (isInstalled(hash)) return
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
  saveHash(hash)
}
