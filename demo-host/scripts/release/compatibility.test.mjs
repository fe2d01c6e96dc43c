import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { root } from '../project.mjs'
import { compareReleases, refusalsOf, stepOf } from './compatibility.mjs'

mkdirSync(join(root, '.work'), { recursive: true })
const home = mkdtempSync(join(root, '.work', 'releases-'))

after(() => rmSync(home, { recursive: true, force: true }))

const TYPES = `export interface InitOptions { baseUrl: string; theme?: 'light' | 'dark' }
export interface User { id: string; name: string }
export interface FeApp { user(): User; logout(): void }
export declare const init: (options: InitOptions) => FeApp
`
const ELEMENT = {
  tagName: 'fe-login-box',
  attributes: [{ name: 'app' }],
  events: [{ name: 'fe-sign-in' }],
  cssParts: [{ name: 'card' }],
  cssProperties: [{ name: '--fe-color-accent' }],
}
const operation = (required, properties) => ({
  requestBody: { content: { 'application/json': { schema: { required } } } },
  responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } } },
  properties,
})

const FORMER = {
  types: TYPES,
  element: ELEMENT,
  required: ['email'],
  user: { id: {}, name: {} },
  texts: { loginBox: { login: { title: 'Sign in', left: { other: '{{count}}' } } } },
}

let made = 0

const release = (changes = {}) => {
  const { types, element, required, user, texts } = { ...FORMER, ...changes }
  made += 1
  const folder = join(home, String(made))
  mkdirSync(folder)
  const write = (name, value) =>
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value))
  write('fe.esm.d.ts', types)
  write('custom-elements.json', { modules: [{ declarations: [element] }] })
  write('openapi.json', {
    paths: { '/users': { post: operation(required) } },
    components: { schemas: { User: { properties: user } } },
  })
  write('texts.json', { en: texts })
  return folder
}

const former = release()
const refused = (changes, step = 'minor') => refusalsOf(compareReleases(former, release(changes)), step)

test('the same release has no differences', () => {
  assert.deepEqual(refused({}, 'patch'), [])
})

test('an addition is part of a minor release and not of a patch', () => {
  const changes = {
    types: `${TYPES.replace("'dark' }", "'dark'; language?: string }")}export declare const version: string\n`,
    element: { ...ELEMENT, cssParts: [{ name: 'card' }, { name: 'title' }] },
    texts: { loginBox: { login: { ...FORMER.texts.loginBox.login, subtitle: 'Welcome' } } },
  }
  assert.deepEqual(refused(changes), [])
  assert.deepEqual(refused(changes, 'patch'), [
    'front-entry: version is new, which needs a minor release',
    '<fe-login-box> part title is new, which needs a minor release',
    'text loginBox.login.subtitle is new, which needs a minor release',
  ])
})

test('elements, calls and texts that are gone are refused in a minor release and accepted in a major one', () => {
  const changes = {
    element: { tagName: ELEMENT.tagName },
    required: ['email', 'name'],
    user: { id: {} },
    texts: { loginBox: { login: { title: 'Sign in' } } },
  }
  const report = compareReleases(former, release(changes))
  assert.deepEqual(
    refusalsOf(report, 'minor').map((reason) => reason.replace(', which needs a major release', '')),
    [
      '<fe-login-box> attribute app is gone',
      '<fe-login-box> event fe-sign-in is gone',
      '<fe-login-box> part card is gone',
      '<fe-login-box> custom property --fe-color-accent is gone',
      'POST /users: the request now requires name',
      'POST /users: the response lacks name',
      'text loginBox.login.left is gone',
    ],
  )
  assert.deepEqual(refusalsOf(report, 'major'), [])
})

const CHANGED_TYPES = [
  ['an option that is required from now on', [['theme?:', 'theme:']], 'InitOptions changed'],
  ['an option that is gone', [["; theme?: 'light' | 'dark'", '']], 'InitOptions changed'],
  ['a value that an option no longer takes', [[" | 'dark'", '']], 'init changed'],
  ['a result without a field', [['id: string; name', 'name']], 'init changed'],
  ['a method that is gone', [['; logout(): void', '']], 'init changed'],
  [
    'an export that is gone',
    [
      ['export interface User', 'interface User'],
      [/$/, 'export {}\n'],
    ],
    'User is gone',
  ],
]

test('changes of types that break code of hosts are refused', () => {
  for (const [what, replacements, expected] of CHANGED_TYPES) {
    const types = replacements.reduce((text, [from, to]) => text.replace(from, to), TYPES)
    const reasons = refused({ types })
    assert.ok(
      reasons.some((reason) => reason.startsWith(`front-entry: ${expected}`)),
      `${what}: ${reasons.join('\n')}`,
    )
  }
})

test('the step between two versions is the first number that differs', () => {
  assert.equal(stepOf('6.1.0', '6.2.0'), 'minor')
  assert.equal(stepOf('6.1.0', '6.1.1'), 'patch')
  assert.equal(stepOf('6.1.0', '7.0.0'), 'major')
  assert.throws(() => stepOf('6.1.0', '6.0.9'), /isn't newer/)
  assert.throws(() => stepOf('6.1.0', '6.1.0'), /isn't newer/)
})
