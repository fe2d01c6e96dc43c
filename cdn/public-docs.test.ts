import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { membersOf } from '../demo-host/scripts/docs/reference/typings.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const EXAMPLES = join(root, 'src', 'public-examples.ts')

/** Declarations whose every member has documentation for hosts. */
const DOCUMENTED: readonly [file: string, name: string, needsDefault: boolean][] = [
  ['src/app/options.ts', 'InitOptions', true],
  ['src/app/context-options.ts', 'ContextOptions', true],
  ['src/app/auth-options.ts', 'AuthOptions', true],
  ['src/app/event-callbacks.ts', 'EventCallbacks', true],
  ['src/app/public-app.ts', 'FeApp', false],
  ['src/app/headless/headless.ts', 'Headless', false],
  ['src/app/entitlements/public.ts', 'EntitlementMethods', false],
  ['src/elements/gate/gate-attributes.ts', 'GateAttributes', true],
  ['src/elements/event-map.ts', 'Actions', false],
  ['src/elements/event-map.ts', 'FeEventMap', false],
  ['src/elements/shared/use-element-app.ts', 'AppAttributes', true],
  ['src/elements/admin-portal/admin-portal.tsx', 'PortalAttributes', true],
  ['src/elements/checkout/checkout-element.tsx', 'CheckoutAttributes', true],
  ['src/app/checkout-options.ts', 'CheckoutOptions', true],
]

const PRELUDE = `import * as fe from './index.ts'
declare const app: fe.FeApp
declare const baseUrl: string
declare const clientId: string
declare const fetchToken: () => Promise<string>
declare const router: { go(path: string, options: { replace?: boolean }): void }
`

const all = DOCUMENTED.flatMap(([file, name, needsDefault]) =>
  membersOf(file, name).map((member) => ({ ...member, place: `${name}.${member.name}`, needsDefault })),
)

/** Returns TypeScript's messages about a file that is only in memory. */
const problemsIn = (text: string): string[] => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const host = ts.createCompilerHost({ ...options, noUnusedLocals: false })
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (path) => path === EXAMPLES || fileExists(path)
  host.readFile = (path) => (path === EXAMPLES ? text : readFile(path))
  host.getSourceFile = (path, ...rest) =>
    path === EXAMPLES ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2022) : getSourceFile(path, ...rest)
  const declarations = ['css.d.ts', 'build-constants.d.ts'].map((name) => join(root, 'src', name))
  const program = ts.createProgram([EXAMPLES, ...declarations], { ...options, noUnusedLocals: false }, host)
  const source = program.getSourceFile(EXAMPLES)
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ messageText, start = 0 }) =>
      `${text.slice(start, start + 60)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
  )
}

const isMarkup = (example: string) => example.startsWith('<')
const kebab = (name: string) => name.replaceAll("'", '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

test('every option, method, attribute and event has a description, its default, and an example', () => {
  assert.ok(all.length > 80, `only ${all.length} members were found`)
  const gaps = all.flatMap(({ place, text, fallback, examples, needsDefault }) => [
    ...(text.length < 10 ? [`${place}: no words`] : []),
    ...(needsDefault && !fallback ? [`${place}: no default`] : []),
    ...(examples.some((example) => example !== '') ? [] : [`${place}: no example`]),
  ])
  assert.deepEqual(gaps, [])
})

test('every example compiles against the published types', { timeout: 120_000 }, () => {
  const scripts = all.flatMap(({ examples }) => examples.filter((example) => !isMarkup(example)))
  const text =
    PRELUDE +
    scripts
      .map((script) => `export async function e${scripts.indexOf(script)}_() { ${script} }`)
      .filter((line, index, lines) => lines.indexOf(line) === index)
      .join('\n')
  assert.deepEqual(problemsIn(text), [])
  assert.notDeepEqual(problemsIn(`${PRELUDE}fe.init({ basename: 1 })`), [], 'the compiler sees nothing')
})

test('every markup example uses elements and attributes that exist', () => {
  const known = (file: string, name: string) => membersOf(file, name).map((member) => kebab(member.name))
  const shared = known('src/elements/shared/use-element-app.ts', 'AppAttributes')
  const attributes: Readonly<Record<string, string[]>> = {
    'fe-login-box': shared,
    'fe-pricing-table': shared,
    'fe-gate': known('src/elements/gate/gate-attributes.ts', 'GateAttributes'),
    'fe-checkout': [...shared, ...known('src/elements/checkout/checkout-element.tsx', 'CheckoutAttributes')],
    'fe-admin-portal': [...shared, ...known('src/elements/admin-portal/admin-portal.tsx', 'PortalAttributes')],
  }
  const examples = all.flatMap((member) => member.examples.filter(isMarkup))
  assert.ok(examples.length >= 8)
  for (const example of examples) {
    const [, tag = '', rest = ''] = /^<([\w-]+)([^>]*)><\/\1>$/.exec(example) ?? []
    const used = [...rest.matchAll(/([\w-]+)(?:="[^"]*")?/g)].map((match) => match[1] ?? '')
    assert.deepEqual(
      used.filter((name) => !attributes[tag]?.includes(name)),
      [],
      example,
    )
  }
})
