import assert from 'node:assert/strict'
import { test } from 'node:test'
import ts from 'typescript'

/** Returns the errors of the compiler for a module that assigns this to an option. */
const problemsOf = (localizations: string): readonly string[] => {
  const path = new URL('../src/localizations-example.ts', import.meta.url).pathname
  const text = `import type { Localizations } from './i18n/text-keys.ts'\nexport const given: Localizations = ${localizations}\n`
  const options: ts.CompilerOptions = { strict: true, noEmit: true, allowImportingTsExtensions: true, types: [] }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === path || fileExists(name)
  host.getSourceFile = (name, ...rest) =>
    name === path ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest)
  const program = ts.createProgram([path], options, host)
  return program
    .getSemanticDiagnostics(program.getSourceFile(path))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

test('the compiler knows every text by its path, and its forms', () => {
  const right = `{
    de: { loginBox: { login: { title: 'Bei {{name}} anmelden' } }, adminPortal: { security: {}, sso: {} } },
    'pt-BR': { adminPortal: { users: {} } },
  }`
  assert.deepEqual(problemsOf(right), [])
})

test('the compiler refuses misspelled keys and values that aren’t texts', () => {
  const [misspelled = ''] = problemsOf("{ de: { loginBox: { login: { titel: 'Anmelden' } } } }")
  assert.match(misspelled, /'titel' does not exist/)
  assert.equal(problemsOf("{ de: { loginBocks: { login: { title: 'Anmelden' } } } }").length, 1)
  assert.equal(problemsOf('{ de: { loginBox: { login: { title: 5 } } } }').length, 1)
})
