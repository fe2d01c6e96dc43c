import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { allRoutes } from '../handlers/index.ts'
import type { Kit } from './kit.test-kit.ts'

const rows = readFileSync(new URL('../audited.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)

/** Changing calls that write no row, with the reason. */
const SILENT = new Map(rows.map((line) => line.split('\t') as [string, string]))

/** Calls that no suite makes succeed, with what proves them instead. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'social.loginWithSocialProvider': 'needs a provider: social.spec.ts; sessions are created by one function',
  'login.oidcPostLogin': 'needs a provider: sso.spec.ts; sessions are created by one function',
  'login.oidcPostLoginV1': 'needs a provider: sso.spec.ts; sessions are created by one function',
  'ssoConfigs.createConfigByMetadata': 'creates the connection as ssoConfigs.createConfig does',
  'ssoConfigs.createConfigByMetadataUrl': 'creates the connection as ssoConfigs.createConfig does',
  'mfa.enrollAuthenticator': 'runs what mfa.verifyEnroll runs',
  'mfa.disableAuthenticator': 'runs what mfa.disable runs',
  'mfaLogin.verifyAuthenticator': 'runs what mfaLogin.verify runs',
}

const changing = () =>
  allRoutes()
    .filter(({ endpoint }) => endpoint.method !== 'GET')
    .map(({ operation }) => operation)

/** Runs last: it looks at what all other tests of the suite did. */
export const describeAuditCoverage = (kit: () => Kit): void => {
  it('has seen every call that changes something leave a row', () => {
    const wanted = changing().filter((operation) => !SILENT.has(operation) && !(operation in ELSEWHERE))
    const missing = wanted.filter((operation) => !kit().audited.get(operation)?.withRow)
    assert.deepEqual(missing, [])
  })

  it('has a reason for every call that leaves none', () => {
    const known = changing()
    assert.deepEqual(
      [...SILENT].filter(([operation, reason]) => !known.includes(operation) || !reason),
      [],
    )
  })
}
