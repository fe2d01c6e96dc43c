import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../project.mjs'
import { code, page, table } from './markdown.mjs'

const SOURCES = join(root, 'src')

const isSet = (value) => typeof value?.path === 'string' && typeof value.texts === 'object'

/**
 * Returns every set of texts: the path where `localizations.<language>` overrides it, and its keys with the English
 * text.
 */
export const textSets = async () => {
  const files = readdirSync(SOURCES, { recursive: true })
    .filter((path) => path.endsWith('.messages.ts'))
    .sort()
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(SOURCES, file)).href)))
  const sets = modules.flatMap((module) => Object.values(module).filter(isSet))
  // Several sets can have one path: each is of a part that loads by itself.
  const paths = [...new Set(sets.map(({ path }) => path))].sort((a, b) => a.localeCompare(b))
  return paths.map((path) => ({
    path,
    texts: Object.assign({}, ...sets.filter((set) => set.path === path).map(({ texts }) => texts)),
  }))
}

const textOf = (message) =>
  typeof message === 'string'
    ? message && code(message)
    : Object.entries(message)
        .map(([form, text]) => `${form}: ${code(text)}`)
        .join(', ')

const rowsOf = ({ texts }) => Object.entries(texts).map(([key, message]) => [code(key), textOf(message)])

const AREAS = {
  'login-box': ['Texts of the login box', (path) => path.startsWith('loginBox')],
  'admin-portal': ['Texts of the admin portal', (path) => path.startsWith('adminPortal')],
  'other-elements': ['Texts of other elements', (path) => !/^(loginBox|adminPortal)/.test(path)],
}

const INTRODUCTION = `Each heading is a path below \`localizations.<language>\`, each row a key there with its English text. \`{{name}}\` marks a value;
a text that counts has a form for each category of the language. [Texts](../guides/texts.md) shows how to replace one.`

/** Returns pages by path. */
export const textPages = async () => {
  const sets = await textSets()
  return Object.entries(AREAS).map(([name, [title, isHere]]) => [
    `reference/texts-${name}.md`,
    page(
      title,
      INTRODUCTION,
      ...sets
        .filter(({ path }) => isHere(path))
        .map((set) => `## ${set.path}\n\n${table(['Key', 'English text'], rowsOf(set))}`),
    ),
  ])
}
