import assert from 'node:assert/strict'
import { it } from 'node:test'
import { allRoutes } from '../handlers/index.ts'
import type { AuditRule } from '../http/rules.ts'
import { CHANGE_RULES } from './all-rules.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'

const reasons = (reasonOf: (rule: Exclude<AuditRule, 'change'>) => string | undefined): ReadonlyMap<string, string> =>
  new Map(
    [...CHANGE_RULES].flatMap(([operation, { audit }]) => {
      const reason = audit === 'change' ? undefined : reasonOf(audit)
      return reason === undefined ? [] : [[operation, reason] as const]
    }),
  )

/** Changing calls that write no row, each with the reason. */
const SILENT = reasons((rule) => ('silent' in rule ? rule.silent : undefined))

/** Changing calls that may succeed without a change, in which case they write no row. */
const PARTLY = reasons((rule) => ('partly' in rule ? rule.partly : undefined))

/** Calls whose rows show neither the previous nor the new values. */
const WITHOUT_CHANGE = reasons((rule) => ('withoutChange' in rule ? rule.withoutChange : undefined))

/** Calls that no suite makes successfully, each with what tests them instead. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'social.loginWithSocialProvider': 'needs a provider: social.spec.ts; sessions are created by one function',
  'login.oidcPostLogin': 'needs a provider: sso.spec.ts; sessions are created by one function',
  'login.oidcPostLoginV1': 'needs a provider: sso.spec.ts; sessions are created by one function',
  'ssoConfigs.createConfigByMetadata': 'creates the connection as ssoConfigs.createConfig does',
  'ssoConfigs.createConfigByMetadataUrl': 'creates the connection as ssoConfigs.createConfig does',
  'mfa.enrollAuthenticator': 'runs what mfa.verifyEnroll runs',
  'mfa.disableAuthenticator': 'runs what mfa.disable runs',
  'mfaLogin.verifyAuthenticator': 'runs what mfaLogin.verify runs',
}

/** Matches the names of calls that create something. */
const CREATES = /\.(add|bulkCreate|create)(?![a-z])/

/** Calls that either change an existing record or create it. */
const MAY_CREATE: Readonly<Record<string, string>> = {
  'planChanges.receivePaymentEvent': 'the first subscription or card of an account',
  'reports.scheduleReport': 'the first schedule of a report',
  'ssoSaml.updateByMetadata': 'the first connection of an account',
  'ssoSaml.updateConfig': 'the first connection of an account',
}

/** Calls without a change that the log may show; their rows name the record. */
const REPEATS: Readonly<Record<string, string>> = {
  'connectivity.retryWebhookLog': 'sends an event again',
  'webhooks.resendWebhookEvents': 'sends events again',
  'webhooks.rotateWebhookSecret': 'a secret; neither value may be logged',
}

const SIGN_IN = 'begins a session in several short transactions; its row comes last'
const PROVIDER = 'the payment provider is called in the middle; what it says is kept whether or not the call goes on'
const MESSAGES = 'notes that a message was sent, which has left whether or not the call goes on'
const PICTURES = 'stores a picture first, which no one sees until the change names it'
const DIRECTORY = 'its row is written with the change; each member that it makes effective follows in a transaction'
const IMPERSONATOR = 'ends the own session of an impersonator, too, after the one that its row names'
const NOT_YET = 'ends each session that the provider names in a transaction; its row follows'

/**
 * Calls that commit a change and its row in separate transactions, each with its reason. The list may only become
 * shorter.
 */
const APART: Readonly<Record<string, string>> = {
  'activation.activateAccount': SIGN_IN,
  'billing.cancelSubscription': PROVIDER,
  'billing.createCustomer': PROVIDER,
  'billing.createProviderSubscription': PROVIDER,
  'billing.createSetupIntent': PROVIDER,
  'billing.createTenantConfiguration': PROVIDER,
  'billing.managedCancelSubscription': PROVIDER,
  'billing.managedRenewSubscription': PROVIDER,
  'billing.managedUpdateSubscription': PROVIDER,
  'billing.renewSubscription': PROVIDER,
  'billing.updateBillingDetails': PROVIDER,
  'billing.updateSubscription': PROVIDER,
  'connectivity.createEmailConfig': MESSAGES,
  'connectivity.createSmsConfig': MESSAGES,
  'federation.receivePostedLogout': NOT_YET,
  'login.login': SIGN_IN,
  'login.oidcPostLogin': SIGN_IN,
  'login.passwordlessPostLogin': SIGN_IN,
  'login.samlPostLogin': SIGN_IN,
  'login.webauthnPostLogin': SIGN_IN,
  'messageRecipients.requestEmailConfirmation': MESSAGES,
  'messageRecipients.requestSmsConfirmation': MESSAGES,
  'metadata.updateAdminBoxMetadata': PICTURES,
  'mfaLogin.enrollAuthenticator': SIGN_IN,
  'mfaLogin.enrollSms': SIGN_IN,
  'mfaLogin.enrollWebauthn': SIGN_IN,
  'mfaLogin.verifyCode': SIGN_IN,
  'mfaLogin.verifyEmailCode': SIGN_IN,
  'mfaLogin.verifySms': SIGN_IN,
  'mfaLogin.verifyWebauthn': SIGN_IN,
  'planChanges.receivePaymentEvent': PROVIDER,
  'provisioning.updateConnection': DIRECTORY,
  'reports.sendReport': MESSAGES,
  'session.exchangeAuthorizationCode': SIGN_IN,
  'session.logout': IMPERSONATOR,
  'settings.saveAccountSettings': PICTURES,
  'signUp.signUp': SIGN_IN,
  'ssoSession.startSsoLogout': NOT_YET,
}

