import assert from 'node:assert/strict'
import { activation } from '../../contract/sign-up.ts'
import { openOperatorAccount } from '../domain/identity/accounts/operator-account.ts'
import { FOUNDER_PASSWORD, found, openEmpty } from './empty-database.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { expectOk, post } from './pre-hijack.test-kit.ts'

export const OPERATOR = { name: 'Quokka Cloud', email: 'olga@quokka.test' }
/** The name that only the operator sees; customers see that of the application. */
export const OPERATOR_ACCOUNT = 'Quokka Cloud operator'
export const CUSTOMER = { email: 'fay@founded.test', companyName: 'Founded' }

/** Returns the values in the URL of the link that the terminal shows. */
export const linkOf = (url: string) => {
  const { pathname, searchParams } = new URL(url)
  const { userId = '', token = '' } = Object.fromEntries(searchParams)
  return { pathname, userId, token }
}

export const activate = (kit: Kit, { userId, token }: { userId: string; token: string }) =>
  post(kit, activation.activateAccount.path, { userId, token, password: FOUNDER_PASSWORD })

export const signInAs = async (kit: Kit, email: string) => {
  const { body, cookies } = expectOk(await kit.login(email, FOUNDER_PASSWORD))
  return { token: String(body.accessToken), cookie: cookies[0]?.split(';')[0] ?? '' }
}

/** Opens an empty database with the operator account, its administrator, and a customer who signed up. */
export const openOperated = async (kit: Kit) => {
  await openEmpty(kit)
  const { url } = await openOperatorAccount(kit.ports, OPERATOR)
  assert.equal((await activate(kit, linkOf(url))).status, 200)
  const customer = await found(kit, CUSTOMER)
  return { operator: await signInAs(kit, OPERATOR.email), customer }
}
