import type { apiTokenPolicy, apiTokens } from '../../contract/api-tokens.ts'
import type { MachineBearer } from '../../entities/tokens.ts'
import { text, textList } from '../call/read.ts'
import { unauthorized } from '../call/refusal.ts'
import { auditRefusedToken, findCredential, noteUse } from '../domain/identity/access/api-tokens.ts'
import { machineOf, mintMachineToken } from '../domain/identity/access/machine.ts'
import { assertTokenProof, assertUser } from '../domain/identity/api-tokens/issue-api-token.ts'
import { ownerIdOf } from '../domain/identity/guarantor/guarantor-id.ts'
import { cleanRoleIds } from '../domain/identity/members/members.ts'
import { recordPolicyChange } from '../domain/identity/members/record-changes.ts'
import { lockTenant } from '../domain/identity/roles/administrators.ts'
import { assignableRoles } from '../domain/identity/roles/granting.ts'
import { apiTokensSetting } from '../domain/settings/api-tokens.ts'
import { type Call, type Handlers, open, signedIn } from '../http/handler.ts'
import { auditToken, descriptionOf, tokenOf } from './api-tokens.ts'

export const apiTokenPolicyHandlers = {
  /** Every user who creates a token needs to read the policy. */
  getApiTokenPolicy: signedIn(({ ports, auth }) => apiTokensSetting.of(ports.store, auth.tenantId)),
  saveApiTokenPolicy: signedIn(async (call) => {
    const { ports, auth, body } = call
    const { tenantId } = auth
    const value = apiTokensSetting.input(body)
    await ports.store.transaction(async (store) => {
      await lockTenant(store, tenantId, ports.clock.now())
      const before = await apiTokensSetting.of(store, tenantId)
      await apiTokensSetting.save({ ...ports, store }, tenantId, value)
      const description = 'Changed how long new API tokens may last'
      const action = 'API token policy changed'
      await recordPolicyChange(call, store, { kind: 'api-tokens', action, description, before, after: value })
    })
    return value
  }),
} satisfies Handlers<typeof apiTokenPolicy>

type AnyCall = Pick<Call<unknown>, 'ports' | 'caller' | 'audit'>

/** Issues a bearer token of a few minutes for the client credentials of an API token. */
export const exchangeCredential = async (
  call: AnyCall,
  { clientId, secret }: { clientId: string; secret: string },
): Promise<MachineBearer> => {
  const { ports } = call
  const token = await findCredential(ports, clientId, secret)
  const machine = token && (await machineOf(call, token))
  if (!machine) {
    await auditRefusedToken(call, clientId)
    throw unauthorized('The client ID or secret is incorrect, expired, or revoked.').as('wrong-secret')
  }
  await noteUse(call, machine.token)
  const { id, kind, tenantId, description } = machine.token
  await call.audit({
    tenantId,
    user: machine.user,
    action: 'API token used',
    resource: 'API tokens',
    description: `Exchanged for a bearer token: ${description}`,
    detail: { tokenId: id, kind },
  })
  return mintMachineToken(ports, machine)
}

/** Handlers of the token exchange, and of the management calls that the published API lacks. */
export const apiTokensHandlers = {
  exchangeApiToken: open((call) => {
    const { clientId, secret } = call.body
    return exchangeCredential(call, { clientId: text(clientId, 'clientId'), secret: text(secret, 'secret') })
  }),
  updateUserApiToken: signedIn(async (call) => {
    assertUser(call.auth)
    const token = await tokenOf(call, call.auth.user.id, call.path.tokenId)
    const description = descriptionOf(call.body.description)
    await call.ports.store.transaction(async (store) => {
      await store.apiTokens.update({ id: token.id }, { description })
      await auditToken(call, store, 'updated', { before: token, after: { ...token, description } })
    })
    return {}
  }),
  updateTenantApiToken: signedIn(async (call) => {
    const { ports, auth, body, path } = call
    assertUser(auth)
    const token = await tokenOf(call, null, path.tokenId)
    const description = body.description === undefined ? token.description : descriptionOf(body.description)
    const roleIds = body.roleIds === undefined ? undefined : cleanRoleIds(textList(body.roleIds, 'roleIds'))
    if (roleIds) {
      await assertTokenProof(call)
      await assignableRoles(ports, auth, roleIds)
    }
    const guarantorId = roleIds && (await ownerIdOf(auth))
    const patch = { description, ...(roleIds && { roleIds: JSON.stringify(roleIds), guarantorId }) }
    await ports.store.transaction(async (store) => {
      await store.apiTokens.update({ id: token.id }, patch)
      await auditToken(call, store, 'updated', { before: token, after: { ...token, ...patch } })
    })
    return {}
  }),
} satisfies Handlers<typeof apiTokens>
