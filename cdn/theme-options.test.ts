import assert from 'node:assert/strict'
import { test } from 'node:test'
import ts from 'typescript'
import type { ThemeOptions } from '../src/app/theme-options.ts'
import { PLACES } from '../src/theme/theme-advice.ts'

const FILE = new URL('../src/app/theme-options.ts', import.meta.url).pathname

const program = ts.createProgram([FILE], { strict: true, noEmit: true, allowImportingTsExtensions: true })
const checker = program.getTypeChecker()

/** Returns the type at a path of the options; if a plain value is allowed too, the object's type. */
const typeAt = (path: string): ts.Type => {
  const source = program.getSourceFile(FILE)
  const symbol = source && checker.getSymbolAtLocation(source)
  const options = symbol && checker.getExportsOfModule(symbol).find(({ name }) => name === 'ThemeOptions')
  assert.ok(source && options)
  return path
    .split('.')
    .filter(Boolean)
    .reduce((type, key) => {
      const property = checker.getNonNullableType(type).getProperty(key)
      assert.ok(property, `${path}: ${key}`)
      const found = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(property, source))
      return found.isUnion() ? (found.types.find((one) => one.getProperties().some(isOwn)) ?? found) : found
    }, checker.getDeclaredTypeOfSymbol(options))
}

/** Returns whether a property is the option's own, because texts and numbers have properties of the language. */
const isOwn = (property: ts.Symbol) =>
  property.declarations?.every((declared) => declared.getSourceFile().fileName === FILE) ?? true

for (const [place, { read, inert }] of Object.entries(PLACES)) {
  test(`the typings offer the keys of themeOptions${place && `.${place}`} that warnings know`, () => {
    const known = `${read} ${inert}`.split(/\s+/).filter(Boolean)
    const offered = typeAt(place)
      .getProperties()
      .map(({ name }) => name)
    assert.deepEqual(offered.toSorted(), known.toSorted())
  })
}

test('the compiler refuses keys and values that have no meaning', () => {
  const right: ThemeOptions = {
    mode: 'dark',
    palette: { primary: '#0a7d55', danger: { main: '#b00', hover: '#900' }, secondary: { main: '#123' } },
    loginBox: { boxStyle: { borderRadius: 12, boxShadow: 'none' }, logo: { image: '/logo.svg', alignment: 'center' } },
    adminPortal: { typography: { fontSize: 15, h1: {} } },
  }
  // @ts-expect-error the palette has no such color
  const misspelled: ThemeOptions = { palette: { primry: '#0a7d55' } }
  // @ts-expect-error a direction is ltr or rtl
  const sideways: ThemeOptions = { direction: 'down' }
  // @ts-expect-error the portal has no box
  const elsewhere: ThemeOptions = { adminPortal: { boxStyle: {} } }
  assert.equal([right, misspelled, sideways, elsewhere].length, 4)
})
