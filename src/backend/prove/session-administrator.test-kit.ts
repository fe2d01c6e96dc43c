import { login } from '../../contract/login.ts'
import { mfaLogin } from '../../contract/mfa.ts'
import type { CallResponse } from '../suites/kit.test-kit.ts'
import { ADMINISTRATOR, CODE, emailOf, type Fixture } from './session-fixture.test-kit.ts'

const TOKEN_MS = 60_000

const tokenOf = async ({ kit, administrator, passwords }: Fixture): Promise<string> => {
  if (kit.time.now - administrator.since < TOKEN_MS) return administrator.token
  const body = { email: emailOf(ADMINISTRATOR), password: passwords.get(ADMINISTRATOR) }
  const { mfaToken } = (await kit.call('POST', login.login.path, { body })).body
  const response = await kit.call('POST', mfaLogin.verifyCode.path, { body: { mfaToken, value: CODE } })
  administrator.token = String(response.body.accessToken)
  administrator.since = kit.time.now
  return administrator.token
}

/** Calls as the administrator of every tenant, whom random moves never choose. */
export const asAdministrator = async (
  fixture: Fixture,
  tenantId: string,
  request: { method: string; path: string; body?: object },
): Promise<CallResponse> => {
  const { method, path, body } = request
  const headers = { 'frontegg-scoped-tenant': tenantId }
  return fixture.kit.call(method, path, { token: await tokenOf(fixture), headers, body })
}
