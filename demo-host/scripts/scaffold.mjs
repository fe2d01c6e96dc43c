import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const templates = join(dirname(fileURLToPath(import.meta.url)), 'templates')

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

const camelOf = (kebab) => kebab.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
const capitalized = (text) => text[0].toUpperCase() + text.slice(1)

/** Returns `audit-exports` in every form that the templates use. */
const formsOf = (kebab) => {
  const camel = camelOf(kebab)
  return {
    __kebab__: kebab,
    __name__: camel,
    __Name__: capitalized(camel),
    __Title__: capitalized(kebab.replaceAll('-', ' ')),
    __CONST__: kebab.replaceAll('-', '_').toUpperCase(),
  }
}

const filled = (text, forms) => Object.entries(forms).reduce((now, [mark, form]) => now.replaceAll(mark, form), text)

/** Adds an import after the last one, and an entry before the line that ends the list. */
const register = (root, file, { line, entry, before }) => {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  const imports = [...text.matchAll(/^import .*$/gm)].at(-1)
  const end = text.lastIndexOf(before)
  if (!imports || end < 0) throw new Error(`${file} no longer has the lines that a new entry is placed by`)
  const at = imports.index + imports[0].length
  writeFileSync(path, `${text.slice(0, at)}\n${line}${text.slice(at, end)}${entry}\n${text.slice(end)}`)
}

const registerPage = (root, { __kebab__: kebab, __name__: name }) => {
  register(root, 'src/pages/index.ts', {
    line: `import { ${name}Page } from './${kebab}/index.ts'`,
    entry: `  ${name}Page,`,
    before: ']',
  })
  register(root, 'src/contract/all.ts', {
    line: `import { ${name} } from './${kebab}.ts'`,
    entry: `  ${name},`,
    before: '}\n',
  })
  register(root, 'src/backend/handlers/administration-routes.ts', {
    line: `import { ${name}Rules } from './${kebab}.rules.ts'\nimport { ${name}Handlers } from './${kebab}.ts'\nimport { ${name} } from '../../contract/${kebab}.ts'`,
    entry: `  ...routesOf('${name}', ${name}, ${name}Handlers, ${name}Rules),`,
    before: ']',
  })
  register(root, 'src/backend/suites/all-rules.test-kit.ts', {
    line: `import { ${name}Rules } from '../handlers/${kebab}.rules.ts'`,
    entry: `  ${name}: ${name}Rules,`,
    before: '} satisfies',
  })
}

/** Writes a page with its call and its handler, and registers them. @returns the new files. @throws Error for a bad name. */
export const scaffoldPage = (root, kebab) => {
  if (!NAME.test(kebab))
    throw new Error(`A page's name is in lower case with dashes, like audit-exports; not "${kebab}"`)
  const forms = formsOf(kebab)
  const folder = join(templates, 'page')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const made = files.map((entry) => {
    const source = join(entry.parentPath, entry.name)
    const target = filled(relative(folder, source).replace(/\.txt$/, ''), forms)
    mkdirSync(dirname(join(root, target)), { recursive: true })
    writeFileSync(join(root, target), filled(readFileSync(source, 'utf8'), forms), { flag: 'wx' })
    return target
  })
  registerPage(root, forms)
  return made
}
