import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { parseAst } from 'rollup/parseAst'
import ts from 'typescript'

interface Lean {
  leanReactDom(code: string, program: unknown): string
}

const url = new URL('./lean-react-dom.mjs', import.meta.url).href
const { leanReactDom } = (await import(url)) as Lean

const source = async () => {
  const client = createRequire(import.meta.url).resolve('react-dom/client')
  return readFile(client.replace('client.js', 'cjs/react-dom-client.production.js'), 'utf8')
}

const lean = (code: string) => leanReactDom(code, parseAst(code))

const count = (code: string, text: string) => code.split(text).length - 1

test('React DOM is built without a way into hydration, view transitions or hoisted elements', async () => {
  const code = lean(await source())
  parseAst(code)
  assert.equal(count(code, 'isHydrating = !0'), 0)
  assert.equal(count(code, 'ownerDocument.startViewTransition'), 0)
  assert.match(code, /function isHostHoistableType\([^)]*\) \{return!1\}/)
  assert.doesNotMatch(code, /case (18|19|26|27|30|31):/)
  assert.doesNotMatch(code, /case REACT_(ACTIVITY|VIEW_TRANSITION|SUSPENSE_LIST)_TYPE/)
})

test('All other kinds of fibers keep their cases', async () => {
  const before = await source()
  const after = lean(before)
  for (const tag of [0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 22, 23, 25])
    assert.equal(count(after, `case ${tag}:`), count(before, `case ${tag}:`), `case ${tag}`)
})

/** Returns names that are read but declared nowhere, according to TypeScript. */
const undeclared = (code: string) => {
  const options: ts.CompilerOptions = {
    allowJs: true,
    checkJs: true,
    noEmit: true,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (name, ...rest) =>
    name === 'lean.js' ? ts.createSourceFile(name, code, ts.ScriptTarget.ES2022, true) : getSourceFile(name, ...rest)
  const program = ts.createProgram(['lean.js'], options, host)
  const CANNOT_FIND_NAME = [2304, 2552]
  return program
    .getSemanticDiagnostics(program.getSourceFile('lean.js'))
    .filter((found) => CANNOT_FIND_NAME.includes(found.code))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

test('What is left out takes no variable with it that the rest uses', async () => {
  const code = await source()
  assert.deepEqual(undeclared(lean(code)), undeclared(code))
  assert.match(undeclared('missingName()').join(), /missingName/)
})

test('Another version of React DOM fails the build and names the file to read again', async () => {
  const code = (await source()).replace(/exports\.version = "[^"]+"/, 'exports.version = "99.0.0"')
  assert.throws(() => lean(code), /cdn\/lean-react-dom\.mjs was written for React DOM/)
})

test('A door that is no longer there fails the build and is named', async () => {
  const code = (await source()).replaceAll('popHydrationState', 'anotherName')
  assert.throws(() => lean(code), /no longer has popHydrationState/)
})
