/**
 * The error classes of `front-entry` for hosts, in a file of a kilobyte: an app that only distinguishes errors bundles
 * nothing else. The core that throws them may be another copy, such as the one of a script tag, so an error is an
 * instance when it has the name of its class.
 */
import {
  HttpError as CoreHttpError,
  NetworkError as CoreNetworkError,
  OptionsError as CoreOptionsError,
  StoreNameMismatchError as CoreStoreNameMismatchError,
  TimeoutError as CoreTimeoutError,
} from './kernel/errors.ts'

const isNamed = (value: unknown, name: string): boolean => value instanceof Error && value.name === name

export class HttpError extends CoreHttpError {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isNamed(value, 'HttpError')
  }
}

export class NetworkError extends CoreNetworkError {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isNamed(value, 'NetworkError')
  }
}

export class TimeoutError extends CoreTimeoutError {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isNamed(value, 'TimeoutError')
  }
}

export class OptionsError extends CoreOptionsError {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isNamed(value, 'OptionsError')
  }
}

export class StoreNameMismatchError extends CoreStoreNameMismatchError {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isNamed(value, 'StoreNameMismatchError')
  }
}
