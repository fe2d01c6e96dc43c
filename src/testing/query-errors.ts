import { getConfig } from '@testing-library/dom'

/** Testing Library sets this while `waitFor` calls its callback. The types leave it out. */
interface Waiting {
  _disableExpensiveErrorDiagnostics?: boolean
}

const isWaiting = (): boolean => (getConfig() as Waiting)._disableExpensiveErrorDiagnostics === true

const { getElementError } = getConfig()

/** Returns an error whose message is composed when it is first read. */
const lateError = (message: string | null, container: Element): Error => {
  const error = new Error(message ?? '')
  error.name = 'TestingLibraryElementError'
  const settle = (value: string) => Object.defineProperty(error, 'message', { value, configurable: true })
  return Object.defineProperty(error, 'message', {
    get: () => settle(getElementError(message, container).message).message,
    configurable: true,
  })
}

/**
 * Returns the error of a query that found nothing. Its message contains the whole DOM. `waitFor` creates such an error
 * each time its callback fails, and needs the message of the last one only, after its time is up.
 */
export const queryError = (message: string | null, container: Element): Error =>
  (isWaiting() ? lateError : getElementError)(message, container)
