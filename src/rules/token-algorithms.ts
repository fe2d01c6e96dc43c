/** Access tokens and ID tokens of the reference backend can be signed with these (RFC 7518 §3.1). */
export const TOKEN_ALGORITHMS = ['RS256', 'ES256'] as const

export type TokenAlgorithm = (typeof TOKEN_ALGORITHMS)[number]
