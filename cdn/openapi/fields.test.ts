import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { buildOpenApi } from './build-openapi.ts'
import type { Definitions, JsonSchema } from './json-schema.ts'
import { resolve } from './operation.ts'

const { schemas } = await buildOpenApi()
const components = schemas.components.schemas as Definitions

/** Fields that are sent in addition to those of the published API, with the reason. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  // This field was added for RFC 6749 §10.12.
  'session.authorizeRedirect': ['state?'],
  // Other sessions end by default; a user may decline that.
  'password.resetPassword': ['signOutEverywhere?'],
  // Only the dialog for withheld permissions sends this field. No other API sends the error code that opens it.
  'password.forgotPassword': ['keepSessions?'],
  // Signed-out users can open its form, so a captcha may protect it.
  'activation.resendActivationEmail': ['recaptchaToken?'],
  'phoneReset.resetPhoneNumber': ['recaptchaToken?'],
  // The token proves the first factor where there are no cookies.
  'mfaLogin.recover': ['mfaToken?'],
  'invitation.resendInvitationToAllTenants': ['recaptchaToken?'],
  'invitation.resendInvitationEmail': ['recaptchaToken?'],
  // Users can edit it, so the response has it.
  'settings.saveAccountSettings': ['website?'],
}

/** `*` means "and any other field". */
const FREE = '*'

const tableOf = (group: string) =>
  group === 'signup' ? 'signUp' : group.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

const required = (schema: JsonSchema, name: string) => schema.required?.includes(name) === true

/** Returns the names, with a `?` for optional ones; in a union, a name is optional if one branch lacks it. */
const namesOf = (part: object | undefined): string[] => {
  if (!part) return []
  const schema = resolve(part as JsonSchema, components)
  const branches = schema.anyOf?.map((branch) => resolve(branch, components)) ?? [schema]
  const names = new Set(branches.flatMap(({ properties = {} }) => Object.keys(properties)))
  return [...names].map((name) => (branches.every((branch) => required(branch, name)) ? name : `${name}?`)).sort()
}

const expectedOf = (column: string) => (column === '-' ? [] : column.split(','))

const rows = readFileSync(new URL('../../src/contract/calls.fields.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))

const compare = (operation: string, part: 'query' | 'body', column: string) => {
  const expected = expectedOf(column)
  const actual = namesOf(schemas.operations[operation]?.[part]).filter((name) => !ADDED[operation]?.includes(name))
  const isFree = expected.includes(FREE)
  const named = expected.filter((name) => name !== FREE)
  const seen = isFree ? actual.filter((name) => named.includes(name)) : actual
  assert.deepEqual(seen, named.sort(), `${part} of ${operation}`)
}

test('queries and bodies have exactly the field names of the wire, and the same ones may be left out', () => {
  for (const [group = '', name, query = '-', body = '-'] of rows) {
    const operation = `${tableOf(group)}.${name}`
    compare(operation, 'query', query)
    // The only form of the published API is not JSON.
    if (operation !== 'session.updateProfileImage') compare(operation, 'body', body)
  }
})

test('all 318 calls are compared', () => assert.equal(rows.length, 318))
