// Reads, fills in and extends files for `npm run new`.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const templates = join(dirname(fileURLToPath(import.meta.url)), 'templates')

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

const capitalized = (text) => text[0].toUpperCase() + text.slice(1)

/** Returns `audit-exports` in every form that the templates use. @throws Error for a name that no file can have. */
export const formsOf = (kebab) => {
  if (!NAME.test(kebab)) throw new Error(`A name is in lower case with dashes, like audit-exports; not "${kebab}"`)
  const camel = kebab.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
  return {
    __kebab__: kebab,
    __name__: camel,
    __Name__: capitalized(camel),
    __Title__: capitalized(kebab.replaceAll('-', ' ')),
  }
}

const filled = (text, forms) => Object.entries(forms).reduce((now, [mark, form]) => now.replaceAll(mark, form), text)

/** Writes the files of one template. @returns their paths. @throws Error if one of them exists. */
export const writeTemplate = (root, kind, forms) => {
  const folder = join(templates, kind)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map((entry) => {
    const source = join(entry.parentPath, entry.name)
    const target = filled(relative(folder, source).replace(/\.txt$/, ''), forms)
    mkdirSync(dirname(join(root, target)), { recursive: true })
    writeFileSync(join(root, target), filled(readFileSync(source, 'utf8'), forms), { flag: 'wx' })
    return target
  })
}

/**
 * Adds a line after the last import, if there is one to add, and an entry before the last text `before`, or before the
 * first one that follows `after`. @throws Error for a file without them.
 */
export const register = (root, file, { line, entry, before, after }) => {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  const imports = [...text.matchAll(/^(?:import|\}) .*from '.*'$/gm)].at(-1)
  const end = after ? text.indexOf(before, text.indexOf(after)) : text.lastIndexOf(before)
  if (!imports || end < 0) throw new Error(`${file} no longer has the lines that a new entry is placed by`)
  const at = imports.index + imports[0].length
  writeFileSync(
    path,
    `${text.slice(0, at)}${line ? `\n${line}` : ''}${text.slice(at, end)}${entry}\n${text.slice(end)}`,
  )
}

/** Adds a name to the imports from a module that the file imports from already. */
export const importAlso = (root, file, name, from) => {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  const known = new RegExp(`import \\{([^}]*)\\} from '${from.replaceAll('.', '\\.')}'`).exec(text)
  if (!known) throw new Error(`${file} imports nothing from ${from}`)
  if (new RegExp(`\\b${name}\\b`).test(known[1])) return
  const names = `${known[1].trim().replace(/,$/, '')}, ${name}`
  writeFileSync(
    path,
    text.replace(known[0], () => `import { ${names} } from '${from}'`),
  )
}

/** Returns the path of the only file of a folder with this text. @throws Error if there is none or several. */
export const fileWith = (root, folder, text) => {
  const found = readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.ts') && readFileSync(join(root, folder, file), 'utf8').includes(text))
    .map((file) => join(folder, file))
  if (found.length !== 1) throw new Error(`${found.length} files in ${folder} have "${text}" instead of one`)
  return found[0]
}
