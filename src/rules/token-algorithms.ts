/** Algorithms with which the reference backend can sign access tokens and ID tokens (RFC 7518 §3.1). */
export const TOKEN_ALGORITHMS = ['RS256', 'ES256'] as const

export type TokenAlgorithm = (typeof TOKEN_ALGORITHMS)[number]
