// Writes the licenses of packages whose code is in the release: their terms require a copy with every copy of the code.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../demo-host/scripts/project.mjs'

export const NOTICES = 'THIRD-PARTY-NOTICES.txt'

/** Licenses that permit what a release does: minified, in a file with other code, in products of any license. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Zlib']

/** Packages that are published without the license file of their repository. */
const KEPT_TEXTS = { '@r2wc/core': 'r2wc.txt', '@r2wc/react-to-web-component': 'r2wc.txt' }

/** Code that a plugin adds has no file of its own. */
const PLUGIN_MODULES = { commonjsHelpers: '@rollup/plugin-commonjs' }

const LICENSE_FILE = /^(licen[cs]e|copying|notice)(?![^.-])/i

/** Returns the path of a module; `\0…/node_modules/react/index.js?commonjs-module` contains its package's path. */
const pathOf = (id) => id.replace(/^\0/, '').replace(/\?.*$/, '').replaceAll('\\', '/')

const PACKAGE_FOLDER = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** @returns the folder of the package that a module belongs to; `undefined` for the project's own modules. */
const folderOf = (id, home) => {
  const path = pathOf(id)
  const [, folder] = PACKAGE_FOLDER.exec(path) ?? []
  if (folder) return folder
  if (path.startsWith(`${home.replaceAll('\\', '/')}/`)) return undefined
  const [, plugin] = Object.entries(PLUGIN_MODULES).find(([name]) => path.startsWith(name)) ?? []
  if (!plugin) throw new Error(`The license of ${path} is unknown: it belongs to no package.`)
  return join(home, 'node_modules', plugin)
}

/** @returns the folders of packages that modules belong to, each once. */
const foldersOf = (moduleIds, home) => [...new Set(moduleIds.map((id) => folderOf(id, home)).filter(Boolean))].sort()

/**
 * Returns whether a license such as `MIT`, `(MIT OR GPL-3.0)` or `MIT AND Zlib` is allowed; one side of an OR is
 * enough.
 */
const isAllowed = (license) =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => ALLOWED.includes(name.trim())))

const licenseTexts = async (folder, name) => {
  const files = (await readdir(folder)).filter((file) => LICENSE_FILE.test(file)).sort()
  if (files.length > 0) return Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  if (!KEPT_TEXTS[name]) throw new Error(`${name} is bundled and has no license file; add it to cdn/licenses.`)
  return [await readFile(join(root, 'cdn', 'licenses', KEPT_TEXTS[name]), 'utf8')]
}

const noticeOf = async (folder) => {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  if (typeof license !== 'string' || !isAllowed(license))
    throw new Error(`${name} is bundled; its license '${license}' is not on the list of cdn/notices.mjs.`)
  const texts = (await licenseTexts(folder, name)).map((text) => text.trim().replaceAll('\r\n', '\n'))
  return { id: `${name}@${version}`, license, text: texts.join('\n\n') }
}

const LINE = '-'.repeat(80)

const sectionOf = ({ id, license, text }) => `${LINE}\n${id} (${license})\n${LINE}\n\n${text}\n`

const INTRODUCTION = `Front Entry contains code of the packages below, minified, each under its own license.\n`

/**
 * Writes the notices of all packages whose modules are in the chunks.
 *
 * @param chunks file names with module ids, as Rollup returns them
 * @param home the folder of the project, whose own modules need no notice
 * @returns the packages of each file that has any, such as `{ 'fe.esm.js': ['react@19.3.1'] }`
 * @throws Error for a package without a license text or with a license that is not allowed
 */
export const writeNotices = async (folder, chunks, home = root) => {
  const folders = foldersOf(
    chunks.flatMap(({ moduleIds }) => moduleIds),
    home,
  )
  const notices = new Map(await Promise.all(folders.map(async (path) => [path, await noticeOf(path)])))
  const sections = new Map([...notices.values()].map((notice) => [notice.id, sectionOf(notice)]))
  const sorted = [...sections].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, section]) => section)
  await writeFile(join(folder, NOTICES), [INTRODUCTION, ...sorted].join('\n'))
  const packages = chunks.map(({ fileName, moduleIds }) => [
    fileName,
    [...new Set(foldersOf(moduleIds, home).map((path) => notices.get(path).id))].sort(),
  ])
  return Object.fromEntries(packages.filter(([, ids]) => ids.length > 0))
}

/** The minifier keeps only comments that match this. */
export const NOTICE_COMMENT = /^! Licenses: /

/**
 * Returns a comment for each file with code of packages, so that the notices can be found from a single copied file.
 */
export const noticeBanner = ({ moduleIds }) =>
  foldersOf(moduleIds, root).length > 0 ? `/*! Licenses: ${NOTICES} */` : ''

/**
 * Throws if an entry for servers bundles a package: they import their packages, and so have no notices.
 * @throws Error when one is bundled
 */
export const assertNoPackages = (chunks) => {
  const [bundled] = foldersOf(
    chunks.flatMap(({ moduleIds }) => moduleIds),
    root,
  )
  if (bundled) throw new Error(`${bundled} is bundled into an entry whose packages must stay imports.`)
}
