import assert from 'node:assert/strict'
import { test } from 'node:test'
import { releaseTag } from './release-tag.mjs'

const chunk = (fileName, code, imports = [], dynamicImports = []) => ({
  type: 'chunk',
  fileName,
  code,
  imports,
  dynamicImports,
})

/** The entry imports a page, and that page another chunk with its name. */
const bundleOf = (text) =>
  Object.fromEntries(
    [
      chunk('fe.esm.js', 'import("./chunks/page-users-AAAAAAA.js")', [], ['chunks/page-users-AAAAAAA.js']),
      chunk('chunks/page-users-AAAAAAA.js', 'import"./page-users-BBBBBBB.js"', ['chunks/page-users-BBBBBBB.js']),
      chunk('chunks/page-users-BBBBBBB.js', `const text="not-a-chunk-CCCCCCC.js ${text}"`),
    ].map((one) => [one.fileName, one]),
  )

const tagged = (text) => {
  const bundle = bundleOf(text)
  releaseTag().generateBundle({}, bundle)
  return Object.values(bundle)
}

test('chunks of a release share one tag, and their importers use the new names', () => {
  const [entry, page, dialogs] = tagged('one')
  const [, tag] = /^chunks\/page-users-(\w{7})\.js$/.exec(dialogs.fileName) ?? []
  assert.ok(tag)
  assert.equal(page.fileName, `chunks/page-users2-${tag}.js`)
  assert.equal(entry.code, `import("./${page.fileName}")`)
  assert.deepEqual(entry.dynamicImports, [page.fileName])
  assert.equal(page.code, `import"./page-users-${tag}.js"`)
  assert.deepEqual(page.imports, [dialogs.fileName])
  assert.equal(entry.fileName, 'fe.esm.js')
  assert.match(dialogs.code, /not-a-chunk-CCCCCCC\.js/)
})

test('chunks of servers are tagged beside their entries, which keep their names', () => {
  const files = [
    { ...chunk('front-backend.js', 'import"./roles.rules-AAAAAAA.js"', ['roles.rules-AAAAAAA.js']), isEntry: true },
    chunk('roles.rules-AAAAAAA.js', 'import("./groups-BBBBBBB.js")', [], ['groups-BBBBBBB.js']),
    chunk('groups-BBBBBBB.js', 'export const e = 1'),
  ]
  releaseTag({ folder: '' }).generateBundle({}, Object.fromEntries(files.map((one) => [one.fileName, one])))
  const [entry, rules, groups] = files
  const [, tag] = /^groups-(\w{7})\.js$/.exec(groups.fileName) ?? []
  assert.ok(tag, groups.fileName)
  assert.equal(entry.fileName, 'front-backend.js')
  assert.equal(entry.code, `import"./roles.rules-${tag}.js"`)
  assert.equal(rules.fileName, `roles.rules-${tag}.js`)
  assert.equal(rules.code, `import("./groups-${tag}.js")`)
})

test('the tag depends on what the files contain and on nothing else', () => {
  const names = (text) => tagged(text).map(({ fileName }) => fileName)
  assert.deepEqual(names('one'), names('one'))
  assert.notDeepEqual(names('one'), names('two'))
})
