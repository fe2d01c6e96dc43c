import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root, version } from './project.mjs'

const isInput = (path) => !path.startsWith(version) && !/\.(test|prove)\.tsx?$/.test(path)

const filesIn = async (folder) => {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .filter((path) => isInput(path.slice(folder.length + 1)))
}

/** Creates a stamp of a build: one hash over all of its sources, kept in a file next to the last result. */
const createStamp = ({ name, files, folders }) => {
  const file = join(root, '.cache', name)
  return {
    async current() {
      const paths = [...files, ...(await Promise.all(folders.map(filesIn))).flat()].sort()
      const hash = createHash('sha256')
      for (const path of paths) hash.update(`${path}\n`).update(await readFile(join(root, path)))
      return hash.digest('hex')
    },
    saved: () => readFile(file, 'utf8').catch(() => ''),
    async save(stamp) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, stamp)
    },
  }
}

export const releaseStamp = createStamp({
  name: 'build-stamp',
  files: ['package-lock.json', 'rollup.config.mjs', 'tsconfig.json'],
  folders: ['src', 'cdn'],
})

export const docsStamp = createStamp({
  name: 'docs-stamp',
  files: ['package-lock.json', 'CHANGELOG.md', 'demo-host/scripts/quickstarts/page.mjs'],
  folders: ['src', 'cdn', 'demo-host/docs', 'demo-host/frameworks', 'demo-host/scripts/docs'],
})

/** The pictures of the documentation show the elements, so an edited page alone doesn't change them. */
export const picturesStamp = createStamp({
  name: 'pictures-stamp',
  files: ['package-lock.json', 'demo-host/scripts/docs/pictures.mjs'],
  folders: ['src'],
})
