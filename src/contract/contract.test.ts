import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { allTables } from './all.ts'
import type { AnyEndpoint, EndpointTable } from './endpoint.ts'

interface Row {
  operation: string
  call: string
}

const camelCase = (group: string) => group.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** `signup` is the only group whose table is not its name in camel case. */
const tableOf = (group: string) => (group === 'signup' ? 'signUp' : camelCase(group))

const readRows = (): Row[] =>
  readFileSync(new URL('./calls.paths.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .filter(([, , method, path, required]) => required === 'yes' && method !== 'not found' && path !== 'not found')
    .map(([group = '', operation, method, path]) => ({
      operation: `${tableOf(group)}.${operation}`,
      call: `${method} ${path}`,
    }))

const callOf = ({ method, path, flags }: AnyEndpoint) => `${method} ${flags.unprefixed ? '{base}' : ''}${path}`

const { authorization, federation, oauthServer, scim, ...rest } = allTables

const sourcesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, import.meta.url)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))

const OURS = /^\/identity\/resources\/fe\/v1\//

const isOurs = ({ path }: AnyEndpoint) => OURS.test(path)

const wireTables = Object.fromEntries(
  Object.entries<EndpointTable>(rest).map(([table, endpoints]) => [
    table,
    Object.fromEntries(Object.entries(endpoints).filter(([, entry]) => !isOurs(entry))),
  ]),
)

/** A group on the wire that is not among the calls that `calls.paths.tsv` marks as required. */
const BEYOND = 'quickPhone'

const declared = (): Row[] =>
  Object.entries(wireTables)
    .filter(([table]) => table !== BEYOND)
    .flatMap(([table, endpoints]) =>
      Object.entries(endpoints).map(([operation, entry]) => ({
        operation: `${table}.${operation}`,
        call: callOf(entry),
      })),
    )

const byOperation = (rows: Row[]) => rows.map(({ operation, call }) => `${operation} = ${call}`).sort()

test('every call of the wire is declared with its exact method and path, and no other is', () => {
  assert.deepEqual(byOperation(declared()), byOperation(readRows()))
})

test('the contract has all 318 known calls of the wire', () => {
  assert.equal(readRows().length, 318)
  assert.equal(declared().length, 318)
})

test('only `ours` contains the base of the paths that the wire lacks', () => {
  const files = sourcesIn('./').filter((file) => /\/fe\/v1/.test(readFileSync(new URL(file, import.meta.url), 'utf8')))
  assert.deepEqual(files, ['endpoint.ts'])
})

test('calls of standards keep their own paths', () => {
  for (const { path } of Object.values<EndpointTable[string]>({ ...authorization, ...oauthServer }))
    assert.match(path, /^\/(oauth\b|\.well-known\/)/)
})

test('calls of directories are below the SCIM endpoint', () => {
  for (const { path } of Object.values(scim as EndpointTable)) assert.match(path, /^\/directory\/resources\/scim\/v2\//)
})

test('redirects to an identity provider aren’t calls of the wire', () => {
  for (const { path, flags } of Object.values(federation as EndpointTable)) {
    assert.match(path, /^\/auth\/saml\/|\/prelogin$/)
    assert.equal(flags.nav, true)
  }
})

const NOT_TABLES = new Set(['all', 'client', 'endpoint', 'error-codes', 'items-of', 'match', 'path'])

const isTable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((entry) => entry?.flags)

test('every table of every resource is registered', async () => {
  const files = sourcesIn('./').filter((file) => !NOT_TABLES.has(file.slice(0, -'.ts'.length)))
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(`./${file}`)))
  const tables = modules.flatMap((module) => Object.keys(module).filter((name) => isTable(module[name])))
  assert.deepEqual(tables.sort(), Object.keys(allTables).sort())
})

/** Patterns of the paths that need no token. `/users` itself, without a path below it, needs one. */
const EXEMPT = [
  /\/logout$/,
  /\/auth\/v\d\/user\/(saml|oidc)\/postlogin$/,
  /\/passwordless\/[^/]+\/postlogin$/,
  /\/webauthn\/postlogin$/,
  /\/auth\/v\d\/user$/,
  /\/user\/token\/refresh$/,
  /\/users\/v\d\/signUp$/,
  /\/users\/v\d\/activate$/,
  /\/users\/v\d\/invitation\/accept$/,
  /\/auth\/v\d\/user\/mfa\/verify$/,
  /\/auth\/v\d\/user\/mfa\/[^/]+\/(\{deviceId\}|enroll)\/verify$/,
  /\/oauth\/token$/,
  /\/oauth\/authorize\/silent$/,
]

test('the exempt list decides which fetched calls carry no bearer', () => {
  for (const [table, endpoints] of Object.entries(wireTables)) {
    for (const [operation, { path, flags }] of Object.entries(endpoints)) {
      if (flags.nav) continue
      const expected = EXEMPT.some((pattern) => pattern.test(path))
      assert.equal(flags.noToken === true, expected, `${table}.${operation}`)
    }
  }
})

test('no two wire types share a name, which would be one schema in the published description', () => {
  const names = ['./', '../entities/']
    .flatMap((folder) => sourcesIn(folder).map((file) => readFileSync(new URL(folder + file, import.meta.url), 'utf8')))
    .flatMap((source) => [...source.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name))
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  )
})
