// Builds the documentation site. Its pages are assembled in one folder first: some are written, others generated from
// the sources.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { version } from '../project.mjs'
import { PICTURE_FOLDER, SITE, SOURCE } from './folders.mjs'
import { llmsText } from './llms.mjs'
import { DOCS, forSite, writtenPages } from './pages.mjs'
import { drawPictures, withPictures } from './pictures.mjs'
import { referencePages } from './reference/pages.mjs'

const write = (path, text) => {
  const file = join(SOURCE, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Returns every page of the site by its path. */
export const allPages = async () =>
  new Map([...[...writtenPages()].map(([path, page]) => [path, forSite(page)]), ...(await referencePages())])

/** URL of the release in the demo; the server of the site replaces the port. */
const RELEASE = `http://localhost:3001/${version}`

/** Folder with the page in the frame of the playground, which VitePress copies as it is. */
const STAGE = join(DOCS, 'stage')

const writeStage = () => {
  for (const file of readdirSync(STAGE))
    write(`public/stage/${file}`, readFileSync(join(STAGE, file), 'utf8').replaceAll('{{release}}', RELEASE))
}

const putTogether = async () => {
  const [pages, areDrawn] = [await allPages(), await drawPictures()]
  rmSync(SOURCE, { recursive: true, force: true })
  cpSync(join(DOCS, '.vitepress'), join(SOURCE, '.vitepress'), { recursive: true })
  for (const [path, text] of pages) write(path, withPictures(text, areDrawn))
  write('public/llms.txt', llmsText(pages))
  writeStage()
  if (areDrawn) cpSync(PICTURE_FOLDER, join(SOURCE, 'public/pictures'), { recursive: true })
}

/** Builds the site into a folder that git ignores. */
export const buildSite = async () => {
  await putTogether()
  const { build } = await import('vitepress')
  await build(SOURCE, { outDir: SITE })
}
