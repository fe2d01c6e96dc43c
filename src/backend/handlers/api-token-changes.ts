import type { apiTokens } from '../../contract/additions/api-tokens.ts'
import { text, textList } from '../call/read.ts'
import { unauthorized } from '../call/refusal.ts'
import { assertTokenProof, assertUser } from '../domain/access/issue-api-token.ts'
import { machineOf, mintMachineToken } from '../domain/access/machine.ts'
import { auditRefusedToken, findCredential, noteUse } from '../domain/api-tokens/api-tokens.ts'
import { cleanRoleIds } from '../domain/members/members.ts'
import { assignableRoles } from '../domain/roles/granting.ts'
import { allowed, type Handlers, open } from '../http/handler.ts'
import { auditToken, descriptionOf, tokenOf } from './api-tokens.ts'

/** What scripts do with their tokens, and what the wire lacks to manage them. */
export const apiTokensHandlers = {
  exchangeApiToken: open(async (call) => {
    const { ports, body } = call
    const clientId = text(body.clientId, 'clientId')
    const token = await findCredential(ports, clientId, text(body.secret, 'secret'))
    const machine = token && (await machineOf(call, token))
    if (!machine) {
      await auditRefusedToken(call, clientId)
      throw unauthorized('The client ID or secret is incorrect, expired, or revoked.')
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
  }),
  updateUserApiToken: allowed('fe.secure.write.userApiTokens', async (call) => {
    assertUser(call.auth)
    const token = await tokenOf(call, call.auth.user.id, call.path.tokenId)
    const description = descriptionOf(call.body.description)
    await call.ports.store.apiTokens.update({ id: token.id }, { description })
    await auditToken(call, 'updated', { before: token, after: { ...token, description } })
    return {}
  }),
  updateTenantApiToken: allowed('fe.secure.write.tenantApiTokens', async (call) => {
    const { ports, auth, body, path } = call
    assertUser(auth)
    const token = await tokenOf(call, null, path.tokenId)
    const description = body.description === undefined ? token.description : descriptionOf(body.description)
    const roleIds = body.roleIds === undefined ? undefined : cleanRoleIds(textList(body.roleIds, 'roleIds'))
    if (roleIds) {
      await assertTokenProof(call)
      await assignableRoles(ports, auth, roleIds)
    }
    const patch = { description, ...(roleIds && { roleIds: JSON.stringify(roleIds) }) }
    await ports.store.apiTokens.update({ id: token.id }, patch)
    await auditToken(call, 'updated', { before: token, after: { ...token, ...patch } })
    return {}
  }),
} satisfies Handlers<typeof apiTokens>
