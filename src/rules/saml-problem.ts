/** Reasons why an identity provider's response is refused; for `status`, the provider itself declined. */
const SAML_PROBLEMS = [
  'signature',
  'status',
  'destination',
  'inResponseTo',
  'issuer',
  'audience',
  'time',
  'age',
  'subject confirmation',
  'encryption',
  'old sign-in',
  'subject',
  'unreadable',
  'unsigned',
  'algorithm',
  'tooManyValues',
  'used',
  'refused',
] as const

export type SamlProblem = (typeof SAML_PROBLEMS)[number]

/** Returns the code that users report, and that administrators find in the audit log and in the connection's test. */
export const samlCodeOf = (problem: string): string =>
  `saml_${problem.replace(/[A-Z]/g, (letter) => `_${letter}`).replace(/[ -]/g, '_')}`.toLowerCase()

/** The identity provider began the sign-in, but the connection doesn't allow that. */
export const IDP_INITIATED = 'saml_idp_initiated'

const CODES: readonly string[] = [...SAML_PROBLEMS.map(samlCodeOf), IDP_INITIATED]

/** Returns whether the code is known, because anyone can write a code into the callback page's URL. */
export const isSamlCode = (code: string | undefined): code is string => code !== undefined && CODES.includes(code)
