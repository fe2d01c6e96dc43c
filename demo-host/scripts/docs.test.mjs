import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { root } from './project.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')
const linesOf = (path) => read(path).split('\n').filter(Boolean)

const RECORDS = 'src/decisions'
const RECORD = /^(\d{4})-[\w-]+\.md$/
/** Records have a heading such as `# 0001 Title`, `# 1. Title`, `# 0001: Title` or `# 0001 · Title`. */
const HEADING = /^# (\d+)[.:]?(?: ·)? (.+)$/

const records = readdirSync(join(root, RECORDS))
  .filter((file) => RECORD.test(file))
  .sort()
const numberOf = (file) => RECORD.exec(file)[1]

test('the index of decisions lists every record with its title and its status', () => {
  const index = read(`${RECORDS}/README.md`)
  const expected = records.map((file) => {
    const [, number, title] = HEADING.exec(linesOf(`${RECORDS}/${file}`)[0]) ?? []
    assert.equal(Number(number), Number(numberOf(file)), `${file} has its number in its heading`)
    return `| [${numberOf(file)}](${file}) | ${title} |`
  })
  const rows = index.split('\n').filter((line) => line.startsWith('| ['))
  assert.deepEqual(
    rows.map((row) => row.slice(0, row.lastIndexOf('|', row.length - 2) + 1)),
    expected,
  )
  for (const row of rows) {
    const status = row.split('|').at(-2).trim()
    assert.match(status, /^(In force|(Superseded|Amended|Extended) by \[\d{4}\]\([\w-]+\.md\))$/, row)
    for (const [, file] of status.matchAll(/\(([\w-]+\.md)\)/g)) assert.ok(records.includes(file), row)
  }
})

test('every number up to the last one is a record or named as withdrawn', () => {
  const [, withdrawn] = read(`${RECORDS}/README.md`).split('## Withdrawn numbers')
  const named = withdrawn.match(/\b\d{4}\b/g)
  const used = records.map(numberOf)
  const all = Array.from({ length: Number(used.at(-1)) }, (_, at) => String(at + 1).padStart(4, '0'))
  assert.deepEqual([...used, ...named].sort(), all)
})

test('the changelog begins with unreleased changes, followed by the version of the package', () => {
  const headings = linesOf('CHANGELOG.md').filter((line) => line.startsWith('## '))
  assert.deepEqual(headings.slice(0, 2), ['## Unreleased', `## ${JSON.parse(read('package.json')).version}`])
})

const PAGES = readdirSync(join(root, 'demo-host/docs'), { recursive: true }).filter((path) => path.endsWith('.md'))
const GUIDES = [
  'README.md',
  'CONTRIBUTING.md',
  'cdn/package-readme.md',
  ...PAGES.map((path) => join('demo-host/docs', path)),
]
const manifest = JSON.parse(read('package.json'))
/** The build of the package adds an entry for each file of typings. */
const typings = readdirSync(join(root, 'cdn/typings')).map((file) => file.replace('.d.ts', ''))
const packageEntries = [...Object.keys(manifest.exports), ...typings].map((entry) => join(manifest.name, entry))
/** Git ignores files that a build or a start writes, so a new clone lacks them. */
const built = linesOf('.gitignore').filter((line) => !line.startsWith('!'))
const sources = ['src', 'cdn', 'demo-host'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)),
)
const sourceNames = new Set(sources.map((path) => basename(path)))

