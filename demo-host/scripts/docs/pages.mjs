// The written pages of the documentation site: those of demo-host/docs, and files of the repository that are also
// pages.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../project.mjs'
import { withQuickstartFiles } from './quickstart-files.mjs'

const FOLDER = 'demo-host/docs'
export const DOCS = join(root, FOLDER)

/** Files that readers of the repository find in their folder, by the path of their page. */
const SHARED_PAGES = {
  'guides/frameworks.md': 'demo-host/frameworks/README.md',
  'guides/deploy.md': 'cdn/deploy/README.md',
  'changelog.md': 'CHANGELOG.md',
}

const ownPages = () =>
  readdirSync(DOCS, { recursive: true })
    .filter((path) => path.endsWith('.md') && !path.startsWith('.vitepress'))
    .sort()
    .map((path) => [path, `${FOLDER}/${path}`])

/** Returns each page with its source file and text, by its path in the site. */
export const writtenPages = () =>
  new Map(
    [...ownPages(), ...Object.entries(SHARED_PAGES)].map(([path, source]) => [
      path,
      { source, text: readFileSync(join(root, source), 'utf8') },
    ]),
  )

/** Matches links to files, but neither pictures nor links to a URL or to a heading of the same page. */
const LINK = /(?<!!)\[((?:[^\]`]|`[^`]*`)+)\]\((?![a-z]+:|#)([^)#\s]+)(#[^)]*)?\)/g

/** Returns the page that shows a file of the repository. */
const pageOf = (file) =>
  file.startsWith(`${FOLDER}/`)
    ? file.slice(FOLDER.length + 1)
    : Object.keys(SHARED_PAGES).find((path) => SHARED_PAGES[path] === file)

/**
 * Returns the target of every link of a written page to a file: in the repository, or in the site if it begins with a
 * slash.
 */
export const linksOf = ({ source, text }) =>
  [...text.replace(/^```.*?^```$/gms, '').matchAll(LINK)].map(([, , target, hash = '']) =>
    target.startsWith('/') ? { page: target, hash } : { file: join(dirname(source), target), hash },
  )

/**
 * Returns the text of a page for the site. Links to files work in the source; on the site they point to the page that
 * shows the file, or become the path of the file.
 */
export const forSite = ({ source, text }) =>
  withQuickstartFiles(text).replace(LINK, (link, words, target, hash = '') => {
    if (target.startsWith('/')) return link
    const file = join(dirname(source), target)
    const page = pageOf(file)
    if (page) return `[${words}](/${page}${hash})`
    return words.includes('`') || file.endsWith(words) ? `\`${file}\`` : `${words} (\`${file}\`)`
  })
