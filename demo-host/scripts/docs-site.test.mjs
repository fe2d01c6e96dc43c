import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildOpenApi } from '../../cdn/openapi/build-openapi.ts'
import { themeTokens, unusedMeanings } from '../../cdn/theme-tokens.mjs'
import { SECTION_NAMES } from '../../src/backend/domain/vendor-settings/kinds.ts'
import { sectionSchema } from '../../src/backend/domain/vendor-settings/sections.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { ERROR_CODES } from '../../src/contract/error-codes.ts'
import { pages as portalPages } from '../../src/pages/index.ts'
import { VARIABLE_NAMES } from '../../src/serve/variable-advice.ts'
import { SIDEBAR } from '../docs/.vitepress/sidebar.mjs'
import { codeBlocks } from './docs/code-blocks.mjs'
import { llmsText } from './docs/llms.mjs'
import { linksOf, writtenPages } from './docs/pages.mjs'
import { PICTURE, PICTURES, withPictures } from './docs/pictures.mjs'
import { operations } from './docs/reference/api.mjs'
import { elements } from './docs/reference/elements.mjs'
import { callbacks, events } from './docs/reference/events.mjs'
import { ENTRIES } from './docs/reference/exports.mjs'
import { methods } from './docs/reference/methods.mjs'
import { unusedSentences } from './docs/reference/operation-sentence.mjs'
import { options } from './docs/reference/options.mjs'
import { textSets } from './docs/reference/text-keys.mjs'
import { exportsOf } from './docs/reference/typings.ts'
import { COMMON, namesIn, SERVE, SERVER_MODULE } from './docs/reference/variables.mjs'
import { allPages } from './docs/site.mjs'
import { root } from './project.mjs'
import { STACKS } from './quickstarts/stacks.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')

const written = writtenPages()
const pages = await allPages()
const all = await operations()

