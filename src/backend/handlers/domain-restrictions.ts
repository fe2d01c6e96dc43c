import type { domainRestrictions, emailDomains } from '../../contract/restrictions.ts'
import type { DomainRestriction, ListType } from '../../entities/policies.ts'
import { domainOf, normalizeEmail } from '../../rules/email.ts'
import type { SignedRequest } from '../call/auth.ts'
import { flagOf, text, textList } from '../call/read.ts'
import { badRequest, notFound } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { saveSafely } from '../domain/identity/lockout-guard/guard.ts'
import { recordDomainRules, recordPolicyChange } from '../domain/identity/members/record-changes.ts'
import { addDomainRule, addDomainRules } from '../domain/identity/restrictions/email-domain-rules.ts'
import {
  domainConfigChangesOf,
  domainConfigOf,
  domainVerdict,
  listTypeOf,
} from '../domain/identity/restrictions/email-domains.ts'
import { emailDomainsSetting } from '../domain/settings/email-domains.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import type { DomainRuleRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

const MAX_LINES = 10_000
const MAX_LINE_LENGTH = 1_000
/** Limits the names in an audit row, so that it stays readable; the others are in the list. */
const MAX_LOGGED = 100

const NO_RULE = 'This email domain rule was not found'

const toRestriction = ({ id, domain, type }: DomainRuleRecord): DomainRestriction => ({ id, domain, type })

const byDomain = (left: DomainRestriction, right: DomainRestriction): number => (left.domain < right.domain ? -1 : 1)

const updateConfig = async (call: SignedCall<(typeof domainRestrictions)['updateDomainConfig']>) => {
  const { ports, auth, body } = call
  const { tenantId } = auth
  const value = domainConfigChangesOf(body)
  return saveSafely(call, { kind: 'domains', value }, async (store) => {
    const before = await domainConfigOf(store, tenantId)
    const { type: listType = before.listType, ...changes } = value
    const after = { ...before, ...changes, listType }
    await emailDomainsSetting.save({ ...ports, store }, tenantId, after)
    const description = `Email domain restrictions are ${after.active ? 'on' : 'off'}`
    const action = 'Email domain restrictions changed'
    await recordPolicyChange(call, store, { kind: 'email-domains', action, description, before, after })
    return after
  })
}

type AuditRules = (inside: Collections, rules: readonly DomainRuleRecord[]) => Promise<void>

/** Returns the list to add to; `record` writes an event and an audit row for additions in the same transaction. */
const listOf = (call: SignedRequest, type: ListType, auditRules: AuditRules) => ({
  tenantId: call.auth.tenantId,
  type,
  record: async (store: Collections, rules: readonly DomainRuleRecord[]) => {
    await recordDomainRules(call, store, rules, 'created')
    await auditRules(store, rules)
  },
})

const createDomain = async (call: SignedCall<(typeof domainRestrictions)['createDomain']>) => {
  const { ports, body, audit } = call
  const type = listTypeOf(body.type)
  const domain = text(body.domain, 'domain', MAX_LINE_LENGTH)
  const auditRules: AuditRules = async (inside, rules) => {
    for (const rule of rules) {
      await audit({
        inside,
        action: 'Email domain rule created',
        resource: 'Policies',
        severity: 'Medium',
        description: `Added ${rule.domain} to the ${type === 'ALLOW' ? 'allow' : 'block'} list`,
        detail: beforeAndAfter(null, toRestriction(rule)),
      })
    }
  }
  return toRestriction(await addDomainRule(ports, listOf(call, type, auditRules), domain))
}

const deleteDomain = async (call: SignedCall<(typeof domainRestrictions)['deleteDomain']>) => {
  const { ports, auth, path, audit } = call
  const own = { id: path.id, tenantId: auth.tenantId }
  const rule = await ports.store.domainRules.find(own)
  if (!rule) throw notFound(NO_RULE)
  await ports.store.transaction(async (store) => {
    if ((await store.domainRules.delete(own)) === 0) throw notFound(NO_RULE)
    await recordDomainRules(call, store, [rule], 'deleted')
    await audit({
      inside: store,
      action: 'Email domain rule deleted',
      resource: 'Policies',
      severity: 'Medium',
      description: `Removed ${rule.domain} from the ${rule.type === 'ALLOW' ? 'allow' : 'block'} list`,
      detail: beforeAndAfter(toRestriction(rule), null),
    })
  })
  return {}
}

export const domainRestrictionHandlers = {
  listDomains: signedIn(async ({ ports, auth }) => {
    const rules = await ports.store.domainRules.list({ tenantId: auth.tenantId })
    return { items: rules.map(toRestriction).sort(byDomain) }
  }),
  createDomain: signedIn((call) => createDomain(call)),
  deleteDomain: signedIn((call) => deleteDomain(call)),
  getDomainConfig: signedIn(({ ports, auth }) => domainConfigOf(ports.store, auth.tenantId)),
  updateDomainConfig: signedIn((call) => updateConfig(call)),
} satisfies Handlers<typeof domainRestrictions>

const createDomains = async (call: SignedCall<(typeof emailDomains)['createDomains']>) => {
  const { ports, body, audit } = call
  const type = listTypeOf(body.type)
  const given = textList(body.domains, 'domains')
  if (given.length > MAX_LINES) throw badRequest(`domains must be a list of at most ${MAX_LINES}`)
  if (given.some((line) => line.length > MAX_LINE_LENGTH)) throw badRequest('A line of domains is too long')
  const auditRules: AuditRules = (inside, rules) => {
    const domains = rules.slice(0, MAX_LOGGED).map(({ domain }) => domain)
    return audit({
      inside,
      action: 'Email domain rules created',
      resource: 'Policies',
      severity: 'Medium',
      description: `Added ${rules.length} domains to the ${type === 'ALLOW' ? 'allow' : 'block'} list`,
      detail: beforeAndAfter(null, { type, count: rules.length, domains }),
    })
  }
  const confirmed = body.confirmed != null && flagOf(body.confirmed, 'confirmed')
  const lines = await addDomainRules(ports, { ...listOf(call, type, auditRules), confirmed }, given)
  return {
    lines: lines.map(({ line, status, rule }) => ({ line, status, ...(rule && { restriction: toRestriction(rule) }) })),
  }
}

const emailOf = (value: unknown): string => {
  const email = normalizeEmail(text(value, 'email', 400))
  if (email === undefined) throw badRequest('Enter a valid email address, like ada@company.com')
  return email
}

export const emailDomainsHandlers = {
  createDomains: signedIn((call) => createDomains(call)),
  verifyEmail: signedIn(async ({ ports, auth, body }) => {
    const email = emailOf(body.email)
    const { rule, ...verdict } = await domainVerdict(ports, auth.tenantId, email)
    return { ...verdict, domain: domainOf(email), ...(rule && { restriction: toRestriction(rule) }) }
  }),
} satisfies Handlers<typeof emailDomains>
