import type { ipRestrictions, ipRules } from '../../contract/restrictions.ts'
import type { IpChange, IpLineResult } from '../../entities/policies.ts'
import type { SignedRequest } from '../call/auth.ts'
import { oneOf, readPage, text } from '../call/read.ts'
import { badRequest, conflict, notFound } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { saveSafely } from '../domain/identity/lockout-guard/guard.ts'
import { recordIpRules, recordPolicy } from '../domain/identity/members/record-changes.ts'
import {
  addRules,
  configChangeOf,
  descriptionOf,
  type NewRule,
  newRuleOf,
  newRulesOf,
  optionalFlag,
  readLines,
} from '../domain/identity/restrictions/add-rules.ts'
import { ensureConfig, type IpPorts, ruleOf, touchConfig } from '../domain/identity/restrictions/ip-changes.ts'
import { ipConfigOf, wouldAllowIp } from '../domain/identity/restrictions/ip-rules.ts'
import { pageMeta } from '../domain/identity/team/user-list.ts'
import { testIp, toIpRestriction } from '../domain/network/test-ip.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import type { IpRestrictionRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

/** Saves a change of the caller's tenant, unless it locks out the caller or the last administrator. */
const saveIps = async <Result>(
  call: SignedRequest,
  change: IpChange,
  work: (ports: IpPorts) => Promise<Result>,
): Promise<Result> => {
  const { ports, auth } = call
  await ensureConfig(ports, auth.tenantId)
  return saveSafely(call, { kind: 'ip', value: change }, async (store) => {
    const inner = { ...ports, store }
    await touchConfig(inner, auth.tenantId)
    return work(inner)
  })
}

/** The audit row of a long list contains only the first entries. */
const MAX_NAMED = 50

const auditIps = (
  call: SignedRequest,
  inside: Collections,
  { action, description }: { action: string; description: string },
  { before = null, after = null }: { before?: object | null; after?: object | null },
) =>
  call.audit({
    inside,
    action,
    resource: 'Policies',
    severity: 'Medium',
    description,
    detail: beforeAndAfter(before, after),
  })

const list = async ({ ports, auth, query }: SignedCall<(typeof ipRestrictions)['listIpRestrictions']>) => {
  const { offset, limit } = readPage(query, { fallback: 10 })
  const strategy = oneOf(query._filter, '_filter', ['ALLOW', 'BLOCK']) ?? 'ALLOW'
  const page = await ports.store.ipRestrictions.page({
    where: { tenantId: auth.tenantId, strategy },
    sort: { field: 'createdAt', order: 'DESC' },
    offset,
    limit,
  })
  return { items: page.items.map(toIpRestriction), _metadata: pageMeta(page.total, limit) }
}

const strategyOfTenant = async ({ ports, auth }: SignedRequest) =>
  (await ipConfigOf(ports.store, auth.tenantId)).strategy

const auditAdded = (call: SignedRequest, inside: Collections, added: readonly IpRestrictionRecord[]) => {
  const named = added.slice(0, MAX_NAMED).map(({ ip, strategy }) => `${strategy} ${ip}`)
  const description = `Added ${added.length === 1 ? named[0] : `${added.length} IP addresses and ranges`}`
  const after = { ips: named, count: added.length }
  return auditIps(call, inside, { action: 'IP restriction added', description }, { after })
}

const addLines = async (call: SignedRequest, rules: readonly NewRule[]): Promise<IpLineResult[]> => {
  const lines = readLines(rules)
  const { results } = await saveIps(call, { action: 'add', ips: [...rules] }, async (inner) => {
    const done = await addRules(inner, call.auth.tenantId, lines)
    if (done.added.length > 0) {
      await recordIpRules(call, inner.store, done.added, 'created')
      await auditAdded(call, inner.store, done.added)
    }
    return done
  })
  return results
}

const create = async (call: SignedCall<(typeof ipRestrictions)['createIpRestriction']>) => {
  const [result] = await addLines(call, [newRuleOf(call.body)])
  if (result?.outcome === 'refused') throw badRequest(result.message ?? 'ip must be an IP address')
  if (result?.outcome === 'duplicate') throw conflict('This IP address or range is already on the list.').as('taken')
  return {}
}

