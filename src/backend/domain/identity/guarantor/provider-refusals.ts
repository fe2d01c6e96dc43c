import { forbidden } from '../../../call/refusal.ts'

const SIGNED_IN = 'You signed in through an identity provider'
const OWN_PROOF =
  'To use them, sign out and sign in with your own password or passkey, or ask an administrator to confirm the single sign-on connection'
const REQUIRED =
  'Where single sign-on is required, confirm your password or passkey when you are asked to confirm that it’s you'
const NO_PASSWORD = 'If you have neither, sign out and set a password by “Forgot password?” on the sign-in page'

/** Creates the refusal of a call whose permission the session doesn't have, although its user does. */
export const rightsWithheld = () =>
  forbidden(
    `${SIGNED_IN} and have since received permissions that this sign-in doesn’t cover. ${OWN_PROOF}. ${NO_PASSWORD}.`,
  ).as('rights-withheld')

/** Creates the refusal of a call that needs the rank of the user's roles, which the session doesn't have. */
export const rankWithheld = () =>
  forbidden(
    `${SIGNED_IN}, and this sign-in doesn’t cover all rights that your roles give you over other administrators. ${OWN_PROOF}. ${NO_PASSWORD}.`,
  ).as('rights-withheld')

/** Creates the refusal of a session that would create a connection, or vouch for one in place of its guarantor. */
export const ownVoucherRequired = () =>
  forbidden(
    `${SIGNED_IN}. Before you create a single sign-on connection, or vouch for one in place of another member, sign out and sign in with your own password or passkey. ${NO_PASSWORD}. ${REQUIRED}.`,
  ).as('own-voucher-required')

/** Creates the refusal of a session that would name a guarantor for an API token whom its connection limits too far. */
export const tokenVoucherRequired = () =>
  forbidden(
    `${SIGNED_IN}, whose connection limits the members you name, so the API token would lose permissions. Before you name one, sign out and sign in with your own password or passkey. ${NO_PASSWORD}. ${REQUIRED}.`,
  ).as('own-voucher-required')
