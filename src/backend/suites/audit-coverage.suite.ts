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

/** Changing calls that write no row, with the reason. */
const SILENT = reasons((rule) => ('silent' in rule ? rule.silent : undefined))

/** Changing calls that may succeed without a change, and then write no row. */
const PARTLY = reasons((rule) => ('partly' in rule ? rule.partly : undefined))

/** Calls whose rows show neither what held before nor what holds now. */
const WITHOUT_CHANGE = reasons((rule) => ('withoutChange' in rule ? rule.withoutChange : undefined))

/** Calls that no suite makes succeed, with what proves them instead. */
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

/** Calls after which something exists that did not, by their names. */
const CREATES = /\.(add|bulkCreate|create)(?![a-z])/

/** Calls that change what exists, or create it. */
const MAY_CREATE: Readonly<Record<string, string>> = {
  'planChanges.receivePaymentEvent': 'the first subscription or card of an account',
  'reports.scheduleReport': 'the first schedule of a report',
  'ssoSaml.updateConfig': 'the first connection of an account',
}

/** Calls that change nothing which the log may show; their rows name the record. */
const REPEATS: Readonly<Record<string, string>> = {
  'connectivity.retryWebhookLog': 'sends an event again',
  'webhooks.resendWebhookEvents': 'sends events again',
  'webhooks.rotateWebhookSecret': 'a secret; neither value may be logged',
}

const NOT_YET = 'writes its row after its last transaction, as all calls did once'

/** Calls that change something in another transaction than the one of their row. The list may only become shorter. */
const APART: Readonly<Record<string, string>> = {
  'accountEntry.provePasskey': NOT_YET,
  'activation.activateAccount': NOT_YET,
  'billing.cancelSubscription': NOT_YET,
  'billing.createCustomer': NOT_YET,
  'billing.createProviderSubscription': NOT_YET,
  'billing.createSetupIntent': NOT_YET,
  'billing.createTenantConfiguration': NOT_YET,
  'billing.managedCancelSubscription': NOT_YET,
  'billing.managedRenewSubscription': NOT_YET,
  'billing.managedUpdateSubscription': NOT_YET,
  'billing.renewSubscription': NOT_YET,
  'billing.updateBillingDetails': NOT_YET,
  'billing.updateSubscription': NOT_YET,
  'confirmations.confirmByPasskey': NOT_YET,
  'connectivity.createEmailConfig': NOT_YET,
  'connectivity.createSmsConfig': NOT_YET,
  'federation.receivePostedLogout': NOT_YET,
  'login.login': NOT_YET,
  'login.oidcPostLogin': NOT_YET,
  'login.passwordlessPostLogin': NOT_YET,
  'login.samlPostLogin': NOT_YET,
  'login.webauthnPostLogin': NOT_YET,
  'messageRecipients.requestEmailConfirmation': NOT_YET,
  'messageRecipients.requestSmsConfirmation': NOT_YET,
  'metadata.updateAdminBoxMetadata': NOT_YET,
  'mfa.disable': NOT_YET,
  'mfa.disableWebauthn': NOT_YET,
  'mfaLogin.enrollAuthenticator': NOT_YET,
  'mfaLogin.enrollSms': NOT_YET,
  'mfaLogin.enrollWebauthn': NOT_YET,
  'mfaLogin.verifyCode': NOT_YET,
  'mfaLogin.verifyEmailCode': NOT_YET,
  'mfaLogin.verifySms': NOT_YET,
  'mfaLogin.verifyWebauthn': NOT_YET,
  'oauthServer.revokeToken': NOT_YET,
  'phoneReset.changePhoneNumber': NOT_YET,
  'planChanges.receivePaymentEvent': NOT_YET,
  'provisioning.updateConnection': NOT_YET,
  'reports.sendReport': NOT_YET,
  'scim.create': NOT_YET,
  'scim.modify': NOT_YET,
  'scim.remove': NOT_YET,
  'scim.replace': NOT_YET,
  'session.exchangeAuthorizationCode': NOT_YET,
  'settings.saveAccountSettings': NOT_YET,
  'signUp.signUp': NOT_YET,
  'ssoSession.startSsoLogout': NOT_YET,
}

const changing = () =>
  allRoutes()
    .filter(({ endpoint }) => endpoint.method !== 'GET')
    .map(({ operation }) => operation)

/** Runs last: it looks at what all other tests of the suite did. */
export const describeAuditCoverage = (kit: () => Kit): void => {
  it('has seen every call that changes something leave a row', () => {
    const wanted = changing().filter((operation) => !SILENT.has(operation) && !(operation in ELSEWHERE))
    const missing = wanted.filter((operation) => !kit().audited.get(operation)?.withRow)
    assert.deepEqual(missing, [])
  })

  it('has seen no call succeed without a row, unless there was nothing to change', () => {
    const seen = [...kit().audited].filter(([operation]) => !SILENT.has(operation) && !PARTLY.has(operation))
    const gaps = seen.filter(([, { calls, withRow }]) => withRow < calls)
    assert.deepEqual(gaps, [])
  })

  it('has seen what held before and what holds now in the rows of every change', () => {
    const seen = [...kit().audited].filter(([operation]) => !SILENT.has(operation) && !WITHOUT_CHANGE.has(operation))
    const gaps = seen.filter(([, { withRow, withChange }]) => withChange < withRow)
    assert.deepEqual(gaps, [])
  })

  it('has seen what held before in the rows of every change that creates nothing', () => {
    const seen = [...kit().audited].filter(
      ([operation]) => !SILENT.has(operation) && !WITHOUT_CHANGE.has(operation) && !CREATES.test(operation),
    )
    const gaps = seen.filter(([operation, { withRow, withBefore }]) =>
      operation in MAY_CREATE ? withBefore === 0 : withBefore < withRow && !(operation in REPEATS),
    )
    assert.deepEqual(gaps, [])
  })

  it('has seen every change in the transaction of its row, apart from the calls that are named here', () => {
    const seen = [...kit().audited].filter(([operation, { apart }]) => !SILENT.has(operation) && apart.size > 0)
    const gaps = seen
      .filter(([operation]) => !(operation in APART))
      .map(([operation, { apart }]) => [operation, [...apart]])
    assert.deepEqual(gaps, [])
    const settled = Object.keys(APART).filter((operation) => kit().audited.get(operation)?.apart.size === 0)
    assert.deepEqual(settled, [], 'These calls write their rows with the change now: take them off the list')
  })

  it('has seen the IP address and the user agent of the caller in every row', () => {
    const gaps = [...kit().audited].filter(([, { withRow, withCaller }]) => withCaller < withRow)
    assert.deepEqual(gaps, [])
  })

  it('has seen no call record events of an area that it does not declare', () => {
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
