import type { SignedRequest } from '../../../call/auth.ts'
import type { Mail } from '../../../ports.ts'
import type { SsoConnectionRecord } from '../../../store/records.ts'
import { type Limit, takeAttempt } from '../../base/limits/limits.ts'
import { responsibleAdministrators } from '../../identity/roles/administrators.ts'
import { ssoChangedMail, ssoDomainRemovedMail } from '../../mail/administrator-mails.ts'
import type { Recipient } from '../../mail/letter.ts'
import { post } from '../../mail/mails.ts'
import { domainsOf, validatedDomains } from './connection-shape.ts'

/**
 * Fields that determine the identity provider, the users it can sign in, and the roles they get. A caller who sets
 * another metadata URL becomes the guarantor even if all other fields stay the same.
 */
const TRUST = [
  'type',
  'ssoEndpoint',
  'idpEntityId',
  'publicCertificate',
  'oidcClientId',
  'oidcSecret',
  'roleIds',
  'groups',
  'skipEmailDomainValidation',
  'allowIdpInitiated',
  'guarantorId',
] as const satisfies readonly (keyof SsoConnectionRecord)[]

/** Limits changes, because each one sends an email to all administrators. */
const CHANGES: Limit = { name: 'sso-trust', tries: 100, windowMs: 3_600_000 }

/**
 * Returns whether a change makes the caller the guarantor: creating a connection, turning it on, or changing what it
 * trusts.
 */
export const changesGuarantor = (before: SsoConnectionRecord | undefined, after: SsoConnectionRecord): boolean =>
  before === undefined || (after.enabled && !before.enabled) || TRUST.some((field) => before[field] !== after[field])

/** Returns whether a change affects sign-ins, which a connection that is off never does. */
export const changesTrust = (before: SsoConnectionRecord | undefined, after: SsoConnectionRecord): boolean =>
  after.enabled && changesGuarantor(before, after)

/**
 * Counts a change against the limit.
 *
 * @throws Refusal 429 when the account's administrators got too many emails about such changes
 */
export const takeTrustChange = async ({ ports, auth }: SignedRequest): Promise<void> => {
  await takeAttempt(ports, CHANGES, auth.tenantId)
}

type Announced = Pick<SsoConnectionRecord, 'id' | 'tenantId'>

/**
 * Emails every administrator, including the one who made the change, because it may have been someone else with their
 * session.
 */
const mailAdministrators = async (
  { ports, auth }: SignedRequest,
  { tenantId }: Announced,
  mailOf: (to: Recipient, facts: { tenantName: string; actor: Recipient }) => Mail,
): Promise<void> => {
  const tenant = await ports.store.tenants.get(tenantId)
  const facts = { tenantName: tenant?.name ?? '', actor: auth.user }
  const administrators = await responsibleAdministrators(ports.store, tenantId)
  await Promise.all(administrators.map((member) => post(ports, mailOf(member, facts))))
}

export const announceTrust = async (call: SignedRequest, connection: Announced): Promise<void> => {
  const { ports } = call
  const domains = validatedDomains(await domainsOf(ports.store, connection.id))
  await mailAdministrators(call, connection, (to, facts) => ssoChangedMail(ports, to, { ...facts, domains }))
}

export const announceDomainRemoval = (call: SignedRequest, connection: Announced, domain: string): Promise<void> =>
  mailAdministrators(call, connection, (to, facts) => ssoDomainRemovedMail(call.ports, to, { ...facts, domain }))