const withoutCode = (text) => text.replace(/^```.*?^```$/gms, '')
const headingsIn = (text) =>
  [...withoutCode(text).matchAll(/^(#+) (.+)$/gm)].map(([, marks, words]) => [marks.length, words])

/** Returns the anchor of a heading, by the site's own rule. */
const anchorOf = (words) =>
  words
    .replace(/`|\\|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\d_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')

const hasAnchor = (text, hash) => !hash || headingsIn(text).some(([, words]) => anchorOf(words) === hash.slice(1))

/** Returns the page of a link inside the site. */
const pageAt = (link) => {
  const path = link.replace(/^\//, '').replace(/\/$/, '/index')
  return pages.get(path.endsWith('.md') ? path : `${path}.md`)
}

test('no link of a written page is dead, in the repository and in the site', () => {
  const dead = [...written].flatMap(([path, page]) =>
    linksOf(page)
      .filter(({ page: link, file, hash }) => {
        if (link) return !pageAt(link) || !hasAnchor(pageAt(link), hash)
        return !existsSync(join(root, file)) || (file.endsWith('.md') && !hasAnchor(read(file), hash))
      })
      .map(({ page: link, file, hash }) => `${path}: ${link ?? file}${hash}`),
  )
  assert.deepEqual(dead, [])
})

test('no link of the site is dead', () => {
  const dead = [...pages].flatMap(([path, text]) =>
    [...withoutCode(text).matchAll(/(?<!!\[[^\]\n]*)\]\((?![a-z]+:|#)([^)#\s]+)(#[^)]*)?\)/g)]
      .filter(([, target, hash = '']) => {
        const page = pageAt(target.startsWith('/') ? target : join(path, '..', target))
        return !page || !hasAnchor(page, hash)
      })
      .map(([, target, hash = '']) => `${path}: ${target}${hash}`),
  )
  assert.deepEqual(dead, [])
})

test('every page is in the menu or reached from the index of the API', () => {
  const listed = SIDEBAR.flatMap(({ items }) => items.map(({ link }) => link.slice(1).replace(/\/$/, '/index')))
  const own = [...pages.keys()]
    .map((path) => path.replace(/\.md$/, ''))
    .filter((path) => !/^reference\/api\/(?!index)/.test(path))
  assert.deepEqual(listed.toSorted(), own.toSorted())
  assert.deepEqual(
    all.filter(({ name }) => !pages.get('reference/api/index.md').includes(`[${name}](`)),
    [],
  )
})

test('pages have one title, and headings that skip no level', () => {
  const wrong = [...pages].filter(([, text]) => {
    const levels = headingsIn(text).map(([level]) => level)
    return levels[0] !== 1 || levels.some((level, at) => at > 0 && (level === 1 || level > levels[at - 1] + 1))
  })
  assert.deepEqual(
    wrong.map(([path]) => path),
    [],
  )
})

test('no page has braces that the site would take for an expression', () => {
  for (const [path, text] of pages) assert.doesNotMatch(withoutCode(text).replace(/(`+).*?\1/g, ''), /\{\{/, path)
})

test('every row of a table is one line', () => {
  for (const [path, text] of pages) {
    const rows = withoutCode(text)
      .split('\n')
      .filter((line) => line.startsWith('|'))
    assert.deepEqual(
      rows.filter((row) => !/^\|.+\|$/.test(row)),
      [],
      path,
    )
  }
})

test('every picture is drawn by the build and has a text alternative, and none is drawn without use', () => {
  const prose = [...pages.values()].map(withoutCode)
  const shown = prose.flatMap((text) => [...text.matchAll(PICTURE)])
  assert.deepEqual([...new Set(shown.map(([, , name]) => name))].toSorted(), Object.keys(PICTURES).toSorted())
  for (const [, words] of shown) assert.ok(words.length > 20 && !words.endsWith('.'), words)
  const count = prose.reduce((sum, text) => sum + text.split('![').length - 1, 0)
  assert.equal(count, shown.length, 'every picture is written in this way')
})

test('a page shows a picture in the color scheme of its reader, and its text alternative if none could be drawn', () => {
  const page = 'Before ![A box with a button](/pictures/login-box.png) after'
  assert.equal(
    withPictures(page, true),
    'Before ![A box with a button](/pictures/login-box-light.png){.in-light} ![A box with a button](/pictures/login-box-dark.png){.in-dark} after',
  )
  assert.match(withPictures(page, false), /^Before \*A picture belongs here: A box with a button\. .*\* after$/)
})

/** Returns names without a description, or with a description of a single word. */
const gaps = (documented) => documented.filter(({ text = '' }) => text.length < 10).map(({ name }) => name)

test('every option, method, event and callback has a description in the reference', () => {
  assert.ok(options().length > 60 && methods().length > 20 && events().length > 80)
  assert.deepEqual(gaps([...options(), ...methods(), ...callbacks()]), [])
  assert.deepEqual(gaps(events().map(({ name, description }) => ({ name, text: description }))), [])
  for (const { name } of options()) assert.ok(pages.get('reference/options.md').includes(`\n## ${name}\n`), name)
})

test('every export of the package has a description in the reference', () => {
  const { exports } = JSON.parse(read('package.json'))
  const sources = Object.values(ENTRIES).map(({ title }) => title.replace('front-entry', '.'))
  // These entries register elements, run the server or hold data, so there is nothing in them to call.
  const others = ['./define', './backend', './custom-elements.json', './openapi.json', './texts.json']
  assert.deepEqual([...sources, ...others].toSorted(), Object.keys(exports).toSorted())
  for (const { source } of Object.values(ENTRIES)) assert.deepEqual(gaps(exportsOf(source)), [], source)
})

test('every attribute, property, slot and part of an element has a description in the reference', () => {
  const missing = elements().flatMap(({ tagName, attributes, members = [], slots = [], cssParts = [] }) =>
    [...attributes, ...members, ...slots, ...cssParts]
      .filter(({ description }) => !description)
      .map(({ name }) => `${tagName} ${name}`),
  )
  assert.deepEqual(missing, [])
})

test('every theme token has a default and a meaning in the reference', () => {
  const [, union] = read('src/theme/theme-token.ts').split('export type ThemeToken')
  const typed = [...union.matchAll(/'(--fe-[\w-]+)'/g)].map(([, name]) => name)
  const tokens = themeTokens()
  assert.deepEqual(
    tokens.map(({ name }) => name),
    typed,
  )
  assert.deepEqual(
    tokens.filter(({ value, meaning }) => !value || !meaning).map(({ name }) => name),
    [],
  )
  assert.deepEqual(unusedMeanings(), [])
})

test('every text of every part is in the reference with its key', async () => {
  const reference = ['login-box', 'admin-portal', 'other-elements']
    .map((name) => pages.get(`reference/texts-${name}.md`))
    .join('')
  const sets = await textSets()
  const used = new Set(sets.map(({ path }) => path))
  const declared = readdirSync(join(root, 'src'), { recursive: true })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap((path) => [...read(join('src', path)).matchAll(/defineMessages\('([\w.-]+)'/g)].map(([, name]) => name))
  assert.deepEqual(
    declared.filter((path) => !used.has(path)),
    [],
  )
  for (const { path, texts } of sets) {
    assert.ok(reference.includes(`\n## ${path}\n`), path)
    for (const [key, text] of Object.entries(texts)) {
      assert.ok(text !== undefined, `${path}.${key}`)
      assert.ok(reference.includes(`| \`${key}\` |`), `${path}.${key}`)
    }
  }
})

test('every error code has a sentence and its statuses in the reference', () => {
  const reference = pages.get('reference/error-codes.md')
  for (const [name, { status, text }] of Object.entries(ERROR_CODES)) {
    assert.match(text, /^[A-Z].{15,}\.$/, name)
    assert.ok(reference.includes(`| \`${name}\` | ${status.join(', ')} | `), name)
  }
})

test('every command has a description in the reference', () => {
  for (const [name, { help }] of Object.entries(COMMANDS)) {
    assert.ok(help.length > 10, name)
    assert.ok(pages.get('reference/commands.md').includes(`\n## ${name}\n`), name)
  }
})

test('every variable that the programs read is in the reference with its meaning, and no other', () => {
  const listed = [...SERVE, ...COMMON]
  assert.deepEqual([...new Set(listed.flatMap(namesIn))].toSorted(), VARIABLE_NAMES.toSorted())
  const server = [...read('src/server/environment.ts').matchAll(/\bFRONTEGG_[A-Z_]+/g)].map(([name]) => name)
  assert.deepEqual(SERVER_MODULE.flatMap(namesIn).toSorted(), [...new Set(server)].toSorted())
  for (const [names, meaning] of [...listed, ...SERVER_MODULE]) assert.ok(meaning.length > 5, names)
})

test('every field of the vendor settings has a description in the reference', () => {
  for (const name of SECTION_NAMES) {
    const { description, properties = {} } = sectionSchema(name)
    assert.ok(description, name)
    for (const [field, schema] of Object.entries(properties)) assert.ok(schema.description, `${name}.${field}`)
  }
})

test('the guide to the portal has each page with its permission, and whether a new server shows it', () => {
  const code = (name) => (name ? `\`${name}\`` : '–')
  const rows = portalPages.map(
    ({ slug, visibility, permissions, featureFlag }) =>
      `| ${code(slug)} | ${code(visibility)} | ${code(permissions.join('`, `'))} | ${code(featureFlag)} |`,
  )
  const guide = pages.get('guides/portal.md').split('\n')
  assert.deepEqual(guide.filter((line) => line.startsWith('| `')).toSorted(), rows.toSorted())
})

test('the guide to vendor settings has every flag that the front end reads, and no other', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test(-kit)?\.tsx?$/.test(path),
  )
  const read = new Set(
    sources.flatMap((path) =>
      [
        ...readFileSync(join(root, 'src', path), 'utf8').matchAll(/\b(?:[A-Z\d_]+_FLAG =|featureFlag:) '([\w-]+)'/g),
      ].map(([, name]) => name),
    ),
  )
  const [, table] = pages.get('guides/vendor-settings.md').split('## Flags')
  const named = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(
    ([, cell]) => cell.match(/[\w-]*[_-][\w-]*[a-z\d]/g) ?? [],
  )
  assert.deepEqual(named.toSorted(), [...read].toSorted())
})

test('the page of quickstarts shows the files of each one below its commands', () => {
  const page = pages.get('guides/frameworks.md')
  for (const name of Object.keys(STACKS)) {
    const folder = join('demo-host/frameworks', name)
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    )
    assert.ok(files.length > 0, name)
    for (const file of files) {
      const text = readFileSync(join(file.parentPath, file.name), 'utf8').trimEnd()
      assert.ok(page.includes(`\n${text}\n\`\`\``), `${name}: ${file.name}`)
    }
  }
  assert.ok(page.indexOf('"use client"') > page.indexOf('## Next.js'))
})

