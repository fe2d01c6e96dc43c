import type { ErrorCode } from '../contract/error-codes.ts'

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid-input',
  401: 'not-signed-in',
  402: 'payment-required',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  409: 'conflict',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
  429: 'rate-limited',
  501: 'not-implemented',
  502: 'provider-unreachable',
  503: 'unavailable',
}

/** Returns the code of a failure that has none of its own. */
export const codeOfStatus = (status: number): ErrorCode => CODES[status] ?? 'internal'
