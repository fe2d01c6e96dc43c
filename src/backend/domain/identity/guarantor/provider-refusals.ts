import { forbidden } from '../../../call/refusal.ts'

const SIGNED_IN = 'You signed in through an identity provider'

/** Creates the refusal of a call whose permission the session doesn't have, although its user does. */
export const rightsWithheld = () =>
  forbidden(
    `${SIGNED_IN} and have since received permissions that this sign-in doesn’t cover. To use them, confirm your password or passkey, or ask an administrator to confirm the single sign-on connection.`,
  ).as('rights-withheld')

/** Creates the refusal of a session that would vouch for a connection in place of its guarantor. */
export const ownVoucherRequired = () =>
  forbidden(
    `${SIGNED_IN}. Before you vouch for a single sign-on connection in place of another member, confirm your password or passkey.`,
  ).as('own-voucher-required')
