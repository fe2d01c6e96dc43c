import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { subTenants } from '../../contract/accounts.ts'
import { login } from '../../contract/login.ts'
import { signUp } from '../../contract/sign-up.ts'
import { team } from '../../contract/users.ts'
import { normalizeEmail } from '../../rules/email.ts'
import { aMemberRecord, aUserRecord } from '../../testing/records.ts'
import { Refusal } from '../call/refusal.ts'
import type { Kit } from './kit.test-kit.ts'
import { factsFor, postSaml, redeemSaml } from './saml-forgeries.test-kit.ts'
import { arriveBySocial } from './social.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

/** Data that a path into the account needs in addition to the email. */
export interface JoinContext {
  kit: Kit
  /** Access token of an administrator of Acme. */
  token: string
  /** Token of an invitation link to Acme. */
  link: string
  idp: Credentials
}

/** Tries to join and returns the errors that the new user sees. */
type JoinPath = (context: JoinContext, email: string) => Promise<readonly string[]>

const errorsOf = ({ body }: { body?: { errors?: string[] } }): readonly string[] => body?.errors ?? []

/** Every path by which a user who is not a member of Acme can become one. */
export const JOIN_PATHS: Readonly<Record<string, JoinPath>> = {
  'a sign-up': async ({ kit, link }, email) =>
    errorsOf(
      await kit.call('POST', signUp.signUp.path, {
        body: { email, password: 'Brave-Otter-42', name: 'Ann', invitationToken: link, companyName: '' },
      }),
    ),
  'an invitation': async ({ kit, token }, email) =>
    errorsOf(
      await kit.call('POST', team.addUser.path, { token, body: { email, roleIds: ['member'], provider: 'local' } }),
    ),
  'a bulk add': async ({ kit, token }, email) =>
    errorsOf(
      await kit.call('POST', subTenants.addUsers.path, {
        token,
        body: { users: [{ email }], tenantId: 'acme', roleIds: ['member'] },
      }),
    ),
  'a social account': async ({ kit, link }, email) => {
    try {
      await arriveBySocial(kit, { subject: `google ${email}`, email, name: 'Ann' }, link)
      return []
    } catch (error) {
      if (error instanceof Refusal) return error.errors
      throw error
    }
  },
  'single sign-on': async ({ kit, idp }, email) => {
    const { inResponseTo: _none, ...facts } = factsFor(kit, { requestId: '' })
    const attributes = { email: [email.replaceAll('\u0000', '')], name: ['Ann'] }
    const response = samlResponse({ ...facts, nameId: 'ann', attributes, assertionId: kit.ports.random.uuid() }, idp)
    return errorsOf(await redeemSaml(kit, await postSaml(kit, response, '')))
  },
  'an invitation link, with an account elsewhere': async ({ kit, link }, email) => {
    const known = normalizeEmail(email)
    if (known === undefined) return ['This user cannot exist']
    const passwordHash = await kit.ports.hasher.hash(PASSWORD)
    await kit.store.users.insert(aUserRecord({ id: 'ann', email: known, passwordHash, tenantId: 'globex' }))
    await kit.store.members.insert(
      aMemberRecord({ id: 'globex-ann', userId: 'ann', tenantId: 'globex', email: known, roleIds: '["member"]' }),
    )
    const body = { email: known, password: PASSWORD, invitationToken: link }
    return errorsOf(await kit.call('POST', login.login.path, { body }))
  },
}
