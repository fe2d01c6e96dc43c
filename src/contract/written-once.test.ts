import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { allTables } from './all.ts'
import type { EndpointTable } from './endpoint.ts'
import { API_PREFIX } from './path.ts'

const SOURCE = new URL('../', import.meta.url)

const TABLES = /^contract\//

const PATHS = Object.values(allTables as Record<string, EndpointTable>).flatMap((table) =>
  Object.values(table).map(({ path }) => path),
)

const headOf = (path: string): string => path.split('/').slice(0, 3).join('/')
/** Removes the prefix, and the mount path of the server's proxy before it. */
const unprefixed = (path: string): string => path.replace(new RegExp(`^.*${API_PREFIX}(?=/)`), '')

/**
 * Beginnings that only calls have, such as `/identity/resources` and `/oauth/token`; a page of the host may be
 * `/reports`.
 */
const HEADS: ReadonlySet<string> = new Set(PATHS.map(headOf).filter((head) => !head.includes('{')))

/** Matches a path between quotes on one line, without a method before it or a query after it. */
const LITERAL = /['"`](?:[A-Z]+ |\$\{[^}]*\})?(\/[\w./-]*)/g
const COMMENT = /^\s*(?:\*|\/\*|\/\/)/

const isCall = (literal: string): boolean =>
  [literal, unprefixed(literal)].some((path) => HEADS.has(headOf(path.replace(/\/$/, ''))))

const literalsOf = (file: string): string[] =>
  readFileSync(new URL(file, SOURCE), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      COMMENT.test(line)
        ? []
        : [...line.matchAll(LITERAL)].flatMap(([, path = '']) =>
            isCall(path) ? [`${file}:${index + 1} ${path}`] : [],
          ),
    )

test('the path of a call is written in the tables and nowhere else', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => !TABLES.test(file))
  assert.ok(files.length > 1_000)
  assert.deepEqual(files.flatMap(literalsOf), [])
})

test('a path that is written again is found, however it is quoted', () => {
  for (const path of ['/flags', '/oauth/token', `/api${API_PREFIX}/vendors/public`, '/identity/resources/users/v2/me'])
    assert.equal(isCall(path), true, path)
  for (const path of ['/reports', '/oauth/callback', '/account/login', '/']) assert.equal(isCall(path), false, path)
  const line = `a('POST /team/resources/members/v1') b(\`\${API}/auth/saml/callback?x\`) c("/metadata")`
  assert.equal([...line.matchAll(LITERAL)].filter(([, path = '']) => isCall(path)).length, 3)
})
