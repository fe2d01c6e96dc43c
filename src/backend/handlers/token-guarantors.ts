import type { TokenGuarantee, tokenGuarantors, VouchedTokens } from '../../contract/guarantees.ts'
import { holdsPermission } from '../../rules/permission.ts'
import { text } from '../call/read.ts'
import { notFound } from '../call/refusal.ts'
import { holdsTokenRoles, setTokenGuarantor, WRITE_TOKENS } from '../domain/identity/api-tokens/guarantee.ts'
import { type Guarantor, guarantorOf } from '../domain/identity/guarantor/guarantor.ts'
import { tokenGuarantorId, tokensGuaranteedBy } from '../domain/identity/guarantor/token-guarantor.ts'
import { holdsAnything, shownGuarantor } from '../domain/identity/guarantor/vouching.ts'
import { DELETE_USERS, memberOf } from '../domain/identity/members/members.ts'
import { grantsOf } from '../domain/identity/roles/grants.ts'
import { allowed, type Handlers, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { ApiTokenRecord } from '../store/records.ts'

const READ = 'fe.secure.read.tenantApiTokens'

const vouchedTokens = (tokens: readonly ApiTokenRecord[], isShown: boolean): VouchedTokens => ({
  count: tokens.length,
  tokens: isShown ? tokens.map(({ id, description }) => ({ id, description })) : [],
})

const stateOf = async (
  ports: Ports,
  token: ApiTokenRecord,
  guarantor: Guarantor | undefined,
): Promise<TokenGuarantee['state']> => {
  if (!holdsAnything(guarantor)) return 'stopped'
  return (await holdsTokenRoles(ports, token, guarantor)) ? 'whole' : 'reduced'
}

/** Many tokens share a guarantor and roles, so each of these is read once. */
const guaranteesOf = async (ports: Ports, tokens: readonly ApiTokenRecord[]): Promise<TokenGuarantee[]> => {
  const guarantors = new Map<string | null, Guarantor | undefined>()
  const states = new Map<string, TokenGuarantee['state']>()
  const found: TokenGuarantee[] = []
  for (const token of tokens) {
    const id = tokenGuarantorId(token)
    if (!guarantors.has(id)) guarantors.set(id, await guarantorOf(ports, token.tenantId, id))
    const guarantor = guarantors.get(id)
    const name = `${id} ${token.roleIds}`
    if (!states.has(name)) {
      states.set(name, await stateOf(ports, token, guarantor))
    }
    found.push({
      tokenId: token.id,
      guarantor: await shownGuarantor(ports, guarantor),
      state: states.get(name) ?? 'stopped',
    })
  }
  return found
}

export const tokenGuarantorsHandlers = {
  listTokenGuarantors: allowed(READ, async ({ ports, auth }) => {
    const tokens = await ports.store.apiTokens.list({ tenantId: auth.tenantId, userId: null })
    return { guarantees: await guaranteesOf(ports, tokens) }
  }),
  setTokenGuarantor: allowed(WRITE_TOKENS, async (call) => {
    await setTokenGuarantor(call, call.path.tokenId, text(call.body.userId, 'userId'))
    return {}
  }),
  listMemberTokens: allowed(DELETE_USERS, async ({ ports, auth, path }) => {
    const { user } = await memberOf(ports, auth.tenantId, path.userId)
    const { keys } = await auth.grants()
    const tokens = await tokensGuaranteedBy(ports.store, auth.tenantId, [user.id])
    return vouchedTokens(tokens, holdsPermission(keys, READ))
  }),
  listOwnVouchedTokens: signedIn(async ({ ports, auth, path }) => {
    const member = await ports.store.members.find({ tenantId: path.tenantId, userId: auth.user.id, activated: true })
    if (!member) throw notFound("You don't belong to this account")
    const { keys } = await grantsOf(ports.store, member, auth.user)
    const tokens = await tokensGuaranteedBy(ports.store, path.tenantId, [auth.user.id])
    return vouchedTokens(tokens, holdsPermission(keys, READ))
  }),
} satisfies Handlers<typeof tokenGuarantors>
