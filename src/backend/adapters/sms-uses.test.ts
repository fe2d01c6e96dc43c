import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authStrategiesSetting } from '../domain/settings/auth-strategies.ts'
import { mfaStrategiesSetting } from '../domain/settings/mfa-strategies.ts'
import { type SmsSettings, smsMissing, smsUsesIn } from './sms-uses.ts'

const { default: ways } = authStrategiesSetting
const { default: factors } = mfaStrategiesSetting
const usesOf = (changed: Partial<SmsSettings>) =>
  smsUsesIn({ 'auth-strategies': ways, 'mfa-strategies': factors, ...changed })

test('the defaults need no text messages', () => {
  assert.deepEqual(usesOf({}), [])
  assert.equal(smsMissing([]), undefined)
})

test('sections that turn text messages on are listed in one line', () => {
  const bySms = { ...ways, secondaryAuthStrategies: [{ strategy: 'SmsCode', isActive: true } as const] }
  const factor = { strategies: [{ strategy: 'SMS', isActive: true } as const] }
  assert.deepEqual(usesOf({ 'auth-strategies': bySms }), ['waysToSignIn'])
  assert.deepEqual(usesOf({ 'auth-strategies': { ...ways, mainAuthStrategies: [{ strategy: 'SmsCode' }] } }), [
    'waysToSignIn',
  ])
  const both = usesOf({ 'auth-strategies': bySms, 'mfa-strategies': factor })
  assert.deepEqual(both, ['waysToSignIn', 'mfaStrategies'])
  assert.equal(
    smsMissing(both),
    'SMS_URL or TWILIO_ACCOUNT_SID is missing: waysToSignIn and mfaStrategies of the vendor settings send codes by text message. Set one of them, or turn SMS off there.',
  )
})