const changing = () =>
  allRoutes()
    .filter(({ endpoint }) => endpoint.method !== 'GET')
    .map(({ operation }) => operation)

/** Runs last, because it checks what all other tests of the suite did. */
export const describeAuditCoverage = (kit: () => Kit): void => {
  it('finds a row for every call that changes something', () => {
    const wanted = changing().filter((operation) => !SILENT.has(operation) && !(operation in ELSEWHERE))
    const missing = wanted.filter((operation) => !kit().audited.get(operation)?.withRow)
    assert.deepEqual(missing, [])
  })

  it('finds no call that succeeds without a row, unless there was nothing to change', () => {
    const seen = [...kit().audited].filter(([operation]) => !SILENT.has(operation) && !PARTLY.has(operation))
    const gaps = seen.filter(([, { calls, withRow }]) => withRow < calls)
    assert.deepEqual(gaps, [])
  })

  it('finds the previous and the new values in the rows of every change', () => {
    const seen = [...kit().audited].filter(([operation]) => !SILENT.has(operation) && !WITHOUT_CHANGE.has(operation))
    const gaps = seen.filter(([, { withRow, withChange }]) => withChange < withRow)
    assert.deepEqual(gaps, [])
  })

  it('finds the previous values in the rows of every change that creates nothing', () => {
    const seen = [...kit().audited].filter(
      ([operation]) => !SILENT.has(operation) && !WITHOUT_CHANGE.has(operation) && !CREATES.test(operation),
    )
    const gaps = seen.filter(([operation, { withRow, withBefore }]) =>
      operation in MAY_CREATE ? withBefore === 0 : withBefore < withRow && !(operation in REPEATS),
    )
    assert.deepEqual(gaps, [])
  })

  it('finds every change in the transaction of its row, apart from the calls that are listed here', () => {
    const seen = [...kit().audited].filter(([operation, { apart }]) => !SILENT.has(operation) && apart.size > 0)
    const gaps = seen
      .filter(([operation]) => !(operation in APART))
      .map(([operation, { apart }]) => [operation, [...apart]])
    assert.deepEqual(gaps, [])
    const settled = Object.keys(APART).filter((operation) => kit().audited.get(operation)?.apart.size === 0)
    assert.deepEqual(settled, [], 'These calls write their rows with the change now: take them off the list')
  })

  it('finds the IP address and the user agent of the caller in every row', () => {
    const gaps = [...kit().audited].filter(([, { withRow, withCaller }]) => withCaller < withRow)
    assert.deepEqual(gaps, [])
  })

  it('finds no call that records events of an area that it does not declare', () => {
    const gaps = [...kit().audited].flatMap(([operation, { areas }]) => {
      const declared: readonly string[] = CHANGE_RULES.get(operation)?.events ?? []
      const undeclared = [...areas].filter((area) => !declared.includes(area))
      return undeclared.length ? [[operation, undeclared]] : []
    })
    assert.deepEqual(gaps, [])
  })

  const exceptions = {
    SILENT,
    PARTLY,
    WITHOUT_CHANGE,
    MAY_CREATE: new Map(Object.entries(MAY_CREATE)),
    REPEATS: new Map(Object.entries(REPEATS)),
  }
  for (const [name, table] of Object.entries(exceptions)) {
    it(`has a reason for every exception (${name.toLowerCase().replace('_', ' ')})`, () => {
      const known = changing()
      assert.deepEqual(
        [...table].filter(([operation, reason]) => !known.includes(operation) || !reason),
        [],
      )
    })
  }
}
