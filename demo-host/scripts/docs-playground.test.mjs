import assert from 'node:assert/strict'
import { test } from 'node:test'
import ts from 'typescript'
import { readVendorFile } from '../../src/backend/adapters/vendor-file.ts'
import { codeOf } from '../docs/.vitepress/theme/playground/code.mjs'
import { formatOptions, parseOptions, valueAt, withValue } from '../docs/.vitepress/theme/playground/options-text.mjs'
import { initialState, linkOf, stateOf, vendorOf } from '../docs/.vitepress/theme/playground/state.mjs'

const PLACE = { release: 'http://localhost:3001/1.2.3', contextOptions: { baseUrl: 'https://api', clientId: 'c' } }

test('options are read as JSON and as an object of JavaScript, and a mistake is named with its place', () => {
  assert.deepEqual(parseOptions('{"language": "de"}'), { options: { language: 'de' } })
  assert.deepEqual(parseOptions("{ language: 'de', /* mine */ }"), { options: { language: 'de' } })
  assert.deepEqual(parseOptions("{\n  language: 'de'\n  basename: ''\n}"), {
    error: "Line 3, column 3: invalid character 'b'",
  })
  assert.deepEqual(parseOptions('{'), { error: 'Line 1, column 2: invalid end of input' })
  assert.deepEqual(parseOptions('{ basename: alert(1) }'), { error: "Line 1, column 13: invalid character 'a'" })
  for (const text of ['[]', '5', 'null']) assert.match(parseOptions(text).error, /must be an object/)
})

test('a form field changes one value, and leaves no empty object behind', () => {
  const path = ['themeOptions', 'shape', 'borderRadius']
  const options = withValue({ language: 'de' }, path, 4)
  assert.deepEqual(options, { language: 'de', themeOptions: { shape: { borderRadius: 4 } } })
  assert.equal(valueAt(options, path), 4)
  assert.deepEqual(withValue(options, path, undefined), { language: 'de' })
  assert.deepEqual(withValue({ themeOptions: 'wrong' }, path, 4), { themeOptions: { shape: { borderRadius: 4 } } })
  assert.equal(valueAt({ themeOptions: 'wrong' }, ['themeOptions', 'length']), undefined)
  const { options: hostile } = parseOptions('{"__proto__": {"language": "de"}}')
  assert.equal(valueAt(hostile, ['language']), undefined)
})

test('a link contains the changes and restores them; mistakes in a link are ignored', () => {
  assert.equal(linkOf(initialState()), '')
  const state = { ...initialState(), element: 'fe-admin-portal', signUp: false, text: "{ language: 'ß & #' }" }
  assert.deepEqual(stateOf(`#${linkOf(state)}`), state)
  assert.deepEqual(stateOf('#element=script&strategy=none&unknown=1'), initialState())
})

test('the vendor settings of every state are valid', () => {
  for (const strategy of ['EmailAndPassword', 'Code', 'MagicLink', 'SmsCode'])
    assert.doesNotThrow(() => readVendorFile('it', JSON.stringify(vendorOf({ ...initialState(), strategy })), {}))
})

/** Returns errors of the grammar. */
const mistakesIn = (fileName, code) => {
  const { diagnostics } = ts.transpileModule(code, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { jsx: ts.JsxEmit.ReactJSX, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  })
  return diagnostics.map(({ messageText }) => messageText)
}

test('the code is valid for both elements, and texts can’t end its script', () => {
  const title = '</script><script>alert(1)</script><!-- \u2028 \' "'
  const options = {
    localizations: { 'pt-BR': { loginBox: { login: { title } } } },
    contextOptions: { clientId: 'own' },
  }
  for (const element of ['fe-login-box', 'fe-admin-portal']) {
    const code = codeOf({ ...initialState(), element }, options, PLACE)
    const tags = code['Script tag']
    assert.equal(tags.split('</script>').length, 3)
    assert.equal(tags.split('<script').length, 3)
    assert.ok(tags.includes(`<${element}`) && tags.includes('http://localhost:3001/1.2.3/fe.umd.js'))
    const script = /<script>\n(.*)<\/script>/s.exec(tags)[1]
    assert.deepEqual(mistakesIn('page.js', script), [])
    assert.deepEqual(mistakesIn('page.ts', code['ES module']), [])
    assert.deepEqual(mistakesIn('App.tsx', code.React), [])
    assert.deepEqual(JSON.parse(code['Vendor settings']), vendorOf(initialState()))
    const whole = parseOptions(/fe\.init\((.*)\)/s.exec(script)[1].replaceAll('\\x3C', '<')).options
    assert.deepEqual(whole, { ...options, contextOptions: { baseUrl: 'https://api', clientId: 'own' } })
  }
})

test('options that were written are read as the same', () => {
  const options = { themeOptions: { mode: 'dark' }, localizations: { en: { loginBox: { login: { title: "It's" } } } } }
  assert.deepEqual(parseOptions(formatOptions(options)), { options })
})
