import assert from 'node:assert/strict'
import { inflateRawSync } from 'node:zlib'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { type AssertionFacts, samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { fillPath } from '../../contract/path.ts'
import { ssoConnections } from '../../contract/sso.ts'
import type { SsoTest } from '../../entities/sso.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { factsFor } from './saml-forgeries.test-kit.ts'

type Send = (endpoint: AnyEndpoint, body?: object, path?: Record<string, string>) => Promise<CallResponse>

/** Returns the calls of an administrator about the connection `saml-1`. */
export const ssoTester = async (kit: Kit): Promise<Send> => {
  const { token } = await kit.signIn('ada@acme.test')
  return (endpoint, body, path = { id: 'saml-1' }) =>
    kit.call(endpoint.method, fillPath(endpoint.path, path), { token, body })
}

export const startSsoTest = async (send: Send) => {
  const { status, body } = await send(ssoConnections.startSsoTest)
  assert.equal(status, 200, JSON.stringify(body))
  const { searchParams } = new URL(body.url)
  const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  const requestId = / ID="([^"]+)"/.exec(request)?.[1] ?? ''
  const path = { id: 'saml-1', testId: body.testId }
  const result = async (): Promise<SsoTest> => (await send(ssoConnections.getSsoTest, undefined, path)).body
  return { requestId, relayState: searchParams.get('RelayState') ?? '', result }
}

/** Returns the identity provider's response to a test. */
export const ssoTestResponse = (
  kit: Kit,
  keys: Credentials,
  { requestId, ...change }: { requestId: string } & Partial<AssertionFacts>,
): string => {
  const facts = factsFor(kit, { requestId }, 'new@saml.test')
  const attributes = { email: ['new@saml.test'], groups: ['Admins', '<b>Other</b>'] }
  return samlResponse({ ...facts, assertionId: `_${requestId}`, attributes, ...change }, keys)
}
