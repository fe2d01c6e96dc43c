import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root, version } from './project.mjs'

const STAMP = join(root, '.cache', 'build-stamp')
const FILES = ['package-lock.json', 'rollup.config.mjs', 'tsconfig.json']
const FOLDERS = ['src', 'cdn']

const isInput = (path) => !path.startsWith(version) && !/\.(test|prove)\.tsx?$/.test(path)

const inputs = async () => {
  const lists = await Promise.all(
    FOLDERS.map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
        .filter((path) => isInput(path.slice(folder.length + 1)))
    }),
  )
  return [...FILES, ...lists.flat()].sort()
}

/** One hash over everything the release is made of. */
export const currentStamp = async () => {
  const hash = createHash('sha256')
  for (const path of await inputs()) hash.update(`${path}\n`).update(await readFile(join(root, path)))
  return hash.digest('hex')
}

export const savedStamp = () => readFile(STAMP, 'utf8').catch(() => '')

export const saveStamp = async (stamp) => {
  await mkdir(dirname(STAMP), { recursive: true })
  await writeFile(STAMP, stamp)
}
