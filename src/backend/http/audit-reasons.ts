/** Reasons shared by several calls: why they write no audit row, or one without the values before and after. */
export const READS = { silent: 'reads' }
export const BEGINS_SIGN_IN = { silent: 'begins a sign-in, which leaves a row when it ends' }
export const BEGINS_CHANGE = { silent: 'begins a change, which leaves a row when it is verified' }
export const RENEWS_SESSION = {
  silent: 'renews a session whose beginning left a row; a stolen token that is used again leaves one',
}
export const OWN_BELL = { silent: 'only what a user keeps in their own bell' }

export const SIGNS_IN = { withoutChange: 'a sign-in; its row is the record' }
export const SIGNS_IN_WITH_FACTOR = { ...SIGNS_IN, partly: 'a second factor is still missing; the row comes with it' }
export const ENDS_SESSION = { withoutChange: 'the end of a session; its row is the record' }
export const CHANGES_FACTOR = {
  withoutChange: 'a factor is added or removed, which the action and the description name',
}
export const SENDS_MESSAGE = { withoutChange: 'sends a message and changes nothing' }
export const CONFIRMS = {
  withoutChange: 'a link or a code settles it; the row names the account or the recipient',
}
export const CHANGES_PHONE = {
  withoutChange: 'the phone of a user; the description names the change, and the number is private',
}
export const DELETES = {
  withoutChange: 'begins or ends a deletion, or ends a membership; the action says which',
}
export const SECRET = { withoutChange: 'a secret; neither value may be logged' }
export const TESTS = { withoutChange: 'reads the log or runs a test, and changes nothing' }
export const AT_PROVIDER = { withoutChange: 'begins a change at the payment provider' }
export const TOO_LARGE = { withoutChange: 'a picture, or state of a page, too large for the log' }