/** Returns code between backticks, and the lines of shell blocks. Blocks of other languages are files of a host. */
const codeIn = (text) => {
  const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)]
  const shell = blocks.filter(([, language]) => language === 'sh').flatMap(([, , lines]) => lines.split('\n'))
  const inline = text.replace(/^```.*?^```$/gms, '').matchAll(/`([^`\n]+)`/g)
  return [...shell, ...[...inline].map(([, code]) => code)]
}

const CHECKOUT = '<this repository>/'
const withoutComment = (code) => code.replace(/(^|\s)#.*$/, '')
const wordsIn = (code) => withoutComment(code).split(/\s+/).filter(Boolean)

/** Returns whether a word is a URL, the path of a URL, or a name with a part that the reader chooses. */
const isPlaceholder = (word) => /^([\w.+-]+:\/|[\w-]+=|\/)|[<>…()"'=]/.test(word)

const matches = (word) => {
  const pattern = new RegExp(
    `(^|/)${word
      .replaceAll('.', '\\.')
      .replaceAll('**/', '(.+/)?')
      .replace(/\*(?!\))/g, '[^/]*')}$`,
  )
  return sources.some((path) => pattern.test(path))
}

/**
 * Returns whether a word is a path that must exist but doesn't: a path with a slash is relative to the root, and a
 * source may be named without its folder.
 */
const isMissing = (word, made) => {
  if (isPlaceholder(word) || packageEntries.includes(word)) return false
  if (made && word.includes(made)) return false
  if (built.some((path) => word.startsWith(path))) return false
  if (word.includes('/')) return word.includes('*') ? !matches(word) : !existsSync(join(root, word))
  if (!/^[\w.*-]+\.(tsx?|mjs|tsv)$/.test(word)) return false
  return word.includes('*') ? !matches(word) : !sourceNames.has(word) && !existsSync(join(root, word))
}

const missingPaths = (text) => {
  // The guide follows an example: files from `npm run new` have the given name.
  const [, made] = /npm run new -- page ([\w-]+)/.exec(text) ?? []
  return codeIn(text)
    .flatMap((code) => wordsIn(code.replaceAll(CHECKOUT, '')))
    .filter((word) => isMissing(word, made))
}

const missingScripts = (text) =>
  codeIn(text)
    // These lines are run in the reader's own app, which has other scripts.
    .filter((code) => !code.includes(CHECKOUT))
    .flatMap((code) => [...withoutComment(code).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)])
    .map(([, script, builtIn]) => script ?? builtIn)
    .filter((script) => !(script in manifest.scripts))

for (const guide of GUIDES)
  test(`${guide} names files, folders, scripts and links that exist`, () => {
    const text = read(guide)
    assert.deepEqual(missingPaths(text), [])
    assert.deepEqual(missingScripts(text), [])
    const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target]) => target)
    // A link that begins with a slash points to a page of the documentation site, which another test checks.
    const local = links.filter((target) => !/^(\w+:|\/)/.test(target))
    assert.deepEqual(
      local.filter((target) => !existsSync(join(root, dirname(guide), target))),
      [],
    )
  })

test('CONTRIBUTING.md names every folder of the sources', () => {
  const guide = read('CONTRIBUTING.md')
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  assert.deepEqual(
    folders.map(({ name }) => name).filter((name) => !guide.includes(`\`src/${name}/\``)),
    [],
  )
})

test('a missing path or script is found, a placeholder is not', () => {
  const text = [
    '`npm run new -- page trips` writes `src/pages/trips/`. See `steps/`, `src/nowhere.ts`, `nowhere.ts`, `nowhere*.tsv`,',
    '`src/kernel/`, `calls.*.tsv`, `drizzle.config.ts`, `front-entry/server`, `/account/login`, `<page>.props.ts`,',
    '`.data/`, `front-entry.config.json`, `http://localhost:3000` and `npm run nothing -- src/nothing`.',
    '```sh',
    'node demo-host/scripts/nothing.mjs   # not src/comment.ts',
    'cp -r <this repository>/demo-host/nothing/. . && npm run of-the-app',
    '```',
  ].join('\n')
  assert.deepEqual(missingPaths(text), [
    'demo-host/scripts/nothing.mjs',
    'demo-host/nothing/.',
    'steps/',
    'src/nowhere.ts',
    'nowhere.ts',
    'nowhere*.tsv',
    'src/nothing',
  ])
  assert.deepEqual(missingScripts(text), ['nothing'])
})