/** Adds all lines or none; skips duplicates that are already on the list. */
const bulkCreate = async (call: SignedCall<(typeof ipRestrictions)['bulkCreateIpRestrictions']>) => {
  const rules = newRulesOf(call.body.ips)
  const refused = readLines(rules).flatMap((line) =>
    line.kind === 'refused' ? `${line.rule.ip}: ${line.message}` : [],
  )
  if (refused.length) throw badRequest(...refused)
  await addLines(call, rules)
  return {}
}

const update = async (call: SignedCall<(typeof ipRules)['updateIpRestriction']>) => {
  const { ports, auth, body, path } = call
  const before = await ruleOf(ports.store, auth.tenantId, path.id)
  const after = {
    ...before,
    isActive: optionalFlag(body.isActive, 'isActive') ?? before.isActive,
    description: body.description === undefined ? before.description : descriptionOf(body.description),
    updatedAt: ports.clock.now(),
  }
  const { isActive, description, updatedAt } = after
  await saveIps(call, { action: 'update', id: before.id, isActive }, async ({ store }) => {
    const where = { id: before.id, tenantId: auth.tenantId }
    const count = await store.ipRestrictions.update(where, { isActive, description, updatedAt })
    if (count === 0) throw notFound()
    await recordIpRules(call, store, [after], 'updated')
    const shown = {
      action: 'IP restriction changed',
      description: `Changed ${before.ip} on the ${before.strategy} list`,
    }
    await auditIps(call, store, shown, { before: toIpRestriction(before), after: toIpRestriction(after) })
  })
  return toIpRestriction(after)
}

const remove = async (call: SignedCall<(typeof ipRestrictions)['deleteIpRestriction']>) => {
  const { ports, auth, path } = call
  const before = await ruleOf(ports.store, auth.tenantId, path.id)
  await saveIps(call, { action: 'delete', id: before.id }, async ({ store }) => {
    const count = await store.ipRestrictions.delete({ id: before.id, tenantId: auth.tenantId })
    if (count > 0) await recordIpRules(call, store, [before], 'deleted')
    const description = `Removed ${before.ip} from the ${before.strategy} list`
    await auditIps(call, store, { action: 'IP restriction removed', description }, { before: toIpRestriction(before) })
  })
  return {}
}

const configure = async (call: SignedCall<(typeof ipRestrictions)['updateIpConfig']>) => {
  const { ports, auth, body } = call
  const before = await ipConfigOf(ports.store, auth.tenantId)
  const change = configChangeOf(body)
  const after = { ...before, ...change }
  await saveIps(call, { action: 'configure', ...change }, async (inner) => {
    await touchConfig(inner, auth.tenantId, after)
    await recordPolicy(call, inner.store, 'ip-restrictions')
    const description = `IP restrictions are ${after.isActive ? 'on' : 'off'}, by the ${after.strategy} list`
    await auditIps(call, inner.store, { action: 'IP restrictions configured', description }, { before, after })
  })
  return {}
}

/** Returns whether a list admits the caller's own IP address, even if the list is off. */
const verify = async ({ ports, auth, caller }: SignedRequest, strategy: 'ALLOW' | 'BLOCK') => ({
  valid: await wouldAllowIp(ports.store, auth.tenantId, { strategy, ipAddress: caller.ipAddress }),
})

export const ipRestrictionsHandlers = {
  listIpRestrictions: signedIn(list),
  createIpRestriction: signedIn(create),
  bulkCreateIpRestrictions: signedIn(bulkCreate),
  deleteIpRestriction: signedIn(remove),
  getIpConfig: signedIn(({ ports, auth }) => ipConfigOf(ports.store, auth.tenantId)),
  updateIpConfig: signedIn(configure),
  verifyCurrentIp: signedIn(async (call) => verify(call, await strategyOfTenant(call))),
  verifyCurrentIpAllowed: signedIn((call) => verify(call, 'ALLOW')),
} satisfies Handlers<typeof ipRestrictions>

export const ipRulesHandlers = {
  addIpRestrictions: signedIn(async (call) => ({
    results: await addLines(call, newRulesOf(call.body.ips)),
  })),
  updateIpRestriction: signedIn(update),
  testIpAddress: signedIn(({ ports, auth, body }) => testIp(ports.store, auth.tenantId, text(body.ip, 'ip', 100))),
} satisfies Handlers<typeof ipRules>
