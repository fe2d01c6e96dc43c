import { forbidden } from '../../../call/refusal.ts'

const SIGNED_IN = 'You signed in through an identity provider'
const TO_USE =
  'To use them, confirm your own password or passkey, or ask an administrator to confirm the single sign-on connection'
/** A user who signs out where single sign-on is required can't sign in again before an administrator helps. */
const REQUIRED =
  'If single sign-on is required, don’t sign out: confirm your password or passkey, or get a link to set a password, when the portal asks you to confirm that it’s you'
const ELSE =
  'Otherwise you can also sign out and sign in with your own password or passkey, or set a password by “Forgot password?” on the sign-in page'
const HOW = `${REQUIRED}. ${ELSE}.`

/** Creates the refusal of a call whose permission the session doesn't have, although its user does. */
export const rightsWithheld = () =>
  forbidden(`${SIGNED_IN} and have since received permissions that this sign-in doesn’t cover. ${TO_USE}. ${HOW}`).as(
    'rights-withheld',
  )

/** Creates the refusal of a call that needs the rank of the user's roles, which the session doesn't have. */
export const rankWithheld = () =>
  forbidden(
    `${SIGNED_IN}, and this sign-in doesn’t cover all rights that your roles give you over other administrators. ${TO_USE}. ${HOW}`,
  ).as('rights-withheld')

/** Creates the refusal of a session that would create a connection, or vouch for one in place of its guarantor. */
export const ownVoucherRequired = () =>
  forbidden(
    `${SIGNED_IN}. Before you create a single sign-on connection, or vouch for one in place of another member, confirm your own password or passkey. ${HOW}`,
  ).as('own-voucher-required')

/** Creates the refusal of a session that would name a guarantor for an API token whom its connection limits too far. */
export const tokenVoucherRequired = () =>
  forbidden(
    `${SIGNED_IN}, whose connection limits the members you name, so the API token would lose permissions. Before you name one, confirm your own password or passkey. ${HOW}`,
  ).as('own-voucher-required')
