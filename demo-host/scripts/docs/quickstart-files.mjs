// Shows the files of the quickstarts on their page of the site, whose readers may not have the repository.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { root } from '../project.mjs'
import { quickstartSections } from '../quickstarts/page.mjs'
import { fence } from './reference/markdown.mjs'

const FOLDER = join(root, 'demo-host', 'frameworks')
const LANGUAGES = { '.mjs': 'js', '.example': 'sh' }

const languageOf = (file) => LANGUAGES[extname(file)] ?? extname(file).slice(1)

const filesOf = (name) => {
  const entries = readdirSync(join(FOLDER, name), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(FOLDER, name), join(entry.parentPath, entry.name)))
    .sort()
}

const shown = (name, file) =>
  `\`${file}\`:\n\n${fence(languageOf(file), readFileSync(join(FOLDER, name, file), 'utf8').trimEnd())}`

const filesText = (stacks) =>
  stacks
    .flatMap((name) => [
      ...(stacks.length > 1 ? [`The files of \`${name}\`:`] : []),
      ...filesOf(name).map((file) => shown(name, file)),
    ])
    .join('\n\n')

/** Adds the files of each quickstart below its commands. */
export const withQuickstartFiles = (text) =>
  quickstartSections(text).reduce(
    (page, { block, stacks }) => page.replace(block, () => `${block}\n\n${filesText(stacks)}`),
    text,
  )
