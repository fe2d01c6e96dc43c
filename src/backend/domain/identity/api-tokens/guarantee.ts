import type { TokenGuarantee } from '../../../../contract/guarantees.ts'
import type { Grants, SignedRequest } from '../../../call/auth.ts'
import { badRequest, notFound } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { ApiTokenRecord } from '../../../store/records.ts'
import { beforeAndAfter } from '../../audit/before-and-after.ts'
import { grantsOfMachine, standIn } from '../access/machine.ts'
import { assertRecentProof } from '../access/recent-proof.ts'
import type { Guarantees, Interrupted, Uses } from '../guarantor/guarantee.ts'
import {
  type Guarantor,
  guarantorOf,
  holdsAnything,
  shownGuarantor,
  tokenGuarantorId,
  tokensGuaranteedBy,
  tokenUserId,
} from '../guarantor/guarantor.ts'
import { successorIdOf } from '../guarantor/guarantor-id.ts'
import { mayStillGrant } from '../guarantor/within-guarantor.ts'
import { assertMayGrantIds } from '../roles/granting.ts'
import { rolesByIds } from '../roles/grants.ts'
import { assertTokenProof } from './issue-api-token.ts'

const WRITE_TOKENS = 'fe.secure.write.tenantApiTokens'

/** Returns whether a guarantor could still grant the roles of a token. */
const holdsTokenRoles = async (ports: Ports, token: ApiTokenRecord, guarantor: Guarantor): Promise<boolean> => {
  const { tenantId } = token
  const roles = await rolesByIds(ports.store, tenantId, idsOf(token.roleIds))
  return mayStillGrant(ports, guarantor, { tenantId, roleIds: roles.map(({ id }) => id) })
}

/**
 * Returns the successor, who must be an active member and able to grant the token's roles, so that the token loses
 * nothing, even if a connection limits them.
 */
const successorOf = async ({ ports, auth }: SignedRequest, token: ApiTokenRecord, userId: string) => {
  const successor = await guarantorOf(ports, auth.tenantId, userId)
  const user = holdsAnything(successor) ? await ports.store.users.get(userId) : undefined
  if (!successor || !user) throw badRequest('This user can’t vouch for API tokens of the account')
  if (!(await holdsTokenRoles(ports, token, successor))) {
    throw badRequest('This user doesn’t have all permissions of the API token')
  }
  const guarantorId = await successorIdOf(auth, user.id)
  const limited = guarantorId === user.id ? successor : await guarantorOf(ports, auth.tenantId, guarantorId)
  if (!holdsAnything(limited) || !(await holdsTokenRoles(ports, token, limited)))
    throw (await import('../guarantor/provider-refusals.ts')).tokenVoucherRequired()
  return { guarantorId, email: user.email }
}

/** Makes a member the guarantor of one of the account's tokens. */
export const setTokenGuarantor = async (call: SignedRequest, tokenId: string, userId: string): Promise<void> => {
  const { ports, auth, audit } = call
  await assertTokenProof(call)
  await assertRecentProof(call)
  const token = await ports.store.apiTokens.find({ id: tokenId, tenantId: auth.tenantId, userId: null })
  if (!token) throw notFound("This API token doesn't exist")
  // A token whose rights were reduced may regain them, so the caller must be allowed to grant its roles.
  await assertMayGrantIds(ports, auth, idsOf(token.roleIds))
  const { guarantorId, email } = await successorOf(call, token, userId)
  const before = await shownGuarantor(ports, await guarantorOf(ports, auth.tenantId, tokenGuarantorId(token)))
  await ports.store.transaction(async (store) => {
    await store.apiTokens.update({ id: token.id }, { guarantorId })
    await audit({
      inside: store,
      action: 'API token updated',
      resource: 'API tokens',
      severity: 'Medium',
      description: `${email} vouches for the API token: ${token.description}`,
      detail: {
        tokenId: token.id,
        kind: token.kind,
        ...beforeAndAfter({ guarantor: before?.email ?? null }, { guarantor: email }),
      },
    })
  })
}

const stateOf = async (
  ports: Ports,
  token: ApiTokenRecord,
  guarantor: Guarantor | undefined,
): Promise<TokenGuarantee['state']> => {
  if (!holdsAnything(guarantor)) return 'stopped'
  return (await holdsTokenRoles(ports, token, guarantor)) ? 'whole' : 'reduced'
}

/**
 * Compares the current permissions of tokens with their roles. Many tokens share a guarantor and roles, so each of
 * these is read once.
 */
export const guaranteesOfTokens = async (
  ports: Ports,
  tokens: readonly ApiTokenRecord[],
): Promise<TokenGuarantee[]> => {
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

const namesIn = ({ roles, keys }: Grants): string[] => [...roles.map(({ id }) => id), ...keys]

/** Returns the roles and permissions of a token, and those that its guarantor allows. */
const usesOf = async (ports: Ports, token: ApiTokenRecord): Promise<Uses> => {
  const machine = standIn(token)
  const guarantor = await guarantorOf(ports, token.tenantId, tokenGuarantorId(token))
  return {
    all: namesIn(await grantsOfMachine(ports, machine)),
    kept: holdsAnything(guarantor) ? namesIn(await grantsOfMachine(ports, { ...machine, guarantor })) : [],
  }
}

const PROBLEMS = { reduced: 'withheld', stopped: 'gone' } as const

export const tokenGuarantees: Guarantees = {
  kind: 'api-token',
  permission: WRITE_TOKENS,
  async list({ store }, { tenantId, userIds }) {
    const own = await tokensGuaranteedBy(store, tenantId, userIds)
    return own.map((token) => {
      const { id, description } = token
      return { kind: 'api-token', id, name: description, userId: tokenUserId(token) }
    })
  },
  async interrupted(ports, tenantId) {
    const now = ports.clock.now()
    const all = await ports.store.apiTokens.list({ tenantId, userId: null })
    const tokens = all.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    const states = await guaranteesOfTokens(ports, tokens)
    const known = new Map<string, Uses>()
    const found: Interrupted[] = []
    for (const [at, token] of tokens.entries()) {
      const state = states[at]?.state ?? 'whole'
      if (state === 'whole') continue
      const { id, description: name } = token
      const guarantorId = tokenGuarantorId(token)
      const shared = `${guarantorId} ${token.roleIds}`
      const uses = known.get(shared) ?? (await usesOf(ports, token))
      known.set(shared, uses)
      found.push({ kind: 'api-token', id, name, guarantorId, problem: PROBLEMS[state], uses })
    }
    return found
  },
  confirm: (call, id) => setTokenGuarantor(call, id, call.auth.user.id),
}
