// Builds the documentation site. Its pages are assembled in one folder first: some are written, others generated from
// the sources.
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, version } from '../project.mjs'
import { SITE, SOURCE } from './folders.mjs'
import { llmsText } from './llms.mjs'
import { DOCS, forSite, picturesOf, writtenPages } from './pages.mjs'
import { referencePages } from './reference/pages.mjs'

const write = (path, text) => {
  const file = join(SOURCE, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Returns every page of the site by its path. */
export const allPages = async () =>
  new Map([...[...writtenPages()].map(([path, page]) => [path, forSite(page)]), ...(await referencePages())])

/** Where the demo serves the release; the server of the site replaces the port. */
const RELEASE = `http://localhost:3001/${version}`

/** Folder with the page in the frame of the playground, which VitePress copies as it is. */
const STAGE = join(DOCS, 'stage')

const writeStage = () => {
  for (const file of readdirSync(STAGE))
    write(`public/stage/${file}`, readFileSync(join(STAGE, file), 'utf8').replaceAll('{{release}}', RELEASE))
}

/** Copies pictures that the end-to-end test `screens.spec.ts` takes of the product. */
const copyPictures = () => {
  mkdirSync(join(SOURCE, 'public/pictures'), { recursive: true })
  for (const [path, file] of picturesOf(writtenPages())) copyFileSync(join(root, file), join(SOURCE, 'public', path))
}

const putTogether = async () => {
  const pages = await allPages()
  rmSync(SOURCE, { recursive: true, force: true })
  cpSync(join(DOCS, '.vitepress'), join(SOURCE, '.vitepress'), { recursive: true })
  for (const [path, text] of pages) write(path, text)
  write('public/llms.txt', llmsText(pages))
  writeStage()
  copyPictures()
}

/** Builds the site into a folder that git ignores. */
export const buildSite = async () => {
  await putTogether()
  const { build } = await import('vitepress')
  await build(SOURCE, { outDir: SITE })
}
