/** Why a response of an identity provider isn't accepted; `status` is the one that the provider decides. */
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

/** The code that users report, and that administrators find in the audit log and in the test of the connection. */
export const samlCodeOf = (problem: string): string =>
  `saml_${problem.replace(/[A-Z]/g, (letter) => `_${letter}`).replace(/[ -]/g, '_')}`.toLowerCase()

/** A sign-in that the identity provider began, where the connection doesn't allow that. */
export const IDP_INITIATED = 'saml_idp_initiated'

const CODES: readonly string[] = [...SAML_PROBLEMS.map(samlCodeOf), IDP_INITIATED]

/** Anyone can write a code into the URL of the callback page. */
export const isSamlCode = (code: string | undefined): code is string => code !== undefined && CODES.includes(code)