test('the guide to migration has every option', () => {
  const named = pages.get('guides/migration.md') + pages.get('guides/routes.md')
  const groups = ['contextOptions', 'authOptions']
  const single = options().filter(({ name }) => !groups.includes(name))
  const missing = single.filter(({ name }) => !new RegExp(`[\`.]${name.split('.').at(-1)}\``).test(named))
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  )
})

test('every operation of the API has a sentence and an example in the reference', async () => {
  assert.deepEqual(
    all.filter(({ sentence = '' }) => !/^[A-Z].{6,}\.$/.test(sentence)).map(({ id }) => id),
    [],
  )
  const ids = new Set(all.map(({ id }) => id))
  assert.deepEqual(
    unusedSentences((id) => ids.has(id)),
    [],
  )
  const { openapi } = await buildOpenApi()
  const published = Object.values(openapi.paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => operation['x-operations'] ?? [operation.operationId]),
  )
  assert.deepEqual([...published].toSorted(), [...ids].toSorted())
  for (const [path, text] of pages)
    if (/^reference\/api\/(?!index)/.test(path))
      assert.equal((text.match(/^curl /gm) ?? []).length, (text.match(/^## /gm) ?? []).length, path)
})

test('elements in examples of pages exist, with the attributes that they are given, and are closed', () => {
  const known = new Map(elements().map(({ tagName, attributes }) => [tagName, attributes.map(({ name }) => name)]))
  const general = ['slot', 'id', 'class', 'style', 'hidden']
  const blocks = [...written].flatMap(([path, { text }]) =>
    codeBlocks(text, ['html', 'tsx']).map((code) => [path, code]),
  )
  assert.ok(blocks.length >= 8)
  for (const [path, code] of blocks) {
    for (const [, tag, rest] of code.matchAll(/<(fe-[\w-]+)((?:\s+[\w-]+(?:=(?:"[^"]*"|'[^']*'))?)*)\s*>/g)) {
      const attributes = [...rest.matchAll(/([\w-]+)(?:=(?:"[^"]*"|'[^']*'))?/g)].map(([, name]) => name)
      const names = known.get(tag)
      assert.ok(names, `${path}: <${tag}>`)
      assert.deepEqual(
        attributes.filter((name) => ![...names, ...general].includes(name)),
        [],
        `${path}: <${tag}>`,
      )
    }
    const count = (pattern) => (code.match(pattern) ?? []).length
    if (!code.includes('//')) assert.equal(count(/<fe-/g), count(/<\/fe-/g), `${path}: ${code}`)
  }
})

test('llms.txt has a line for every page of the menu, with what the page is about', () => {
  const lines = llmsText(pages)
    .split('\n')
    .filter((line) => line.startsWith('- '))
  assert.equal(lines.length, SIDEBAR.flatMap(({ items }) => items).length)
  for (const line of lines) assert.match(line, /^- \[[^\]]+\]\(\/docs\/[^)]*\): \S.{20,}/)
})
