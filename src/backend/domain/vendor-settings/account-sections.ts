import type { SessionConfig } from '../../../entities/policies.ts'
import {
  API_TOKEN_MINUTES,
  LOCKOUT_ATTEMPTS,
  PASSWORD_HISTORY_SIZE,
  SESSION_SECONDS,
  SESSIONS_PER_USER,
} from '../../../rules/policy-limits.ts'
import { described, flag, integer, oneOf, whole } from './schema.ts'
import { section } from './section.ts'

type Sessions = Required<SessionConfig>

const length = integer({ min: 1, max: 1_000 })

export const accountSections = {
  mfaPolicy: section('mfa', 'The least that accounts demand: who needs a second factor', {
    enforceMFAType: described(
      oneOf('DontForce', 'Force', 'ForceExceptSAML'),
      'Every user, every user but those of SAML, or no one',
    ),
  }),
  lockoutPolicy: section('lockout', 'The least that accounts demand: lockout after failed sign-ins', {
    enabled: described(flag, 'Whether failed sign-ins lock a user'),
    maxAttempts: described(integer(LOCKOUT_ATTEMPTS), 'Failed sign-ins before that'),
  }),
  passwordHistory: section('password-history', 'The least that accounts demand: passwords that can’t be reused', {
    enabled: described(flag, 'Whether earlier passwords are refused'),
    historySize: described(integer(PASSWORD_HISTORY_SIZE), 'How many of them'),
  }),
  passwordRules: section('password', 'Rules for new passwords', {
    allowPassphrases: described(flag, 'Whether a long password needs no mix of characters'),
    minLength: described(length, 'Least number of characters'),
    maxLength: described(length, 'Greatest number of characters'),
    minPhraseLength: described(length, 'Characters of a passphrase'),
    minOptionalTestsToPass: described(
      integer({ min: 0, max: 4 }),
      'How many of lower case, upper case, digits and special characters',
    ),
  }),
  sessionLimits: section('sessions', 'The least that accounts demand: when sessions end', {
    sessionTimeoutConfiguration: described(
      whole<Sessions['sessionTimeoutConfiguration']>({ isActive: flag, timeout: integer(SESSION_SECONDS) }),
      'After this many seconds',
    ),
    sessionIdleTimeoutConfiguration: described(
      whole<Sessions['sessionIdleTimeoutConfiguration']>({ isActive: flag, timeout: integer(SESSION_SECONDS) }),
      'After this many seconds without use',
    ),
    sessionConcurrentConfiguration: described(
      whole<Sessions['sessionConcurrentConfiguration']>({ isActive: flag, maxSessions: integer(SESSIONS_PER_USER) }),
      'Beyond this many sessions of a user',
    ),
  }),
  emailDomains: section('email-domains', 'Email domain restrictions of accounts that set none', {
    active: described(flag, 'Whether the account’s list applies'),
    listType: described(oneOf('ALLOW', 'BLOCK'), 'The list that applies'),
    blockPublicDomains: described(flag, 'Whether domains where anyone gets an email are refused'),
  }),
  inviteLinks: section('invite-links', 'Invite links of accounts that set none', {
    tenantInvitationsAllowed: described(flag, 'Whether accounts can have an invite link'),
    emailsEnabled: described(flag, 'Whether invited users get an email'),
  }),
  temporaryUsers: section('temporary-users', 'Temporary users of accounts that set none', {
    enabled: described(flag, 'Whether users can be invited for a time'),
  }),
  groups: section('groups', 'Groups of accounts that set none', {
    enabled: described(flag, 'Whether accounts can use groups'),
    rolesEnabled: described(flag, 'Whether groups give roles'),
  }),
  apiTokens: section('api-tokens', 'Lifetime of API tokens in accounts that set none', {
    mustExpire: described(flag, 'Whether a token must have an end'),
    maxLifetimeMinutes: described(
      { ...integer(API_TOKEN_MINUTES), type: ['integer', 'null'] },
      'Greatest lifetime in minutes; null is no limit',
    ),
  }),
}
